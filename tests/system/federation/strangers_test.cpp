// SPDX-License-Identifier: MIT
// F10 (no certificate), F13, F25: other protocols, and bytes that are none. Nodes say why, spend nothing, and the run
// that comes after is unharmed.
#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <random>
#include <thread>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/stranger.hpp"

namespace sotto::test {
namespace {

const Shape pair{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};

/// With trust in nobody, and with masked sums.
class F10NoCertificate : public EitherTrust {};
class F13Frames : public EitherTrust {};
class F17OwnKey : public EitherTrust {};
class F25Protocol : public EitherTrust {};
class F38StolenCertificate : public EitherTrust {};

TEST_P(F25Protocol, AnotherVersionIsRefusedWithTheReason) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  const std::string reason = stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
    Standing standing = plain_standing(federation);
    standing.version = 99;
    say_hello(link, federation, standing);
  });
  EXPECT_NE(reason.find("version 99"), std::string::npos) << reason;
  expect_run_is_unharmed(federation);
}

TEST_P(F17OwnKey, WhoComesWithTheSitesOwnKeyIsAnAlarm) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger thief(federation, 1);
  thief.say(federation.manifest().parties()[1], [](const LinkPtr&) {});
  EXPECT_TRUE(federation.log_says(1, "\"own-key\"")) << federation.log(1);
  expect_run_is_unharmed(federation);
}

TEST_P(F25Protocol, FramesOutOfPlaceEndTheConnectionAndNothingElse) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  for (const Frame& frame : {Frame(Welcome{}), Frame(RoundFrame{"nonsense"}), Frame(CopyFrame{""}),
                             Frame(WordFrame{"nonsense"}), Frame(Acknowledgement{7, 9}), Frame(Pong{})}) {
    Stranger stranger(federation, 0);
    const std::string reason =
        stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) { link->send(frame); });
    EXPECT_FALSE(reason.empty());
  }
  expect_run_is_unharmed(federation);
}

/// A manifest can be long, and a hello is short.
TEST_P(F25Protocol, AMemberWithAnotherManifestIsSentOursOnceHoweverOftenItSaysHello) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
    Standing standing = plain_standing(federation);
    standing.run = digest_of("another run");
    for (int k = 0; k < 50; ++k) say_hello(link, federation, standing);
  });
  EXPECT_LE(stranger.manifests_heard(), 1);
  expect_run_is_unharmed(federation);
}

/// Who has stolen the X.509 key of a site, and not its site key, opens links in its name, says nothing, and comes again
/// when it is sent away. The true site is let in all the same.
TEST_P(F38StolenCertificate, ItsThiefTakesNoPlaceOfTheTrueSite) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  std::atomic<bool> done = false;
  std::atomic<int> links = 0;
  std::vector<std::thread> crowd;
  for (int k = 0; k < 16; ++k)
    crowd.emplace_back([&] {
      while (!done) {
        Stranger thief(federation, 0);
        thief.say(federation.manifest().parties()[1], [&](const LinkPtr&) { ++links; });
      }
    });
  while (links < 16) std::this_thread::yield();
  federation.start_rest();
  federation.expect_all_finish();
  done = true;
  for (std::thread& one : crowd) one.join();
  expect_run_is_unharmed(federation);
}

std::size_t lines_with(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t place = 0; (place = text.find(words, place)) != std::string::npos; ++place) ++count;
  return count;
}

/// Speaks with a node on a plain socket and leaves.
template <class Speak>
void on_plain_socket(const Address& to, Speak speak) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(to.port);
  ::inet_pton(AF_INET, to.host.c_str(), &place.sin_addr);
  ASSERT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
  speak(socket);
  ::close(socket);
}

/// Bytes that are no TLS; waits until the node has ended it.
void send_plain(const Address& to, const std::string& bytes) {
  on_plain_socket(to, [&](int socket) {
    [[maybe_unused]] const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    char answer[64];
    while (::recv(socket, answer, sizeof answer, 0) > 0) {
    }
  });
}

/// Any TLS client: verifies nothing, shows no certificate. What the node said to it before it ended the connection.
std::string heard_without_certificate(const Address& to, int newest_version) {
  std::string heard;
  on_plain_socket(to, [&](int socket) {
    const std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>> context(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_max_proto_version(context.get(), newest_version);
    const std::unique_ptr<SSL, FreedBy<SSL_free>> tls(SSL_new(context.get()));
    SSL_set_fd(tls.get(), socket);
    char some[4096];
    if (SSL_connect(tls.get()) != 1) return;
    for (int got = 0; (got = SSL_read(tls.get(), some, sizeof some)) > 0;)
      heard.append(some, static_cast<std::size_t>(got));
  });
  return heard;
}

TEST_P(F10NoCertificate, IsRefusedWithTheTrueReasonAndNothingIsSaidOrSpent) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  EXPECT_EQ(heard_without_certificate(federation.rehearsal().parties[1].listen, TLS1_3_VERSION), "");
  EXPECT_TRUE(federation.log_says(1, "the peer showed no certificate")) << federation.log(1);
  EXPECT_EQ(federation.log(1).find("\"debited\""), std::string::npos);
  expect_run_is_unharmed(federation);
}

TEST_P(F25Protocol, AnOlderTlsIsRefused) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  EXPECT_EQ(heard_without_certificate(federation.rehearsal().parties[1].listen, TLS1_2_VERSION), "");
  EXPECT_TRUE(federation.log_says(1, "was turned away: the peer does not speak TLS 1.3")) << federation.log(1);
  expect_run_is_unharmed(federation);
}

/// A party with a good certificate: its frame is refused by the length in front of it.
TEST_P(F13Frames, AFrameLongerThanTheManifestAllowsEndsTheConnectionAndTheRunIsUnharmed) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  stranger.say(federation.manifest().parties()[1],
               [&](const LinkPtr& link) { link->send(RoundFrame{std::string(std::size_t{8} << 20, 'x')}); });
  EXPECT_TRUE(federation.log_says(1, "bytes; the manifest allows")) << federation.log(1);
  expect_run_is_unharmed(federation);
}

TEST_P(F25Protocol, RandomBytesAreRefusedWithoutFillingTheLogAndTheRunIsUnharmed) {
  FederationUnderTest federation(trusting(pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  std::mt19937_64 random(3);
  for (int k = 0; k < 60; ++k) {
    std::string bytes(64 + random() % 4000, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    send_plain(federation.rehearsal().parties[1].listen, bytes);
  }
  EXPECT_TRUE(federation.log_says(1, "was turned away", 20)) << federation.log(1);
  EXPECT_LE(lines_with(federation.log(1), "turned away"), 41u) << "20 a minute, and a number";
  expect_run_is_unharmed(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F10NoCertificate, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F13Frames, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F17OwnKey, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F25Protocol, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F38StolenCertificate, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
