// SPDX-License-Identifier: MIT
// Claims with two answers, judged on made-up points: each gives both.
#include "sotto/study/claims.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <stdexcept>

#include "sotto/study/paper_experiments.hpp"
#include "study/some_reproduction.hpp"

namespace sotto::test {
namespace {

/// The paper's plan against another series at T = 1000; before, the order is the other way round.
Observations against(const char* rival, const MeasuredPoint& paper, const MeasuredPoint& other) {
  Observations all;
  add(all, papers_plan, "normalised_error", {{1, other.mean, 0.1}, paper});
  add(all, rival, "normalised_error", {{1, paper.mean, 0.1}, other});
  return all;
}

TEST(JudgeCooperation, AsksWhetherANodeGainsAtTheLastT) {
  const ClaimVerdict gains = judge_cooperation(against("node_alone", {1000, 0.125, 0.01}, {1000, 0.75, 0.01}));
  EXPECT_EQ(gains.judgement, Judgement::holds);
  EXPECT_TRUE(tells(gains, {"0.125 +- 0.01", "0.75 +- 0.01", "1000"})) << gains.evidence;
  EXPECT_EQ(judge_cooperation(against("node_alone", {1000, 0.75, 0.01}, {1000, 0.125, 0.01})).judgement,
            Judgement::does_not_hold);
  EXPECT_EQ(judge_cooperation(against("node_alone", {1000, 0.7, 0.1}, {1000, 0.8, 0.1})).judgement,
            Judgement::does_not_hold);  // a gain that luck explains is none
}

TEST(JudgeRelaxation, AsksWhetherThePredecessorIsWorseAtEveryT) {
  const auto judged = [](const Curve& paper, const Curve& predecessor) {
    Observations all;
    add(all, papers_plan, "normalised_error", paper);
    add(all, "huang_mitra_vaidya", "normalised_error", predecessor);
    return judge_relaxation(all);
  };
  const Curve low{{1, 0.25, 0.01}, {1000, 0.125, 0.01}}, high{{1, 0.875, 0.02}, {1000, 0.75, 0.02}};
  const Curve mixed{{1, 0.0625, 0.01}, {1000, 0.75, 0.02}};
  EXPECT_EQ(judged(low, high).judgement, Judgement::holds);
  EXPECT_EQ(judged(high, low).judgement, Judgement::does_not_hold);
  EXPECT_EQ(judged(low, low).judgement, Judgement::does_not_hold);
  const ClaimVerdict part = judged(low, mixed);
  EXPECT_EQ(part.judgement, Judgement::in_part);
  EXPECT_TRUE(tells(part, {"1 of 2", "0.0625 +- 0.01", "0.75 +- 0.02", "0.125 +- 0.01"})) << part.evidence;
}

TEST(JudgeDefault, AsksWhetherTheRatioIsAboveOne) {
  const auto judged = [](double ours) {
    Observations all;
    add(all, papers_plan, "normalised_error", {{1, 2, 0.1}, {1000, 1, 0.01}});
    add(all, our_default, "normalised_error", {{1, 2, 0.1}, {1000, ours, 0.01}});
    add(all, papers_plan, "theory_exact", {{1, 2, 0}, {1000, 1, 0}});
    add(all, our_default, "theory_exact", {{1, 2, 0}, {1000, 0.4, 0}});
    return judge_default(all);
  };
  EXPECT_EQ(judged(0.5).judgement, Judgement::holds);
  EXPECT_TRUE(tells(judged(0.5), {"1000: 2 +-", "2.500"})) << judged(0.5).evidence;
  EXPECT_EQ(judged(0.98).judgement, Judgement::does_not_hold);  // a gain that luck explains is none
}

Observations one_node(const Curve& measured, double printed, double corrected) {
  Observations all;
  add(all, "measured", "error_in_units", measured);
  for (const MeasuredPoint& point : measured) {
    add(all, "Theorem 2 as printed", "error_in_units", {{point.x, printed, 0}});
    add(all, "Theorem 2, corrected", "error_in_units", {{point.x, corrected, 0}});
  }
  return all;
}

TEST(JudgePrintedBound, FallsWithOnePointBeyondIt) {
  const Curve below{{1000, 2, 0.1}, {10000, 3, 0.1}}, beyond{{1000, 3.375, 0.1}, {10000, 2, 0.1}};
  EXPECT_EQ(judge_printed_bound(one_node(below, 2.875, 4)).judgement, Judgement::holds);  // 1.25 standard errors
  const ClaimVerdict falls = judge_printed_bound(one_node(beyond, 2.875, 4));
  EXPECT_EQ(falls.judgement, Judgement::does_not_hold);
  EXPECT_TRUE(tells(falls, {"1000", "3.38 +- 0.1", "2.88"})) << falls.evidence;
}

Observations bounded(double measured, double bound) {
  Observations all;
  add(all, papers_plan, "normalised_error", {{1, measured, 0.01}, {1000, measured, 0.01}});
  add(all, papers_plan, "bound_corrected", {{1, bound, 0}, {1000, bound, 0}});
  return all;
}

TEST(JudgeCorrectedBound, FallsWithOnePointBeyondItInEitherExperiment) {
  const Curve two{{1000, 2, 0.1}, {10000, 3, 0.1}};
  const ClaimVerdict holds = judge_corrected_bound(bounded(0.5, 4), one_node(two, 1, 3.75));
  EXPECT_EQ(holds.judgement, Judgement::holds);
  EXPECT_TRUE(tells(holds, {"4 of 4", "1.25"})) << holds.evidence;
  EXPECT_EQ(judge_corrected_bound(bounded(0.5, 0.4), one_node(two, 1, 4)).judgement, Judgement::does_not_hold);
  const ClaimVerdict falls = judge_corrected_bound(bounded(0.5, 4), one_node(two, 1, 2.5));
  EXPECT_EQ(falls.judgement, Judgement::does_not_hold);
  EXPECT_TRUE(tells(falls, {"3 of 4"})) << falls.evidence;
}

TEST(JudgePrintedLoop, FallsWithAGradientFound) {
  const ClaimVerdict found = judge_printed_loop(3e-13);
  EXPECT_EQ(found.judgement, Judgement::does_not_hold);
  EXPECT_TRUE(tells(found, {"3.0e-13"})) << found.evidence;
  EXPECT_EQ(judge_printed_loop(0.7).judgement, Judgement::holds);
}

TEST(JudgeTheoremOne, ComparesWhatIsSpentWithWhatWasPromised) {
  const ClaimVerdict kept = judge_theorem_one({.promised_epsilon = 4, .exact_epsilon = 2.625});
  EXPECT_EQ(kept.judgement, Judgement::holds);
  EXPECT_TRUE(tells(kept, {"2.625", "4"})) << kept.evidence;
  EXPECT_EQ(judge_theorem_one({.promised_epsilon = 4, .exact_epsilon = 4.001}).judgement, Judgement::does_not_hold);
}

TEST(Judgements, HaveThreeNames) {
  EXPECT_EQ(name_of(Judgement::holds), "holds");
  EXPECT_EQ(name_of(Judgement::in_part), "holds in part");
  EXPECT_EQ(name_of(Judgement::does_not_hold), "does not hold");
}

TEST(JudgeClaims, LeavesOutWhatWasNotRunAndNamesTheExperimentThatShowsEach) {
  EXPECT_TRUE(judge_claims({}).empty());
  const Curve two{{1000, 2, 0.1}, {10000, 3, 0.1}};
  const std::vector<ClaimVerdict> alone = judge_claims({{"printed_bound", one_node(two, 1, 4)}});
  ASSERT_EQ(alone.size(), 2U);  // as printed and corrected
  EXPECT_EQ(alone[0].figure, "printed_bound");
  EXPECT_TRUE(judge_claims({{"consensus", one_node(two, 1, 4)}}).empty());
}

TEST(JudgeClaims, AnExperimentWithoutTheSeriesOfAClaimIsNotJudgedSilently) {
  EXPECT_THROW(judge_claims({{"figure1", bounded(1, 2)}}), std::logic_error);
}

}  // namespace
}  // namespace sotto::test
