// SPDX-License-Identifier: MIT
// F9, F10, F11, F25: other manifests, wrong certificates, other protocols. Nodes say why, and spend nothing.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <random>

#include "sotto/federation/identity/site_identity.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;
const Shape pair{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};
constexpr std::int64_t day = 86400;

fs::path certificate_of(const FederationUnderTest& federation, NodeId i) {
  return SiteIdentity::open(federation.trial().parties[i].state).certificate_path();
}

SiteIdentity identity_of(const FederationUnderTest& federation, NodeId i) {
  return SiteIdentity::open(federation.trial().parties[i].state);
}

TEST(F9Manifests, TwoThatDifferAreRefusedOnBothSidesWithTheField) {
  FederationUnderTest federation({.nodes = 2});
  const std::string original = federation.trial().manifest.string(), other = original + ".other.toml";
  std::string text;
  {
    std::ifstream in(original);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  text.replace(text.find("epsilon = 2.0"), 13, "epsilon = 1.5");
  std::ofstream(other) << text;
  TrialFederation with_other = federation.trial();
  with_other.manifest = other;
  sign_for_all(with_other);
  federation.start_with(0, other);
  federation.start(1);
  for (const NodeId i : {0u, 1u}) {
    federation.expect_exit(i, 5, "privacy.epsilon: ");
    expect_nothing_spent(federation, i);
  }
}

TEST(F9Manifests, OneThatAPartyHasNotSignedIsRefusedAtTheStart) {
  FederationUnderTest federation({});
  fs::remove(federation.trial().manifest.string() + ".signatures/site-2.json");
  federation.start(0);
  federation.expect_exit(0, 2, "has not signed");
  expect_nothing_spent(federation, 0);
}

struct BadCertificate {
  const char* name;
  void (*plant)(const FederationUnderTest&, NodeId);
  const char* reason;  ///< as the neighbour's log says it
};

void plant_expired(const FederationUnderTest& federation, NodeId i) {
  identity_of(federation, i).renew(7, unix_now() - 30 * day);
}
void plant_not_yet_valid(const FederationUnderTest& federation, NodeId i) {
  identity_of(federation, i).renew(7, unix_now() + 30 * day);
}
void plant_foreign(const FederationUnderTest& federation, NodeId i) {
  const SiteIdentity stranger = SiteIdentity::create(federation.folder() / "stranger", "stranger");
  fs::copy_file(stranger.certificate_path(), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}
void plant_of_another_key(const FederationUnderTest& federation, NodeId i) {
  const SiteIdentity namesake =
      SiteIdentity::create(federation.folder() / "namesake", identity_of(federation, i).name());
  fs::copy_file(namesake.certificate_path(), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}
void plant_of_another_node(const FederationUnderTest& federation, NodeId i) {
  fs::copy_file(certificate_of(federation, 2), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}

class F10Certificates : public ::testing::TestWithParam<BadCertificate> {};

TEST_P(F10Certificates, OfWhoDialsAreRefusedWithTheTrueReasonAndNothingIsSpent) {
  FederationUnderTest federation({.graph = "path", .direct = true});
  GetParam().plant(federation, 0);
  federation.start(1);
  federation.start(0);
  EXPECT_TRUE(federation.log_says(1, GetParam().reason)) << federation.log(1);
  EXPECT_TRUE(federation.log_says(0, "refused")) << federation.log(0);
  federation.stop_all();
  for (const NodeId i : {0u, 1u}) expect_nothing_spent(federation, i);
}

TEST_P(F10Certificates, OfWhoIsDialledAreRefusedWithTheTrueReasonAndNothingIsSpent) {
  FederationUnderTest federation({.graph = "path", .direct = true});
  GetParam().plant(federation, 1);
  federation.start(1);
  federation.start(0);
  EXPECT_TRUE(federation.log_says(0, GetParam().reason)) << federation.log(0);
  federation.stop_all();
  for (const NodeId i : {0u, 1u}) expect_nothing_spent(federation, i);
}

INSTANTIATE_TEST_SUITE_P(Certificates, F10Certificates,
                         ::testing::Values(BadCertificate{"expired", plant_expired, "expired"},
                                           BadCertificate{"not_yet_valid", plant_not_yet_valid, "not valid before"},
                                           BadCertificate{"foreign", plant_foreign, "stranger"},
                                           BadCertificate{"of_another_key", plant_of_another_key, "key"},
                                           BadCertificate{"of_another_node", plant_of_another_node, "site-2"}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(F11Rotation, ANewCertificateUnderTheSameKeyContinuesTheRun) {
  FederationUnderTest federation({.nodes = 2, .rounds = 300, .consensus_rounds = 300, .direct = true});
  federation.start_all();
  ASSERT_TRUE(federation.log_says(0, "\"debited\""));
  identity_of(federation, 0).renew(7, unix_now() - 30 * day);  // it expires while the run goes on
  federation.node(1).kill_now();
  federation.start(1);
  EXPECT_TRUE(federation.log_says(1, "expired")) << federation.log(1);
  identity_of(federation, 0).renew(7);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// A client of one's own making: the certificate of a site, and whatever bytes.
class Stranger {
 public:
  Stranger(const FederationUnderTest& federation, NodeId as)
      : contexts_(certificate_of(federation, as), rules(federation.manifest())) {}

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

/// Bytes that are no TLS, on a plain socket.
void send_plain(const Address& to, const std::string& bytes) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(to.port);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0) {
    [[maybe_unused]] const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    char answer[64];
    while (::recv(socket, answer, sizeof answer, 0) > 0) {
    }
  }
  ::close(socket);
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
