// SPDX-License-Identifier: MIT
// F39: who watches a node cannot stop it. Logs that nobody reads, readers of its health that say nothing, members that
// provoke lines, a service manager.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/plain_sockets.hpp"

namespace sotto::test {
namespace {

const Shape watched_pair{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};

/// With trust in nobody, and with masked sums.
class F39UnreadLog : public EitherTrust {};
class F39Chatter : public EitherTrust {};
class F39SilentReaders : public EitherTrust {};

std::size_t count_in(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t place = 0; (place = text.find(words, place)) != std::string::npos; ++place) ++count;
  return count;
}

/// In the place of a node's log: a pipe that is full from the beginning, and that nobody reads.
class UnreadPipe {
 public:
  explicit UnreadPipe(const std::filesystem::path& path) {
    ::mkfifo(path.c_str(), 0600);
    descriptor_ = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ::fcntl(descriptor_, F_SETPIPE_SZ, 4096);
    while (::write(descriptor_, "x", 1) == 1) {
    }
  }
  ~UnreadPipe() { ::close(descriptor_); }
  UnreadPipe(const UnreadPipe&) = delete;
  UnreadPipe& operator=(const UnreadPipe&) = delete;

 private:
  int descriptor_;
};

TEST_P(F39UnreadLog, ANodeWhoseLogNobodyReadsFinishesItsRunAndEnds) {
  FederationUnderTest federation(trusting(watched_pair), 5);
  const UnreadPipe log(federation.folder() / "unread");
  federation.log_to(1, federation.folder() / "unread");
  federation.start_all();
  EXPECT_EQ(federation.node(0).wait(std::chrono::seconds(60)), 0) << federation.log(0);
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(60)), 0);
  expect_run_is_unharmed(federation);
}

TEST_P(F39UnreadLog, ANodeWhoseLogNobodyReadsEndsWhenItIsAskedTo) {
  FederationUnderTest federation(trusting(watched_pair), 5);
  const UnreadPipe log(federation.folder() / "unread");
  federation.log_to(1, federation.folder() / "unread");
  const std::uint16_t port = free_loopback_addresses(1)[0].port;
  federation.start(1, {}, {"--health", std::to_string(port)});
  ASSERT_TRUE(comes_true([&] { return asked(port, "/healthz").find("200 OK") != std::string::npos; }));
  federation.node(1).send(SIGTERM);
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(20)), 0);
}

/// Connects with a site's own certificate, says one frame, and waits until the other side has ended it.
void say_as_member(const FederationUnderTest& federation, NodeId as, const Party& to, const Frame& frame) {
  TlsContexts contexts(SiteIdentity::open(federation.rehearsal().parties[as].state).certificate_path(),
                       rules_of(federation.manifest().parties()));
  EventLoop loop;
  dial(loop, to,
       {.contexts = contexts,
        .longest_frame = 1 << 20,
        .events = {.opened = [&](const LinkPtr& link) { link->send(frame); },
                   .heard = [](const LinkPtr&, const Frame&) {},
                   .closed = [&](const LinkPtr&, const std::string&) { loop.stop(); }}});
  loop.run();
}

/// A member with a good certificate whose every connection ends for another reason: the length of its frame.
TEST_P(F39Chatter, WhatAMemberProvokesIsBoundedInLogAndStore) {
  FederationUnderTest federation(trusting(watched_pair), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  for (std::size_t k = 0; k < 120; ++k)
    say_as_member(federation, 0, federation.manifest().parties()[1], RoundFrame{std::string((1 << 20) + k, 'x')});
  EXPECT_LE(count_in(federation.log(1), "bytes; the manifest allows"), 25u) << federation.log(1);
  EXPECT_GE(count_in(federation.log(1), "bytes; the manifest allows"), 1u) << federation.log(1);
  expect_run_is_unharmed(federation);
  EXPECT_LE(Store::open_to_read(federation.rehearsal().parties[1].state).audit().events().size(), 40u);
}

TEST_P(F39SilentReaders, HealthIsAnsweredWhileManyReadersSayNothing) {
  FederationUnderTest federation(trusting(watched_pair), 5);
  const std::uint16_t port = free_loopback_addresses(1)[0].port;
  federation.start(1, {}, {"--health", std::to_string(port)});
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  std::vector<PlainSocket> silent;
  for (int k = 0; k < 30; ++k) silent.emplace_back(Address{"127.0.0.1", port});
  EXPECT_NE(asked(port, "/healthz").find("200 OK"), std::string::npos);
  EXPECT_NE(asked(port, "/metrics").find("sotto_log_lines_lost 0"), std::string::npos);
  federation.stop(1);
}

/// What systemd hears, on a socket of the test's own.
TEST(ServiceManager, HearsThatANodeIsReadyLivesAndStops) {
  FederationUnderTest federation(watched_pair);
  const std::string name = (federation.folder() / "notify").string();
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  ASSERT_LT(name.size(), sizeof place.sun_path);
  std::memcpy(place.sun_path, name.data(), name.size());
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
  std::string all;
  const auto hears = [&](const std::string& words) {
    return comes_true([&] {
      char some[512];
      for (ssize_t count = 0; (count = ::recv(socket, some, sizeof some, MSG_DONTWAIT)) > 0;)
        all += std::string(some, static_cast<std::size_t>(count)) + "\n";
      return all.find(words) != std::string::npos;
    });
  };
  federation.start(1, {{"NOTIFY_SOCKET", name}, {"WATCHDOG_USEC", "2000000"}});
  EXPECT_TRUE(hears("READY=1")) << all;
  EXPECT_TRUE(federation.log_says(1, "\"started\"")) << "ready before it listened";
  EXPECT_TRUE(hears("STATUS=round 1 of 7; waits for site-0")) << all;
  all.clear();
  EXPECT_TRUE(hears("WATCHDOG=1")) << all;
  all.clear();
  EXPECT_TRUE(hears("WATCHDOG=1")) << "again, from the loop: " << all;
  federation.node(1).send(SIGTERM);
  EXPECT_TRUE(hears("STOPPING=1")) << all;
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(20)), 0);
  ::close(socket);
}

INSTANTIATE_TEST_SUITE_P(Trust, F39UnreadLog, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F39Chatter, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F39SilentReaders, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
