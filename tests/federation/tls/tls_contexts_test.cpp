// SPDX-License-Identifier: MIT
// A running node takes up a renewed certificate with its next connection.
#include "sotto/federation/tls/tls_contexts.hpp"

#include <gtest/gtest.h>

#include "federation/tls/tls_pair.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/tls/peer_note.hpp"
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

TEST(TlsContexts, AFileThatCannotBeUsedIsRefusedUntilItIsMended) {
  const TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  TlsContexts contexts(site.certificate_path(), {.pinned = {{"hosp-a", site.public_key()}}});
  contexts.current();
  std::filesystem::remove(site.certificate_path());
  EXPECT_THROW(contexts.current(), InvalidInput);
  const std::string serial = site.renew().serial;
  EXPECT_EQ(serial_in(contexts.current()), serial);
}

}  // namespace
}  // namespace sotto::test
