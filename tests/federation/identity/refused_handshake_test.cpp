// SPDX-License-Identifier: MIT
// Peers that are refused: nothing is heard from them, and the operators at both ends read the true reason.
#include <gtest/gtest.h>

#include "federation/identity/tls_pair.hpp"
#include "sotto/federation/identity/peer_note.hpp"

namespace sotto::test {
namespace {

constexpr UnixTime day = seconds_per_day;

/// What the one who refuses reads, and what the refused one reads.
struct Sentences {
  std::string refusing;
  std::string refused;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void expect_refusal(const TlsEnd& refusing, const TlsEnd& refused, const Sentences& sentences) {
  EXPECT_TRUE(has(refusing.reason(), sentences.refusing)) << refusing.reason();
  EXPECT_TRUE(has(refused.reason(), sentences.refused)) << refused.reason();
  EXPECT_FALSE(refusing.refused_by_peer());
  EXPECT_TRUE(refused.refused_by_peer());
  EXPECT_EQ(site_of(refusing.connection()), "");
}

/// A client with this certificate calls hosp-b, which refuses it. The client learns it by its first read only.
void expect_client_refused(const Federation& federation, const TlsContextHandle& client, const Sentences& sentences) {
  const TlsContextHandle server = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = client.get(), .server = server.get(), .expected = "hosp-b"});
  for (int k = 0; k < 8; ++k) pair.step();
  EXPECT_TRUE(pair.client.shook_hands());
  EXPECT_FALSE(pair.client.failed());
  pair.client.say("let me in");
  EXPECT_FALSE(pair.server.shook_hands());
  EXPECT_EQ(pair.server.hear(), "");
  EXPECT_EQ(pair.client.hear(), "");
  expect_refusal(pair.server, pair.client, sentences);
}

/// hosp-a calls a server with this certificate, expecting hosp-b, and refuses it.
void expect_server_refused(const Federation& federation, const TlsContextHandle& server, const Sentences& sentences) {
  const TlsContextHandle client = federation.context(federation.a, "hosp-a");
  TlsPair pair({.client = client.get(), .server = server.get(), .expected = "hosp-b"});
  pair.shake_hands();
  EXPECT_FALSE(pair.client.shook_hands());
  EXPECT_FALSE(pair.server.shook_hands());
  expect_refusal(pair.client, pair.server, sentences);
}

TEST(RefusedHandshake, ACertificateThatHasExpired) {
  const Federation federation;
  expect_client_refused(federation, federation.context(federation.a, "hosp-a", noon - 8 * day),
                        {.refusing = "the certificate of hosp-a expired on 2026-02-01 02:40:00 UTC",
                         .refused = "the peer refused our certificate: it has expired"});
  expect_server_refused(federation, federation.context(federation.b, "hosp-b", noon - 8 * day),
                        {.refusing = "the certificate of hosp-b expired on 2026-02-01 02:40:00 UTC",
                         .refused = "the peer refused our certificate: it has expired"});
}

TEST(RefusedHandshake, ACertificateThatIsNotYetValid) {
  const Federation federation;
  expect_client_refused(federation, federation.context(federation.a, "hosp-a", noon + day),
                        {.refusing = "the certificate of hosp-a is not valid before 2026-02-03 02:35:00 UTC",
                         .refused = "the peer refused our certificate: it is not valid yet"});
  expect_server_refused(federation, federation.context(federation.b, "hosp-b", noon + day),
                        {.refusing = "the certificate of hosp-b is not valid before 2026-02-03 02:35:00 UTC",
                         .refused = "the peer refused our certificate: it is not valid yet"});
}

TEST(RefusedHandshake, ASiteThatIsNotInTheManifest) {
  const Federation federation;
  const Sentences sentences{.refusing = "names hosp-c, which is no site of this manifest (hosp-a, hosp-b)",
                            .refused = "the peer refused our certificate: its manifest has no site of our name"};
  expect_client_refused(federation, federation.context(federation.c, "hosp-c"), sentences);
  expect_server_refused(federation, federation.context(federation.c, "hosp-c"), sentences);
}

TEST(RefusedHandshake, APinnedNameUnderAnotherKey) {
  const Federation federation;
  const auto sentences = [](const std::string& name, const SiteKey& key) {
    return Sentences{.refusing = "names " + name + ", but the key that the manifest pins for " + name +
                                 " did not issue it (" + key.public_key().text(),
                     .refused = "the peer refused our certificate: the key that its manifest pins for us"};
  };
  expect_client_refused(federation, federation.context(federation.c, "hosp-a"), sentences("hosp-a", federation.a));
  expect_client_refused(federation, federation.context(federation.b, "hosp-a"), sentences("hosp-a", federation.a));
  expect_server_refused(federation, federation.context(federation.a, "hosp-b"), sentences("hosp-b", federation.b));
}

TEST(RefusedHandshake, AnotherPinnedSiteThanTheOneThatWasCalled) {
  const Federation federation;
  expect_server_refused(federation, federation.context(federation.a, "hosp-a"),
                        {.refusing = "the peer is hosp-a, and hosp-b was expected",
                         .refused = "the peer refused our certificate: it expected another site here"});
}

TEST(RefusedHandshake, AServerMayExpectOneSiteToo) {
  const Federation federation;
  const TlsContextHandle a = federation.context(federation.a, "hosp-a"), b = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = a.get(), .server = b.get(), .expected = "hosp-b"});
  expect_site(pair.server.connection(), "hosp-b");
  pair.shake_hands();
  expect_refusal(
      pair.server, pair.client,
      {.refusing = "the peer is hosp-a, and hosp-b was expected", .refused = "it expected another site here"});
}

