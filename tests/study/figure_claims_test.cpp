// SPDX-License-Identifier: MIT
// What the paper says of its figures, judged on made-up points: every verdict gives every answer it has.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "study/some_reproduction.hpp"

namespace sotto::test {
namespace {

// ---- Figure 1: rounds ----

struct Ends {
  double first, last;
};

Observations rounds(const Ends& printed, const Ends& normalised) {
  Observations all;
  add(all, papers_plan, "error_in_units", {{1, printed.first, 0.1}, {1000, printed.last, 0.1}});
  add(all, normalised_plan, "error_in_units", {{1, normalised.first, 0.1}, {1000, normalised.last, 0.1}});
  return all;
}

TEST(JudgeRounds, HoldsWhereTheErrorFallsWithoutTheSlackToo) {
  const ClaimVerdict verdict = judge_rounds(rounds({2.25, 1.125}, {1.875, 1.0625}));
  EXPECT_EQ(verdict.judgement, Judgement::holds);
  EXPECT_TRUE(tells(verdict, {"2.25", "1.12", "1.88", "1.06", "1000"})) << verdict.evidence;
}

TEST(JudgeRounds, HoldsInPartWhereOnlyTheSlackFalls) {
  EXPECT_EQ(judge_rounds(rounds({2, 1.33}, {1, 1.33})).judgement, Judgement::in_part);
}

TEST(JudgeRounds, DoesNotHoldWhereNothingFallsBeyondLuck) {
  EXPECT_EQ(judge_rounds(rounds({1.7, 1.33}, {2, 1})).judgement, Judgement::does_not_hold);  // 2.6 standard errors
  EXPECT_EQ(judge_rounds(rounds({1, 2}, {2, 1})).judgement, Judgement::does_not_hold);
}

// ---- Figure 2: epsilon ----

const std::vector<double> epsilons{0.1, 0.3, 1, 3, 10};

/// `error` of epsilon for all deltas, known to 0.1 %; where `clips` says so, the exact theory is far from it.
Observations errors_of(const std::function<double(double)>& error, const std::function<bool(double)>& clips) {
  Observations all;
  for (const char* delta : {"1e-3", "1e-6", "1e-9"}) {
    Curve measured, theory;
    for (const double epsilon : epsilons) {
      measured.push_back({epsilon, error(epsilon), 1e-3 * error(epsilon)});
      theory.push_back({epsilon, clips(epsilon) ? 10 * error(epsilon) : error(epsilon), 0});
    }
    add(all, std::string(papers_plan) + ", delta = " + delta, "normalised_error", measured);
    add(all, std::string(papers_plan) + ", delta = " + delta, "theory_exact", theory);
  }
  return all;
}

std::function<double(double)> power(double exponent) {
  return [exponent](double epsilon) { return std::pow(epsilon, exponent); };
}
bool nowhere(double) {
  return false;
}
bool everywhere(double) {
  return true;
}

TEST(JudgeEpsilon, HoldsWhereTheSlopeIsMinusTwo) {
  const ClaimVerdict verdict = judge_epsilon(errors_of(power(-2.05), nowhere));
  EXPECT_EQ(verdict.judgement, Judgement::holds);
  EXPECT_TRUE(tells(verdict, {"-2.050", "0.1", "10", "1e-9"})) << verdict.evidence;
}

TEST(JudgeEpsilon, HoldsInPartWhereTheSlopeStartsAtMinusTwoAndFlattens) {
  const auto flattens = [](double epsilon) { return (epsilon + 5) / (epsilon * epsilon); };
  EXPECT_EQ(judge_epsilon(errors_of(flattens, nowhere)).judgement, Judgement::in_part);
}

TEST(JudgeEpsilon, DoesNotHoldWhereTheSlopeIsAnother) {
  const ClaimVerdict verdict = judge_epsilon(errors_of(power(-1), nowhere));
  EXPECT_EQ(verdict.judgement, Judgement::does_not_hold);
  EXPECT_TRUE(tells(verdict, {"-1.000"})) << verdict.evidence;
}

TEST(JudgeEpsilon, IsJudgedWhereNoProjectionBinds) {
  // Flat at small epsilon, where the theory does not describe it; -2 from 1 on.
  const auto clipped = [](double epsilon) { return std::min(1.0, std::pow(epsilon, -2)); };
  EXPECT_EQ(judge_epsilon(errors_of(clipped, [](double epsilon) { return epsilon < 1; })).judgement, Judgement::holds);
  EXPECT_NE(judge_epsilon(errors_of(clipped, nowhere)).judgement, Judgement::holds);
  EXPECT_EQ(judge_epsilon(errors_of(power(-2), everywhere)).judgement, Judgement::does_not_hold);
}

// ---- Figure 3: connectivity ----

/// Errors on the sparsest graph; 1 +- 0.1 on the complete one.
struct Sparsest {
  double before_100, before_1000, after_100, after_1000;
};

Observations connectivity(const Sparsest& error) {
  Observations all;
  const auto add_case = [&](const char* T, const char* metric, double sparse) {
    add(all, std::string(papers_plan) + ", T = " + T, metric, {{0.1, sparse, 0.1}, {0.6, 1.5, 0.1}, {1, 1, 0.1}});
  };
  add_case("100", "first_node_error", error.before_100);
  add_case("1000", "first_node_error", error.before_1000);
  add_case("100", "first_node_end_error", error.after_100);
  add_case("1000", "first_node_end_error", error.after_1000);
  return all;
}

TEST(JudgeConnectivity, HoldsWhereEveryCaseFalls) {
  const ClaimVerdict verdict = judge_connectivity(connectivity({2.5, 2.25, 2.125, 1.75}));
  EXPECT_EQ(verdict.judgement, Judgement::holds);
  EXPECT_TRUE(tells(verdict, {"2.5 +-", "2.25", "2.12", "1.75", "10.6", "0.1"})) << verdict.evidence;
}

TEST(JudgeConnectivity, HoldsInPartWhereAnyCaseFalls) {
  EXPECT_EQ(judge_connectivity(connectivity({2, 1, 1, 1})).judgement, Judgement::in_part);
  EXPECT_EQ(judge_connectivity(connectivity({1, 1, 1, 2})).judgement, Judgement::in_part);
  EXPECT_EQ(judge_connectivity(connectivity({2, 2, 2, 1.4})).judgement, Judgement::in_part);
}

TEST(JudgeConnectivity, DoesNotHoldWhereNoCaseFalls) {
  EXPECT_EQ(judge_connectivity(connectivity({1.4, 1, 0.5, 1.2})).judgement, Judgement::does_not_hold);
}

// ---- Figure 4: records ----

Observations records(const Ends& as_printed, const Ends& fixed) {
  Observations all;
  const auto add_case = [&](const char* words, const Ends& ends) {
    const Curve curve{{10, ends.first, 0.01 * ends.first},
                      {100, std::sqrt(ends.first * ends.last), 0.01 * std::sqrt(ends.first * ends.last)},
                      {1000, ends.last, 0.01 * ends.last}};
    add(all, std::string(papers_plan) + ", " + words, "normalised_error", curve);
    add(all, std::string(papers_plan) + ", " + words, "theory_exact", curve);
  };
  add_case("as printed", as_printed);
  add_case("delta fixed", fixed);
  return all;
}

TEST(JudgeRecords, GivesAllThreeAnswers) {
  const ClaimVerdict holds = judge_records(records({1, 1e-4}, {2, 2e-3}));
  EXPECT_EQ(holds.judgement, Judgement::holds);
  EXPECT_TRUE(tells(holds, {"-2.00", "-1.50", "0.0001", "0.002"})) << holds.evidence;
  EXPECT_EQ(judge_records(records({1, 1e-4}, {1, 1})).judgement, Judgement::in_part);
  EXPECT_EQ(judge_records(records({1, 1.02}, {1, 1e-4})).judgement, Judgement::in_part);
  EXPECT_EQ(judge_records(records({1, 0.97}, {1, 2})).judgement, Judgement::does_not_hold);  // 2.1 standard errors
}

}  // namespace
}  // namespace sotto::test
