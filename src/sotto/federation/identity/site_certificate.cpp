// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/site_certificate.hpp"

#include <openssl/bn.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "sotto/digest/digest.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

std::optional<UnixTime> unix_time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return timegm(&parts);
}

std::string serial_of(const X509& certificate) {
  const std::unique_ptr<BIGNUM, FreedBy<BN_free>> number(
      ASN1_INTEGER_to_BN(X509_get0_serialNumber(&certificate), nullptr));
  if (!number) return "";
  std::string bytes(static_cast<std::size_t>(BN_num_bytes(number.get())), '\0');
  BN_bn2bin(number.get(), reinterpret_cast<unsigned char*>(bytes.data()));
  return hex_of(bytes);
}

using Kind = CertificateVerdict::Kind;

/// The one common name of the subject; nothing where there is none, or another beside it.
std::optional<std::string> common_name_of(const X509& certificate) {
  const X509_NAME* subject = X509_get_subject_name(&certificate);
  const int first = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (first < 0 || X509_NAME_get_index_by_NID(subject, NID_commonName, first) >= 0) return std::nullopt;
  unsigned char* text = nullptr;
  const int length = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, first)));
  if (length < 0) return std::nullopt;
  std::string name(reinterpret_cast<const char*>(text), static_cast<std::size_t>(length));
  OPENSSL_free(text);
  return name;
}

/// What is wrong with the form of a certificate that the site itself issued.
const char* fault_of_form(X509& certificate) {
  const EVP_PKEY* key = X509_get0_pubkey(&certificate);
  const std::uint32_t flags = X509_get_extension_flags(&certificate);
  if (X509_get_version(&certificate) != X509_VERSION_3) return "is not of version 3";
  if (key == nullptr || EVP_PKEY_get_base_id(key) != EVP_PKEY_ED25519) return "has a key that is not Ed25519";
  if ((flags & EXFLAG_INVALID) != 0) return "has an extension that cannot be read";
  if ((flags & EXFLAG_CRITICAL) != 0) return "has a critical extension that is not known";
  if ((flags & EXFLAG_BCONS) == 0 || (flags & EXFLAG_CA) != 0)
    return "does not say that it issues no others (CA:FALSE)";
  constexpr std::uint32_t both_sides = XKU_SSL_SERVER | XKU_SSL_CLIENT;
  if ((flags & EXFLAG_XKUSAGE) == 0 || (X509_get_extended_key_usage(&certificate) & both_sides) != both_sides)
    return "is not for both sides of TLS (serverAuth and clientAuth)";
  return nullptr;
}

std::string in_words(UnixTime seconds) {
  char text[48];
  if (seconds >= 2 * seconds_per_day)
    std::snprintf(text, sizeof text, "%.1f days", static_cast<double>(seconds) / static_cast<double>(seconds_per_day));
  else if (seconds >= 7200)
    std::snprintf(text, sizeof text, "%.1f hours", static_cast<double>(seconds) / 3600);
  else
    std::snprintf(text, sizeof text, "%lld s", static_cast<long long>(seconds));
  return text;
}

CertificateVerdict judge_dates(const std::string& site, const SiteCertificate& certificate, UnixTime now) {
  if (now > certificate.not_after)
    return {Kind::expired, site,
            "the certificate of " + site + " expired on " + utc_text(certificate.not_after) + ", " +
                in_words(now - certificate.not_after) + " ago by the clock here; at " + site + ": sotto id renew"};
  if (now < certificate.not_before)
    return {Kind::not_yet_valid, site,
            "the certificate of " + site + " is not valid before " + utc_text(certificate.not_before) +
                ", and the clock here says " + utc_text(now) + ": one of the two clocks is wrong by at least " +
                in_words(certificate.not_before - now)};
  return {Kind::good, site, ""};
}

CertificateVerdict judge_content(X509& certificate, const PinnedSite& site, const PeerExpectation& expected) {
  const auto malformed = [&](const std::string& what) {
    return CertificateVerdict{
        Kind::malformed, site.name,
        "the certificate of " + site.name + " " + what + "; at " + site.name + ": sotto id renew"};
  };
  if (const char* fault = fault_of_form(certificate)) return malformed(fault);
  const std::optional<SiteCertificate> described = describe_certificate(certificate);
  if (!described) return malformed("has dates that cannot be read");
  if (!expected.site.empty() && site.name != expected.site)
    return {Kind::another_site, site.name,
            "the peer is " + site.name + ", and " + expected.site +
                " was expected: compare the addresses in the manifest with the hosts they lead to"};
  return judge_dates(site.name, *described, expected.now);
}

std::string list_of(const std::vector<PinnedSite>& pinned) {
  std::string names;
  for (const PinnedSite& site : pinned) names.append(names.empty() ? "" : ", ").append(site.name);
  return names;
}

}  // namespace

bool is_site_name(std::string_view text) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !text.empty() && text.size() <= longest_site_name && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

UnixTime unix_now() {
  return std::time(nullptr);
}

std::string utc_text(UnixTime time) {
  const std::time_t seconds = time;
  std::tm parts{};
  char text[64];
  if (gmtime_r(&seconds, &parts) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
    return std::to_string(time) + " s after 1970";
  return text;
}

double SiteCertificate::days_left(UnixTime now) const {
  return static_cast<double>(not_after - now) / static_cast<double>(seconds_per_day);
}

std::optional<SiteCertificate> describe_certificate(const X509& certificate) {
  const std::optional<UnixTime> begin = unix_time_of(X509_get0_notBefore(&certificate));
  const std::optional<UnixTime> end = unix_time_of(X509_get0_notAfter(&certificate));
  if (!begin || !end) return std::nullopt;
  return SiteCertificate{.serial = serial_of(certificate), .not_before = *begin, .not_after = *end};
}

CertificateVerdict judge_certificate(X509& certificate, const std::vector<PinnedSite>& pinned,
                                     const PeerExpectation& expected) {
  const OpensslErrorMark mark;
  const std::optional<std::string> name = common_name_of(certificate);
  if (!name) return {Kind::malformed, "", "the peer's certificate does not have exactly one common name"};
  const auto site =
      std::find_if(pinned.begin(), pinned.end(), [&](const PinnedSite& known) { return known.name == *name; });
  if (site == pinned.end())
    return {Kind::foreign, "",
            "the peer's certificate names " + shown(*name) + ", which is no site of this manifest (" + list_of(pinned) +
                ")"};
  if (!site->key.issued(certificate))
    return {Kind::wrong_key, "",
            "the peer's certificate names " + site->name + ", but the key that the manifest pins for " + site->name +
                " did not issue it (" + site->key.text() + ")"};
  return judge_content(certificate, *site, expected);
}

}  // namespace sotto
