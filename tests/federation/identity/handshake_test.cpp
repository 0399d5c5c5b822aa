// SPDX-License-Identifier: MIT
// Two sites of one manifest speak to each other: by TLS 1.3, known by name, with nothing to resume.
#include <gtest/gtest.h>

#include "federation/identity/tls_pair.hpp"
#include "sotto/federation/identity/peer_note.hpp"

namespace sotto::test {
namespace {

TEST(Handshake, OfTwoPinnedSitesTellsEachWhoTheOtherIs) {
  const Federation federation;
  const TlsContextHandle a = federation.context(federation.a, "hosp-a"), b = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = a.get(), .server = b.get(), .expected = "hosp-b"});
  pair.shake_hands();
  EXPECT_EQ(pair.client.reason() + pair.server.reason(), "");
  EXPECT_EQ(site_of(pair.client.connection()), "hosp-b");
  EXPECT_EQ(site_of(pair.server.connection()), "hosp-a");
  EXPECT_EQ(refusal_of(pair.client.connection()), "");
  EXPECT_STREQ(SSL_get_version(pair.client.connection()), "TLSv1.3");
  pair.client.say("round 1");
  EXPECT_EQ(pair.server.hear(), "round 1");
  pair.server.say("yes");
  EXPECT_EQ(pair.client.hear(), "yes");
}

TEST(Handshake, OutlivesTheOwnersOfItsContexts) {
  const Federation federation;
  TlsContextHandle a = federation.context(federation.a, "hosp-a"), b = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = a.get(), .server = b.get(), .expected = "hosp-b"});
  a.reset();
  b.reset();
  pair.shake_hands();
  EXPECT_EQ(site_of(pair.server.connection()), "hosp-a");
}

TEST(Handshake, NamesNoSiteBeforeItIsDone) {
  const Federation federation;
  const TlsContextHandle a = federation.context(federation.a, "hosp-a"), b = federation.context(federation.b, "hosp-b");
  TlsPair pair({.client = a.get(), .server = b.get(), .expected = "hosp-b", .wire_bytes = 64});
  int steps = 0;
  for (; steps < 200 && !(pair.client.shook_hands() && pair.server.shook_hands()); ++steps) {
    for (const TlsEnd* end : {&pair.client, &pair.server})
      EXPECT_EQ(site_of(end->connection()).empty(), !end->shook_hands()) << steps;
    pair.step();
  }
  EXPECT_GT(steps, 10) << "the wire is narrow enough to stop between a certificate and its proof";
  EXPECT_EQ(site_of(pair.client.connection()), "hosp-b");
}

int sessions_offered = 0;

TEST(Handshake, LeavesNoTicketToResumeEvenForAPeerThatWouldLikeOne) {
  const Federation federation;
  const TlsCredentials credentials = issue_credentials(federation.a, "hosp-a", 7, noon);
  const TlsContextHandle a = careless_context(), b = federation.context(federation.b, "hosp-b");
  SSL_CTX_use_certificate(a.get(), credentials.certificate.get());
  SSL_CTX_use_PrivateKey(a.get(), credentials.key.get());
  SSL_CTX_set_session_cache_mode(a.get(), SSL_SESS_CACHE_CLIENT);
  SSL_CTX_sess_set_new_cb(a.get(), [](SSL*, SSL_SESSION*) {
    ++sessions_offered;
    return 0;
  });
  TlsPair pair({.client = a.get(), .server = b.get()});
  pair.shake_hands();
  pair.server.say("hello");
  EXPECT_EQ(pair.client.hear(), "hello");
  EXPECT_EQ(sessions_offered, 0);
  EXPECT_EQ(SSL_SESSION_is_resumable(SSL_get_session(pair.client.connection())), 0);
  EXPECT_EQ(SSL_SESSION_get_max_early_data(SSL_get_session(pair.client.connection())), 0U);
}

TEST(Handshake, OfARenewedCertificateNeedsNothingElse) {
  const Federation federation;
  const TlsContextHandle b = federation.context(federation.b, "hosp-b");
  for (const UnixTime made : {noon - 6 * seconds_per_day, noon}) {
    const TlsContextHandle a = federation.context(federation.a, "hosp-a", made);
    TlsPair pair({.client = a.get(), .server = b.get(), .expected = "hosp-b"});
    pair.shake_hands();
    EXPECT_EQ(site_of(pair.server.connection()), "hosp-a");
  }
}

}  // namespace
}  // namespace sotto::test
