// SPDX-License-Identifier: MIT
// F7, F8, F12, F22, F23: messages that are lost, repeated, replayed, malformed, or lies.
#include <cmath>
#include <limits>

#include "sotto/federation/store/store.hpp"
#include "system/federation/forged_round.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

const Shape small{.rounds = 4, .consensus_rounds = 3};

bool is_round(const Passing& passing) {
  return std::holds_alternative<RoundFrame>(passing.frame);
}

/// A round, or with masked sums a word of a session.
bool is_message(const Passing& passing) {
  return is_round(passing) || std::holds_alternative<WordFrame>(passing.frame);
}

/// With trust in nobody, and with masked sums.
class F7Replay : public EitherTrust {};
class F8LossyLinks : public EitherTrust {};
class F22LyingNeighbour : public EitherTrust {};
class F23LyingNeighbour : public EitherTrust {};

Round round_number(const Passing& passing) {
  const auto* frame = std::get_if<RoundFrame>(&passing.frame);
  return frame == nullptr ? 0 : round_in(frame->bytes)->round;
}

/// Wherever `is_meant`, a lie of the speaker's own making goes out in the place of what it said.
FaultProxy::Rule lying(const FederationUnderTest& federation, const std::function<bool(const Passing&)>& is_meant,
                       const Lie& lie) {
  return [&federation, is_meant, lie](const Passing& passing) {
    if (!is_round(passing) || !is_meant(passing)) return std::vector<Frame>{passing.frame};
    return std::vector<Frame>{RoundFrame{forged(federation, std::get<RoundFrame>(passing.frame).bytes, lie)}};
  };
}

bool is_third_round_from_0_to_1(const Passing& passing) {
  return passing.from == 0 && passing.to == 1 && round_number(passing) == 3;
}

