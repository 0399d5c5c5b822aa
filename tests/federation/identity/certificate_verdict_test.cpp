// SPDX-License-Identifier: MIT
// Certificates of peers are judged by the pinned key alone, and the sentence says the true reason.
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/tls_credentials.hpp"

namespace sotto {
namespace {

using Kind = CertificateVerdict::Kind;
constexpr UnixTime noon = 1'770'000'000;  // 2026-02-02 02:40:00 UTC

/// Two pinned sites.
struct Sites {
  SiteKey a = SiteKey::generate();
  SiteKey b = SiteKey::generate();
  std::vector<PinnedSite> pinned{{"hosp-a", a.public_key()}, {"hosp-b", b.public_key()}};

  CertificateVerdict judge(const TlsCredentials& shown, const std::string& expected = "", UnixTime now = noon) const {
    return judge_certificate(*shown.certificate, pinned, {.site = expected, .now = now});
  }
};

bool says(const CertificateVerdict& verdict, const std::string& part) {
  return verdict.reason.find(part) != std::string::npos;
}

/// A certificate that the site itself issued after something was changed in it.
template <class Change>
CertificateVerdict judged_after(const Change& change) {
  const Sites sites;
  const TlsCredentials shown = issue_credentials(sites.a, "hosp-a", 7, noon);
  change(*shown.certificate);
  sites.a.issue(*shown.certificate);
  return sites.judge(shown);
}

void replace_extension(X509& certificate, int kind, const char* value) {
  const int place = X509_get_ext_by_NID(&certificate, kind, -1);
  if (place >= 0) X509_EXTENSION_free(X509_delete_ext(&certificate, place));
  if (value == nullptr) return;
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
  X509_add_ext(&certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

void add_name(X509& certificate, const std::string& text) {
  X509_NAME_add_entry_by_NID(X509_get_subject_name(&certificate), NID_commonName, MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()), -1, 0);
}

TEST(CertificateVerdict, IsGoodForAPinnedSiteWhetherExpectedOrAny) {
  const Sites sites;
  const TlsCredentials shown = issue_credentials(sites.a, "hosp-a", 7, noon);
  for (const char* expected : {"", "hosp-a"}) {
    const CertificateVerdict verdict = sites.judge(shown, expected);
    EXPECT_EQ(verdict.kind, Kind::good) << verdict.reason;
    EXPECT_EQ(verdict.site, "hosp-a");
    EXPECT_EQ(verdict.reason, "");
  }
  EXPECT_EQ(judged_after([](X509&) {}).kind, Kind::good) << "what the tests below change is the only fault";
}

TEST(CertificateVerdict, HoldsFromTheFirstToTheLastSecond) {
  const Sites sites;
  const TlsCredentials shown = issue_credentials(sites.a, "hosp-a", 7, noon);
  const UnixTime begin = noon - 300, end = noon + 7 * seconds_per_day;
  EXPECT_EQ(sites.judge(shown, "", begin - 1).kind, Kind::not_yet_valid);
  EXPECT_EQ(sites.judge(shown, "", begin).kind, Kind::good);
  EXPECT_EQ(sites.judge(shown, "", end).kind, Kind::good);
  EXPECT_EQ(sites.judge(shown, "", end + 1).kind, Kind::expired);
}

TEST(CertificateVerdict, OfADateSaysTheDateAndWhatToDo) {
  const Sites sites;
  const TlsCredentials shown = issue_credentials(sites.a, "hosp-a", 7, noon);
  const CertificateVerdict late = sites.judge(shown, "", noon + 9 * seconds_per_day);
  EXPECT_TRUE(says(late, "the certificate of hosp-a expired on 2026-02-09 02:40:00 UTC, 2.0 days ago")) << late.reason;
  EXPECT_TRUE(says(late, "sotto id renew"));
  const CertificateVerdict early = sites.judge(shown, "", noon - 100 * seconds_per_day);
  EXPECT_TRUE(says(early, "not valid before 2026-02-02 02:35:00 UTC")) << early.reason;
  EXPECT_TRUE(says(early, "clock here says 2025-10-25 02:40:00 UTC")) << early.reason;
}

TEST(CertificateVerdict, OfANameThatIsNotPinnedIsForeign) {
  const Sites sites;
  const CertificateVerdict verdict = sites.judge(issue_credentials(sites.a, "hosp-c", 7, noon));
  EXPECT_EQ(verdict.kind, Kind::foreign);
  EXPECT_EQ(verdict.site, "");
  EXPECT_TRUE(says(verdict, "hosp-c, which is no site of this manifest (hosp-a, hosp-b)")) << verdict.reason;
}

TEST(CertificateVerdict, OfAPinnedSiteInThePlaceOfAnotherSaysBoth) {
  const Sites sites;
  const CertificateVerdict verdict = sites.judge(issue_credentials(sites.a, "hosp-a", 7, noon), "hosp-b");
  EXPECT_EQ(verdict.kind, Kind::another_site);
  EXPECT_TRUE(says(verdict, "the peer is hosp-a, and hosp-b was expected")) << verdict.reason;
}

TEST(CertificateVerdict, OfAnotherSitesKeyOrAStrangersIsTheWrongKeyWhateverElseIsWrong) {
  const Sites sites;
  const SiteKey stranger = SiteKey::generate();
  for (const SiteKey* issuer : {&sites.b, &stranger})
    for (const UnixTime made : {noon, noon - 90 * seconds_per_day}) {
      const CertificateVerdict verdict = sites.judge(issue_credentials(*issuer, "hosp-a", 7, made), "hosp-b");
      EXPECT_EQ(verdict.kind, Kind::wrong_key) << verdict.reason;
      EXPECT_EQ(verdict.site, "");
      EXPECT_TRUE(says(verdict, sites.a.public_key().text())) << verdict.reason;
    }
}

TEST(CertificateVerdict, NotOneByteOfWhatTheSiteIssuedCanBeChanged) {
  const Sites sites;
  const TlsCredentials shown = issue_credentials(sites.a, "hosp-a", 7, noon);
  unsigned char* encoded = nullptr;
  const int length = i2d_X509(shown.certificate.get(), &encoded);
  const std::vector<unsigned char> bytes(encoded, encoded + length);
  OPENSSL_free(encoded);
  int readable = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    std::vector<unsigned char> changed = bytes;
    changed[k] ^= 1;
    const unsigned char* place = changed.data();
    const CertificateHandle certificate(d2i_X509(nullptr, &place, length));
    if (!certificate) continue;
    ++readable;
    EXPECT_NE(judge_certificate(*certificate, sites.pinned, {.now = noon}).kind, Kind::good) << k;
  }
  ERR_clear_error();
  EXPECT_GT(readable, 150) << "most changes leave a certificate that can be read";
}

TEST(CertificateVerdict, OfTwoCommonNamesOrNoneIsMalformed) {
  EXPECT_EQ(judged_after([](X509& certificate) { add_name(certificate, "hosp-b"); }).kind, Kind::malformed);
  EXPECT_EQ(judged_after([](X509& certificate) { add_name(certificate, "hosp-a"); }).kind, Kind::malformed);
  const auto without = [](X509& certificate) {
    X509_NAME_ENTRY_free(X509_NAME_delete_entry(X509_get_subject_name(&certificate), 0));
  };
  EXPECT_EQ(judged_after(without).kind, Kind::malformed);
  const CertificateVerdict with_zero = judged_after([&](X509& certificate) {
    without(certificate);
    add_name(certificate, std::string("hosp-a\0.evil", 12));
  });
  EXPECT_EQ(with_zero.kind, Kind::foreign) << "a zero byte ends no name";
}

TEST(CertificateVerdict, OfAKeyThatIsNotEd25519IsMalformed) {
  const CertificateVerdict verdict = judged_after([](X509& certificate) {
    const KeyHandle key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
    X509_set_pubkey(&certificate, key.get());
  });
  EXPECT_EQ(verdict.kind, Kind::malformed);
  EXPECT_TRUE(says(verdict, "not Ed25519")) << verdict.reason;
}

TEST(CertificateVerdict, OfExtensionsThatSayMoreOrLessThanTheyMustIsMalformed) {
  const auto judged = [](int kind, const char* value) {
    return judged_after([&](X509& certificate) { replace_extension(certificate, kind, value); });
  };
  for (const char* value : {static_cast<const char*>(nullptr), "critical,CA:TRUE", "CA:TRUE,pathlen:0"})
    EXPECT_TRUE(says(judged(NID_basic_constraints, value), "CA:FALSE")) << (value == nullptr ? "none" : value);
  for (const char* value : {static_cast<const char*>(nullptr), "serverAuth", "clientAuth", "codeSigning"})
    EXPECT_TRUE(says(judged(NID_ext_key_usage, value), "both sides of TLS")) << (value == nullptr ? "none" : value);
  EXPECT_EQ(judged(NID_basic_constraints, "critical,CA:TRUE").kind, Kind::malformed);
  EXPECT_TRUE(says(judged(NID_netscape_comment, "critical,hello"), "critical extension"));
}

TEST(CertificateVerdict, LeavesNoErrorThatALaterConnectionWouldFind) {
  const Sites sites;
  ERR_clear_error();
  EXPECT_EQ(sites.judge(issue_credentials(sites.b, "hosp-a", 7, noon)).kind, Kind::wrong_key);
  EXPECT_EQ(ERR_peek_error(), 0U);
}

TEST(CertificateVerdict, ShowsAForeignNameWithoutItsControlCharacters) {
  const CertificateVerdict verdict = judged_after([](X509& certificate) {
    X509_NAME_ENTRY_free(X509_NAME_delete_entry(X509_get_subject_name(&certificate), 0));
    add_name(certificate, "\x1b[2Jhosp-a\nfine");
  });
  EXPECT_EQ(verdict.kind, Kind::foreign);
  EXPECT_TRUE(says(verdict, "names ?[2Jhosp-a?fine,")) << verdict.reason;
}

}  // namespace
}  // namespace sotto
