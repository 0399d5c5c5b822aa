// SPDX-License-Identifier: MIT
// F27, F37: slow lines. Judged by bytes: each round goes once over each link, whatever the line takes for it.
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

/// One way over one link, and the round.
using Crossing = std::tuple<NodeId, NodeId, Round>;

std::map<Crossing, int> times_said(const Tape& tape) {
  std::map<Crossing, int> times;
  for (const TapeEntry& entry : tape.entries())
    if (const auto round = round_of(entry); round && entry.kind == TapeEntry::Kind::said)
      ++times[{entry.passing.from, entry.passing.to, round->round}];
  return times;
}

void expect_each_round_once_over_each_link(const FederationUnderTest& federation) {
  const std::map<Crossing, int> times = times_said(federation.proxy_tape());
  std::size_t crossings = 0;
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    crossings += federation.manifest().neighbours_of(i).size();
  EXPECT_EQ(times.size(), crossings * (federation.manifest().last_round() - 1));
  for (const auto& [crossing, count] : times)
    EXPECT_EQ(count, 1) << "node " << std::get<0>(crossing) << " to " << std::get<1>(crossing) << ", round "
                        << std::get<2>(crossing);
}

/// 700 bytes a message at 450 a second: an acknowledgement takes two seconds, and nothing is said twice meanwhile.
TEST(F37SlowLinks, EachRoundGoesOnceOverALinkThatTakesSecondsForIt) {
  FederationUnderTest federation({.nodes = 2, .rounds = 2, .consensus_rounds = 1, .dimension = 60}, 5);
  federation.proxy().set_line({.bytes_a_second = 450, .delay = std::chrono::milliseconds(200)});
  federation.start_all();
  federation.expect_all_finish();
  expect_each_round_once_over_each_link(federation);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// On a quick line rounds follow each other faster than acknowledgements are looked at.
TEST(F37SlowLinks, EachRoundGoesOnceOverAQuickLink) {
  FederationUnderTest federation({.nodes = 3, .rounds = 40, .consensus_rounds = 40}, 5);
  federation.start_all();
  federation.expect_all_finish();
  expect_each_round_once_over_each_link(federation);
  expect_oracle_holds(federation);
}

/// What was under way when a link broke goes once more over the next one.
TEST(F37SlowLinks, AfterAReconnectionARoundThatDidNotArriveGoesOnceMore) {
  FederationUnderTest federation({.nodes = 2, .rounds = 2, .consensus_rounds = 1, .dimension = 60}, 5);
  federation.proxy().set_line({.bytes_a_second = 450, .delay = std::chrono::milliseconds(200)});
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 2));
  federation.proxy().cut_all();
  federation.expect_all_finish();
  for (const auto& [crossing, count] : times_said(federation.proxy_tape()))
    EXPECT_LE(count, std::get<2>(crossing) <= 3 ? 2 : 1) << "round " << std::get<2>(crossing);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

}  // namespace
}  // namespace sotto::test
