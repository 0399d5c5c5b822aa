// SPDX-License-Identifier: MIT
// F14, F15, F27: whoever connects and hardly speaks, takes all descriptors, or computes slowly. The run is unharmed.
#include <dirent.h>
#include <sys/resource.h>

#include <sstream>

#include "system/federation/oracle.hpp"
#include "system/federation/plain_sockets.hpp"

namespace sotto::test {
namespace {

const Shape beside_strangers{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};

/// With trust in nobody, and with masked sums.
class F14SlowStrangers : public EitherTrust {};
class F15Descriptors : public EitherTrust {};
class F27SlowMember : public EitherTrust {};

/// The head of a TLS record with a ClientHello of 16,000 bytes; the rest never comes.
constexpr std::string_view half_a_hello{"\x16\x03\x01\x3e\x80\x01\x00\x3e\x7c\x03\x03", 11};

void send_some(const PlainSocket& socket, std::string_view bytes) {
  [[maybe_unused]] const auto sent = ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

/// One says nothing, one half a handshake, and one a byte now and then. They wait beside the members.
struct SlowCrowd {
  explicit SlowCrowd(const Address& door) : silent(door), half(door), dripping(door) {
    send_some(half, half_a_hello);
    send_some(dripping, half_a_hello);
  }
  bool are_connected() const { return silent.is_connected() && half.is_connected() && dripping.is_connected(); }
  bool were_sent_away() const {
    send_some(dripping, "x");
    return silent.was_ended() && half.was_ended() && dripping.was_ended();
  }
  PlainSocket silent, half, dripping;
};

TEST_P(F14SlowStrangers, AreSentAwayWithTheReasonAndTheRunIsUnharmed) {
  FederationUnderTest federation(trusting(beside_strangers), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  const Address door = federation.rehearsal().parties[1].listen;
  {
    const SlowCrowd crowd(door);
    ASSERT_TRUE(crowd.are_connected());
    EXPECT_TRUE(comes_true([&] { return crowd.were_sent_away(); })) << federation.log(1);
  }
  EXPECT_TRUE(federation.log_says(1, "was turned away: said nothing for 5 s")) << federation.log(1);
  EXPECT_TRUE(federation.log_says(1, "was turned away: no TLS handshake within 5 s", 2)) << federation.log(1);
  const SlowCrowd another(door);
  ASSERT_TRUE(another.are_connected());
  expect_run_is_unharmed(federation);
}

std::size_t open_descriptors(pid_t process) {
  std::size_t count = 0;
  DIR* const folder = ::opendir(("/proc/" + std::to_string(process) + "/fd").c_str());
  if (folder == nullptr) return 0;
  while (const dirent* entry = ::readdir(folder)) count += entry->d_name[0] != '.';
  ::closedir(folder);
  return count;
}

/// A node refuses to start where a flood could take the last descriptor. Here they are taken away while it runs.
TEST_P(F15Descriptors, ThatAreAllTakenEndNothingAndMembersAreLetInWhenSomeAreFree) {
  FederationUnderTest federation(trusting(beside_strangers), 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"progress\""));  // with masked sums its key is kept by now
  const pid_t process = federation.node(1).id();
  rlimit before{};
  ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, nullptr, &before), 0);
  const rlimit few{open_descriptors(process) + 2, before.rlim_max};
  ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, &few, nullptr), 0);
  {
    std::vector<PlainSocket> crowd;
    for (int k = 0; k < 30; ++k) crowd.emplace_back(federation.rehearsal().parties[1].listen, "127.0.0.9");
    EXPECT_TRUE(comes_true([&] { return open_descriptors(process) == few.rlim_cur; }));
    EXPECT_TRUE(comes_true([&] { return crowd[0].was_ended(); })) << "a silent one makes room when its time is over";
  }
  ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, &before, nullptr), 0);
  expect_run_is_unharmed(federation);
}

/// In a line of a round that was said; before the first one all are waited for.
bool is_waited_for_in_a_round(const std::string& log, const std::string& site) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.find("\"waiting_for\":{\"" + site + "\":") != line.npos && line.find("\"round\":1,") == line.npos)
      return true;
  return false;
}

/// Rounds of the others take a few milliseconds.
TEST_P(F27SlowMember, IsNamedAndTheRunIsUnharmed) {
  FederationUnderTest federation(trusting({.nodes = 2, .rounds = 6, .consensus_rounds = 1}), 5);
  federation.start(1, {{"TEST_PAUSE", "computing:400"}});
  federation.start_rest();
  EXPECT_TRUE(comes_true([&] { return is_waited_for_in_a_round(federation.log(0), "site-1"); })) << federation.log(0);
  expect_run_is_unharmed(federation);
  EXPECT_FALSE(is_waited_for_in_a_round(federation.log(0), "site-2")) << federation.log(0);
}

INSTANTIATE_TEST_SUITE_P(Trust, F14SlowStrangers, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F15Descriptors, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F27SlowMember, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
