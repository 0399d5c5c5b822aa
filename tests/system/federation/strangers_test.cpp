// SPDX-License-Identifier: MIT
// F10 (no certificate), F13, F25: other protocols, and bytes that are none. Nodes say why, spend nothing, and the run
// that comes after is unharmed.
#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

const Shape pair{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};

/// A client of one's own making: the certificate of a site, and whatever bytes.
class Stranger {
 public:
  Stranger(const FederationUnderTest& federation, NodeId as)
      : contexts_(SiteIdentity::open(federation.trial().parties[as].state).certificate_path(),
                  rules(federation.manifest())) {}

  /// Why the other side ended the connection.
  std::string say(const Party& to, const std::function<void(const LinkPtr&)>& speak) {
    std::string reason;
    LinkSettings settings{.contexts = contexts_,
                          .longest_frame = 1 << 20,
                          .events = {.opened = speak,
                                     .heard =
                                         [&](const LinkPtr&, const Frame& frame) {
                                           if (const auto* refusal = std::get_if<Refusal>(&frame))
                                             reason = refusal->reason;
                                         },
                                     .closed =
                                         [&](const LinkPtr&, const std::string& why) {
                                           if (reason.empty()) reason = why;
                                           loop_.stop();
                                         }}};
    dial(loop_, to, settings);
    loop_.run();
    return reason;
  }

 private:
  static PeerRules rules(const Manifest& manifest) {
    PeerRules rules;
    for (const Party& party : manifest.parties()) rules.pinned.push_back({party.name, party.key});
    return rules;
  }
  TlsContexts contexts_;
  EventLoop loop_;
};

Hello plain_hello(const FederationUnderTest& federation) {
  Hello hello;
  hello.run = federation.manifest().run_id();
  hello.node = 0;
  hello.incarnation = 1;
  hello.start_id = std::string(16, 'x');
  return hello;
}

TEST(F25Protocol, AnotherVersionIsRefusedWithTheReason) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  const std::string reason = stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
    Hello hello = plain_hello(federation);
    hello.version = 99;
    link->send(hello);
  });
  EXPECT_NE(reason.find("version 99"), std::string::npos) << reason;
  federation.start(0);
  federation.expect_all_finish();
}

TEST(F25Protocol, FramesOutOfPlaceEndTheConnectionAndNothingElse) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  for (const Frame& frame : {Frame(Welcome{}), Frame(RoundFrame{"nonsense"}), Frame(CopyFrame{""}),
                             Frame(Acknowledgement{7, 9}), Frame(Pong{})}) {
    Stranger stranger(federation, 0);
    const std::string reason =
        stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) { link->send(frame); });
    EXPECT_FALSE(reason.empty());
  }
  federation.start(0);
  federation.expect_all_finish();
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

TEST(F10NoCertificate, IsRefusedWithTheTrueReasonAndNothingIsSaidOrSpent) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  EXPECT_EQ(heard_without_certificate(federation.trial().parties[1].listen, TLS1_3_VERSION), "");
  EXPECT_TRUE(federation.log_says(1, "the peer showed no certificate")) << federation.log(1);
  EXPECT_EQ(federation.log(1).find("\"debited\""), std::string::npos);
  federation.start(0);
  federation.expect_all_finish();
}

TEST(F25Protocol, AnOlderTlsIsRefused) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  EXPECT_EQ(heard_without_certificate(federation.trial().parties[1].listen, TLS1_2_VERSION), "");
  EXPECT_TRUE(federation.log_says(1, "whoever came in was turned away")) << federation.log(1);
  federation.start(0);
  federation.expect_all_finish();
}

/// A party with a good certificate: its frame is refused by the length in front of it.
TEST(F13Oversized, AFrameLongerThanTheManifestAllowsEndsTheConnectionAndTheRunIsUnharmed) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  stranger.say(federation.manifest().parties()[1],
               [&](const LinkPtr& link) { link->send(RoundFrame{std::string(std::size_t{8} << 20, 'x')}); });
  EXPECT_TRUE(federation.log_says(1, "bytes; the manifest allows")) << federation.log(1);
  federation.start(0);
  federation.expect_all_finish();
}

TEST(F25Protocol, RandomBytesAreRefusedAndTheRunIsUnharmed) {
  FederationUnderTest federation(pair);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  std::mt19937_64 random(3);
  for (int k = 0; k < 20; ++k) {
    std::string bytes(64 + random() % 4000, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    send_plain(federation.trial().parties[1].listen, bytes);
  }
  federation.start(0);
  federation.expect_all_finish();
}

}  // namespace
}  // namespace sotto::test
