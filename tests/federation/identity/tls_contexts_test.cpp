// SPDX-License-Identifier: MIT
// A running node takes up a renewed certificate with its next connection.
#include <gtest/gtest.h>

#include "federation/identity/tls_pair.hpp"
#include "sotto/federation/identity/peer_note.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/identity/tls_context.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {
namespace {

std::string serial_in(SSL_CTX* context) {
  return describe_certificate(*SSL_CTX_get0_certificate(context))->serial;
}

TEST(TlsContexts, AreMadeAgainOnlyWhenTheCertificateWasRenewed) {
  const TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  TlsContexts contexts(site.certificate_path(), {.pinned = {{"hosp-a", site.public_key()}}});
  SSL_CTX* first = contexts.current();
  EXPECT_EQ(serial_in(first), site.certificate().serial);
  EXPECT_EQ(contexts.current(), first);
  for (int k = 0; k < 3; ++k) {
    const std::string serial = site.renew().serial;
    EXPECT_EQ(serial_in(contexts.current()), serial);
  }
}

TEST(TlsContexts, AConnectionThatStandsOutlivesTheRenewal) {
  const TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  TlsContexts contexts(site.certificate_path(), {.pinned = {{"hosp-a", site.public_key()}}});
  TlsPair pair({.client = contexts.current(), .server = contexts.current(), .expected = "hosp-a"});
  pair.step();
  site.renew();
  contexts.current();
  pair.shake_hands();
  EXPECT_EQ(site_of(pair.server.connection()), "hosp-a") << pair.server.reason();
  pair.client.say("still here");
  EXPECT_EQ(pair.server.hear(), "still here");
}

/// Somebody's mistake with a file does not end a node that runs; one that starts says so.
TEST(TlsContexts, AFileThatCannotBeUsedIsToldOfOnceAndTheOneBeforeIsUsedUntilItIsMended) {
  const TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  std::vector<std::string> told;
  TlsContexts contexts(site.certificate_path(), {.pinned = {{"hosp-a", site.public_key()}}},
                       [&](const std::string& why) { told.push_back(why); });
  SSL_CTX* const first = contexts.current();
  for (int mistakes = 1; mistakes < 3; ++mistakes) {
    std::filesystem::remove(site.certificate_path());
    for (int k = 0; k < 3; ++k) EXPECT_NE(contexts.current(), nullptr);
    EXPECT_EQ(told.size(), static_cast<std::size_t>(mistakes));
    if (mistakes == 1) {
      EXPECT_EQ(contexts.current(), first);
    }
    const std::string serial = site.renew().serial;
    EXPECT_EQ(serial_in(contexts.current()), serial);
  }
  std::filesystem::remove(site.certificate_path());
  TlsContexts fresh(site.certificate_path(), {.pinned = {{"hosp-a", site.public_key()}}});
  EXPECT_THROW(fresh.current(), InvalidInput);
}

}  // namespace
}  // namespace sotto::test