TEST(RefusedHandshake, ACertificateOfAnotherForm) {
  const Federation federation;
  TlsCredentials odd = issue_credentials(federation.a, "hosp-a", 7, noon);
  odd.key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  X509_set_pubkey(odd.certificate.get(), odd.key.get());
  federation.a.issue(*odd.certificate);
  expect_client_refused(federation, make_tls_context(odd, federation.rules()),
                        {.refusing = "the certificate of hosp-a has a key that is not Ed25519",
                         .refused = "the peer refused our certificate: its form is not that of a site's"});
}

TEST(RefusedHandshake, AClientThatShowsNoCertificate) {
  const Federation federation;
  expect_client_refused(federation, careless_context(),
                        {.refusing = "the peer showed no certificate", .refused = "we showed no certificate"});
}

TEST(RefusedHandshake, AnOlderVersionOfTls) {
  const Federation federation;
  const TlsCredentials credentials = issue_credentials(federation.a, "hosp-a", 7, noon);
  const TlsContextHandle old = careless_context(), b = federation.context(federation.b, "hosp-b");
  SSL_CTX_set_max_proto_version(old.get(), TLS1_2_VERSION);
  SSL_CTX_use_certificate(old.get(), credentials.certificate.get());
  SSL_CTX_use_PrivateKey(old.get(), credentials.key.get());
  TlsPair calling({.client = old.get(), .server = b.get()});
  calling.shake_hands();
  expect_refusal(calling.server, calling.client,
                 {.refusing = "the peer does not speak TLS 1.3", .refused = "no version of TLS that we do"});
  TlsPair called({.client = b.get(), .server = old.get(), .expected = "hosp-a"});
  called.shake_hands();
  EXPECT_FALSE(called.client.shook_hands() || called.server.shook_hands());
  EXPECT_TRUE(called.client.failed() && called.server.failed());
}

TEST(RefusedHandshake, EveryoneForAClientThatDoesNotSayWhomItCalls) {
  const Federation federation;
  const TlsContextHandle a = federation.context(federation.a, "hosp-a"), b = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = a.get(), .server = b.get()});
  pair.shake_hands();
  EXPECT_FALSE(pair.client.shook_hands());
  EXPECT_TRUE(has(pair.client.reason(), "without saying which site")) << pair.client.reason();
}

TEST(RefusedHandshake, AChainTooLongToBeASites) {
  const Federation federation;
  const TlsContextHandle a = federation.context(federation.a, "hosp-a");
  for (int k = 0; k < 40; ++k)
    SSL_CTX_add1_chain_cert(a.get(), issue_credentials(federation.a, "hosp-a", 7, noon).certificate.get());
  expect_client_refused(federation, a,
                        {.refusing = "the peer's certificates are too long", .refused = "the peer refused us: "});
}

TEST(RefusedHandshake, WhatIsNoTlsAtAll) {
  const Federation federation;
  const TlsContextHandle b = federation.context(federation.b, "hosp-b");
  for (const std::string& text : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(64, '\0'), std::string(64, 'x')}) {
    TlsPair pair({.client = b.get(), .server = b.get()});
    BIO_write(SSL_get_wbio(pair.client.connection()), text.data(), static_cast<int>(text.size()));
    pair.server.shake_hands();
    EXPECT_TRUE(pair.server.failed());
    EXPECT_EQ(has(pair.server.reason(), "HTTP"), text[0] == 'G') << pair.server.reason();
    EXPECT_TRUE(has(pair.server.reason(), "sotto node")) << pair.server.reason();
  }
}

}  // namespace
}  // namespace sotto::test
