// SPDX-License-Identifier: MIT
// What people are told while masked sums wait: who is silent, what is spent, and what can be done.
#include "sotto/federation/runner/waiting_words.hpp"

#include "federation/runner/masked_federation.hpp"

namespace sotto::test {

constexpr const char* signing_rule =
    " It counts when all who remain have signed it, and a site signs one: make sure that they all are there.";

NodeStatus waiting_for(const std::vector<std::string>& away, std::size_t others = 4) {
  NodeStatus status{
      .run = digest_of("a run"), .name = "site-0", .masked = true, .fewest_members = 3, .spare_rounds_left = 2};
  for (std::size_t i = 1; i <= others; ++i) {
    const std::string name = "site-" + std::to_string(i);
    const bool is_away = std::find(away.begin(), away.end(), name) != away.end();
    status.neighbours.push_back(
        {.name = name, .connected = !is_away, .waited_for = is_away, .remark = "", .since = seconds(10)});
  }
  return status;
}

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(WaitingWords, NameWhoIsAwayWhatIsSpentAndWhatToDo) {
  NodeStatus one = waiting_for({"site-2"});
  EXPECT_EQ(words_on_waiting(one),
            std::string("Waiting spends nothing. If site-2 does not come back, the others can go on without: each of "
                        "them stops its node and runs `sotto manifest amend MANIFEST --state DIR --without site-2`. 2 "
                        "spare rounds are left.") +
                signing_rule);
  one.spare_rounds_left = 1;
  EXPECT_TRUE(holds(words_on_waiting(one), "1 spare round is left."));
  one.spare_rounds_left = 0;
  EXPECT_EQ(words_on_waiting(one),
            "Waiting spends nothing. If site-2 does not come back, the run must be given up (`sotto budget release`). "
            "No spare round is left.");
  EXPECT_TRUE(holds(words_on_waiting(waiting_for({"site-2", "site-4"})), "site-2, site-4 do not come back"));
  EXPECT_TRUE(holds(words_on_waiting(waiting_for({"site-2", "site-4"})), "--without site-2 --without site-4`"));
}

/// What could not be done is not advised, and nothing is said of those who are here or were away for a moment.
TEST(WaitingWords, AdviseNothingThatWouldBeRefused) {
  EXPECT_TRUE(holds(words_on_waiting(waiting_for({"site-1", "site-2", "site-3"})), "Too many members are silent"));
  EXPECT_EQ(words_on_waiting(waiting_for({})), "");
  NodeStatus status = waiting_for({"site-2"});
  status.neighbours[1].since = seconds(9);
  EXPECT_EQ(words_on_waiting(status), "");
  for (bool NodeStatus::*which : {&NodeStatus::dry_run, &NodeStatus::finished}) {
    status = waiting_for({"site-2"});
    status.*which = true;
    EXPECT_EQ(words_on_waiting(status), "");
  }
  status = waiting_for({"site-2"});
  status.masked = false;
  EXPECT_EQ(words_on_waiting(status), "");
}

/// A member behind others is never connected here. That it is silent does not mean that it is away.
TEST(WaitingWords, OfAMemberBehindOthersAskForItBeforeItIsLeftOut) {
  NodeStatus status = waiting_for({"site-2"});
  status.neighbours[1].is_neighbour = false;
  status.neighbours[1].over = "site-1";
  const std::string said = words_on_waiting(status);
  EXPECT_TRUE(holds(said, "Nothing of site-2 (over site-1) has arrived here that this round needs.")) << said;
  EXPECT_TRUE(holds(said, "ask there, and ask it, before it is left out. If site-2 does not come back,")) << said;
  status.agreed = false;
  EXPECT_TRUE(holds(words_on_waiting(status), "that this session needs"));
  status.neighbours[0].connected = false;  // the neighbour before it is away: that is who may have to be left out
  status.neighbours[0].waited_for = true;
  EXPECT_TRUE(holds(words_on_waiting(status), "If site-1 does not come back,"));
  EXPECT_FALSE(holds(words_on_waiting(status), "--without site-2"));
  status.fewest_members = 4;
  EXPECT_TRUE(holds(words_on_waiting(status), "Too many members are silent"));
}

/// Both neighbours of a ring drop what one member behind them says. It is up, and no one is told that it is away.
TEST(WaitingWords, OfARelayThatDropsNameTheNeighbourOverWhichAResidueShouldCome) {
  FederationInMemory federation(masked(5, "ring"));
  bool drop = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const bool is_meant = round != nullptr && passing.to == "site-0" && RoundMessage::label_of(round->bytes)->node == 2;
    return drop && is_meant ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  federation.pass(seconds(60));
  for (NodeId i = 0; i < 5; ++i) EXPECT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
  const NodeStatus status = federation.node(0).status();
  EXPECT_EQ(status.round, 2u) << "its own residue, and no sum";
  const std::string said = words_on_waiting(status);
  EXPECT_TRUE(holds(said, "Nothing of site-2 (over site-1) has arrived here that this round needs.")) << said;
  for (const NeighbourStatus& one : status.neighbours) {
    EXPECT_EQ(one.waited_for, one.name == "site-2") << one.name;
    EXPECT_EQ(one.is_neighbour, one.name == "site-1" || one.name == "site-4") << one.name;
    EXPECT_EQ(one.over, one.name == "site-2" ? "site-1" : one.name == "site-3" ? "site-4" : "") << one.name;
  }
  drop = false;
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

/// On a path there is no other way. The run waits, whoever drops a residue for good.
TEST(WaitingWords, OfARelayThatDropsForGoodWhereThereIsNoOtherWaySayThatTheRunWaits) {
  FederationInMemory federation(masked(4, "path"));
  bool drop = false;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const bool is_meant = round != nullptr && passing.from == "site-1" && passing.to == "site-2" &&
                          RoundMessage::label_of(round->bytes)->node == 0;
    return drop && is_meant ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(2, 3));
  drop = true;
  federation.pass(seconds(120));
  std::vector<Round> rounds;
  for (NodeId i = 0; i < 4; ++i) {
    ASSERT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
    EXPECT_EQ(federation.node(i).count("halted"), 0) << federation.node(i).log();
    rounds.push_back(federation.node(i).status().round);
  }
  federation.pass(seconds(120));
  for (NodeId i = 0; i < 4; ++i) EXPECT_EQ(federation.node(i).status().round, rounds[i]) << "it waits";
  for (const NodeId i : {2u, 3u}) {
    const std::string said = words_on_waiting(federation.node(i).status());
    EXPECT_TRUE(holds(said, i == 2 ? "Nothing of site-0 (over site-1)" : "Nothing of site-0 (over site-2)")) << said;
  }
  federation.expect_one_payload_each_round();
  drop = false;
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

}  // namespace sotto::test
