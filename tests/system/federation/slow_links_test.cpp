// SPDX-License-Identifier: MIT
// F27, F37: slow lines. Judged by bytes: each round goes once over each link, whatever the line takes for it.
#include <compare>

#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

/// Whose message of which round, one way over one link.
struct Crossing {
  NodeId author, from, to;
  Round round;
  auto operator<=>(const Crossing&) const = default;
};

std::map<Crossing, int> times_said(const Tape& tape) {
  std::map<Crossing, int> times;
  for (const TapeEntry& entry : tape.entries())
    if (const auto round = round_of(entry); round && entry.kind == TapeEntry::Kind::said)
      ++times[{round->node, entry.passing.from, entry.passing.to, round->round}];
  return times;
}

void expect_each_round_once_over_each_link(const FederationUnderTest& federation) {
  const std::map<Crossing, int> times = times_said(federation.proxy_tape());
  const std::size_t parties = federation.rehearsal().parties.size();
  std::size_t crossings = parties * (parties - 1);  // on a path each one's residue goes over each link, away from it
  if (!federation.first_session().is_masked()) {
    crossings = 0;
    for (NodeId i = 0; i < parties; ++i) crossings += federation.manifest().neighbours_of(i).size();
  }
  EXPECT_EQ(times.size(), crossings * (federation.manifest().last_round() - 1));
  for (const auto& [crossing, count] : times)
    EXPECT_EQ(count, 1) << "of node " << crossing.author << ", node " << crossing.from << " to " << crossing.to
                        << ", round " << crossing.round;
}

/// With trust in nobody, and with masked sums on a path, whose middle passes everything on.
class F37SlowLinks : public EitherTrust {
 protected:
  static Shape on_a_path(Shape shape) {
    if (GetParam()) shape.graph = "path";
    return trusting(shape);
  }
};

/// 700 bytes a message at 450 a second: an acknowledgement takes two seconds, and nothing is said twice meanwhile.
TEST_P(F37SlowLinks, EachRoundGoesOnceOverALinkThatTakesSecondsForIt) {
  FederationUnderTest federation(on_a_path({.nodes = 2, .rounds = 2, .consensus_rounds = 1, .dimension = 60}), 5);
  federation.proxy().set_line({.bytes_a_second = 450, .delay = std::chrono::milliseconds(200)});
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) federation.start(i, {}, {"--linger", "600"});
  federation.expect_all_finish();
  expect_each_round_once_over_each_link(federation);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// On a quick line rounds follow each other faster than acknowledgements are looked at.
TEST_P(F37SlowLinks, EachRoundGoesOnceOverAQuickLink) {
  FederationUnderTest federation(on_a_path({.nodes = 3, .rounds = 40, .consensus_rounds = 40}), 5);
  federation.start_all();
  federation.expect_all_finish();
  expect_each_round_once_over_each_link(federation);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// What was under way when a link broke goes once more over the next one.
TEST_P(F37SlowLinks, AfterAReconnectionARoundThatDidNotArriveGoesOnceMore) {
  FederationUnderTest federation(on_a_path({.nodes = 2, .rounds = 2, .consensus_rounds = 1, .dimension = 60}), 5);
  federation.proxy().set_line({.bytes_a_second = 450, .delay = std::chrono::milliseconds(200)});
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 2));
  federation.proxy().cut_all();
  federation.expect_all_finish();
  for (const auto& [crossing, count] : times_said(federation.proxy_tape()))
    EXPECT_LE(count, crossing.round <= 3 ? 2 : 1) << "round " << crossing.round;
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F37SlowLinks, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