/// A node that is done waits `linger` seconds at most for neighbours that may need its last message.
void expect_same_results(const Shape& shape, const FaultProxy::Rule& rule, const std::string& linger = "3") {
  FederationUnderTest federation(shape, 5);
  federation.proxy().set_rule(rule);
  for (NodeId i = 0; i < 3; ++i) federation.start(i, {}, {"--linger", linger});
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

TEST_P(F7Replay, OldMessagesOfThisRunAnotherRunAndAnotherEdgeChangeNothing) {
  FederationUnderTest federation(trusting(small), 5);
  std::vector<Frame> heard;
  federation.proxy().set_rule([&](const Passing& passing) {
    if (!is_message(passing)) return std::vector<Frame>{passing.frame};
    heard.push_back(passing.frame);
    std::vector<Frame> out = heard.size() > 6 ? std::vector<Frame>(heard.end() - 6, heard.end()) : heard;
    if (!is_round(passing)) return out;
    out.emplace_back(
        RoundFrame{forged(federation, std::get<RoundFrame>(passing.frame).bytes, {.run = digest_of("older run")})});
    return out;
  });
  federation.start_all();
  federation.expect_all_finish();
  EXPECT_NE(federation.log(1).find("a message of another run"), std::string::npos);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

TEST_P(F8LossyLinks, DoubledFramesChangeNothing) {
  expect_same_results(trusting(small), [](const Passing& passing) {
    return is_message(passing) ? std::vector<Frame>(3, passing.frame) : std::vector<Frame>{passing.frame};
  });
}

TEST_P(F8LossyLinks, EveryThirdRoundIsLostOnce) {
  int count = 0;
  expect_same_results(
      trusting({.rounds = 3, .consensus_rounds = 1}),
      [&](const Passing& passing) {
        if (is_message(passing) && ++count % 3 == 0) return std::vector<Frame>{};
        return std::vector<Frame>{passing.frame};
      },
      "600");
}

TEST_P(F8LossyLinks, OnlyAcknowledgementsAreLost) {
  expect_same_results(trusting(small), [](const Passing& passing) {
    if (std::holds_alternative<Acknowledgement>(passing.frame)) return std::vector<Frame>{};
    return std::vector<Frame>{passing.frame};
  });
}

TEST_P(F8LossyLinks, FramesComeInAnotherOrder) {
  std::map<std::pair<NodeId, NodeId>, std::vector<Frame>> kept;
  int count = 0;
  expect_same_results(trusting(small), [&](const Passing& passing) {
    std::vector<Frame>& late = kept[{passing.from, passing.to}];
    if (is_message(passing) && late.empty() && ++count % 2 == 0) {
      late.push_back(passing.frame);  // until the next frame on this link, an acknowledgement or a round
      return std::vector<Frame>{};
    }
    std::vector<Frame> out{passing.frame};
    out.insert(out.end(), late.begin(), late.end());
    late.clear();
    return out;
  });
}

struct BadMessage {
  const char* name;
  std::vector<double> values;
  std::string trailing = {};
};

class F12Malformed : public ::testing::TestWithParam<BadMessage> {};

/// Node 0 signs it itself: node 1 hears nothing of it any more, and its own rounds stop there.
TEST_P(F12Malformed, ValuesAreRefusedAndTheEdgeIsHalted) {
  FederationUnderTest federation(small);
  federation.proxy().set_rule(
      lying(federation, is_third_round_from_0_to_1, {.values = GetParam().values, .trailing = GetParam().trailing}));
  federation.start_all();
  EXPECT_TRUE(federation.log_says(1, "\"halted\"")) << federation.log(1);
  federation.proxy().set_rule({});  // honest again: too late
  EXPECT_TRUE(federation.log_says(0, "this neighbour is halted")) << federation.log(0);
  federation.stop_all();
  EXPECT_LE(federation.heard_of(1), 3u) << "what was refused went into a round";
  expect_oracle_holds(federation);
}

constexpr double infinite = std::numeric_limits<double>::infinity();
INSTANTIATE_TEST_SUITE_P(Messages, F12Malformed,
                         ::testing::Values(BadMessage{"NaN", {0, std::nan(""), 0}},
                                           BadMessage{"infinity", {infinite, 0, 0}},
                                           BadMessage{"minus_infinity", {0, 0, -infinite}},
                                           BadMessage{"subnormal", {0, std::numeric_limits<double>::denorm_min(), 0}},
                                           BadMessage{"huge", {1e308, 0, 0}}, BadMessage{"too_short", {0, 0}},
                                           BadMessage{"too_long", {0, 0, 0, 0}},
                                           BadMessage{"trailing_bytes", {0, 0, 0}, "\x7a\x01x"}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(F22LyingNeighbour, EquivocationIsReportedByWhoHearsOfIt) {
  FederationUnderTest federation(trusting(small));
  federation.proxy().set_rule(lying(federation, is_third_round_from_0_to_1, {.values = std::vector<double>{0, 0, 0}}));
  federation.start_all();
  EXPECT_TRUE(federation.log_says(1, "\"equivocation\"")) << federation.log(1);
  EXPECT_TRUE(federation.log_says(2, "\"equivocation\"")) << federation.log(2);
  federation.stop_all();
  expect_oracle_holds(federation);
}

/// Node 0 lies to node 1, and node 1 would keep quiet about it: who does not say what it heard is not heard.
TEST_P(F22LyingNeighbour, AnAccompliceThatLeavesOutWhatItHeardIsHalted) {
  FederationUnderTest federation(trusting(small));
  federation.proxy().set_rule(
      lying(federation,
            [](const Passing& passing) { return passing.from == 1 && passing.to == 2 && round_number(passing) == 4; },
            {.heard_nothing = true}));
  federation.start_all();
  EXPECT_TRUE(federation.log_says(2, "does not say what was heard of each neighbour")) << federation.log(2);
  EXPECT_TRUE(federation.log_says(2, "\"halted\"")) << federation.log(2);
  federation.stop_all();
  expect_oracle_holds(federation);
}

TEST_P(F23LyingNeighbour, ExtremesOfTheLatticeArePrivateAllTheSame) {
  FederationUnderTest federation(trusting(small));
  const double most = (0x1p53 - 1) * grid_of(federation, 0, 3);
  federation.proxy().set_rule(
      lying(federation, [](const Passing& passing) { return passing.from == 0 && round_number(passing) == 3; },
            {.values = std::vector{most, -most, most}}));
  federation.start(1);
  federation.start(2);
  federation.start(0);
  EXPECT_TRUE(federation.gets_to(1, 4)) << federation.log(1);
  federation.stop_all();
  expect_oracle_holds(federation);
}

/// Long after the message has left the window, its digest is in the row that it went into.
TEST_P(F23LyingNeighbour, WhoRewindsFarIsHaltedToo) {
  FederationUnderTest federation(trusting({.rounds = 8, .consensus_rounds = 3}));
  federation.proxy().set_rule(
      lying(federation,
            [](const Passing& passing) { return passing.from == 0 && passing.to == 1 && round_number(passing) == 8; },
            {.values = std::vector<double>{0, 0, 0}, .round = 3}));
  federation.start_all();
  EXPECT_TRUE(federation.log_says(1, "two different messages for round 3; the second and the digest of the first"))
      << federation.log(1);
  federation.stop_all();
  expect_oracle_holds(federation);
}

TEST_P(F23LyingNeighbour, WhoRewindsIsHaltedWithEvidence) {
  FederationUnderTest federation(trusting(small));
  federation.proxy().set_rule(lying(federation, is_third_round_from_0_to_1,
                                    {.values = std::vector<double>{0, 0, 0}, .round = 2, .heard_nothing = true}));
  federation.start_all();
  EXPECT_TRUE(federation.log_says(1, "two different messages for round 2")) << federation.log(1);
  federation.stop(1);
  federation.proxy().set_rule({});
  federation.start(1);  // evidence outlives a restart
  EXPECT_TRUE(federation.log_says(0, "this neighbour is halted")) << federation.log(0);
  EXPECT_LE(federation.heard_of(1), 3u);
  federation.stop_all();
  expect_oracle_holds(federation);
  const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
  ASSERT_EQ(store.evidence().all().size(), 1u);
  const Contradiction kept = store.evidence().all()[0];
  EXPECT_EQ(round_in(kept.second)->values, (std::vector<double>{0, 0, 0}));
  EXPECT_TRUE(kept.first.empty() || round_in(kept.first)->round == 2u);
}

INSTANTIATE_TEST_SUITE_P(Trust, F7Replay, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F8LossyLinks, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F22LyingNeighbour, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F23LyingNeighbour, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
