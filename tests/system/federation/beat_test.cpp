// SPDX-License-Identifier: MIT
// Messages on a beat: how long a gradient took is not to be seen. Judged by the order of the tape and by what nodes
// count, never by this machine's clock.
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

/// A node pings its neighbours five seconds after it started. On beats of six seconds, its first round comes later.
TEST(RoundPeriod, ANoisyRoundThatIsReadyAtOnceLeavesOnTheBeatAllTheSame) {
  FederationUnderTest federation({.nodes = 2, .rounds = 1, .consensus_rounds = 1, .round_period = 6}, 5);
  federation.start_all();
  federation.expect_all_finish();
  for (const NodeId i : {0u, 1u}) {
    std::vector<std::string> said;
    for (const TapeEntry& entry : federation.proxy_tape().entries()) {
      if (entry.passing.from != i || entry.kind != TapeEntry::Kind::said) continue;
      if (std::holds_alternative<Ping>(entry.passing.frame)) said.emplace_back("ping");
      if (const auto round = round_of(entry)) said.push_back("round " + std::to_string(round->round));
    }
    ASSERT_FALSE(said.empty());
    EXPECT_EQ(said.front(), "ping") << "node " << i;
  }
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// 250 ms of computing on beats of 100 ms: two beats are late in each of three noisy rounds, at least.
TEST(RoundPeriod, RoundsThatTakeLongerLeaveWholeBeatsLaterAndAreCounted) {
  FederationUnderTest federation({.nodes = 2, .rounds = 3, .consensus_rounds = 2, .round_period = 0.1}, 5);
  federation.start(0, {{"TEST_PAUSE", "computing:250"}});
  federation.start(1);
  federation.expect_all_finish();
  const std::string log = federation.log(0), words = "late beats: ";
  ASSERT_NE(log.find(words), std::string::npos) << log;
  EXPECT_GE(std::stoi(log.substr(log.find(words) + words.size())), 3 * 2);
  EXPECT_NE(log.find("\"late_beats\":"), std::string::npos) << "in progress lines too: " << log;
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// What was waiting for its beat is committed on it, and only then the node leaves.
TEST(RoundPeriod, ANodeThatIsAskedToStopEndsItsRoundOnTheBeat) {
  FederationUnderTest federation({.nodes = 2, .rounds = 3, .consensus_rounds = 2, .round_period = 1}, 5);
  federation.start_all();
  ASSERT_TRUE(federation.log_says(0, "\"debited\""));
  federation.stop(0);
  EXPECT_GE(federation.heard_of(0), 2u) << "it was computing or waiting for the beat when it was asked";
  federation.start(0);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

}  // namespace
}  // namespace sotto::test
