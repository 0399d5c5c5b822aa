// SPDX-License-Identifier: MIT
// Advice as a whole, against the exact theory of mean estimation.
#include "sotto/study/advice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/some_advice.hpp"

namespace sotto {
namespace {

/// Records of a node spread by about 1 around 7: a node alone is off by p/N_i (1 - 1/N), joining by
/// (p/N) (c D0)^2/alpha, whatever T is.
TEST(Advice, OnTheMeanIsTheTheorys) {
  const Configuration configuration =
      test::configured({"graph.kind=complete", "graph.nodes=8", "problem.dimension=4", "problem.records_per_node=200",
                        "advice.most_rounds=30", "advice.trials=200", "algorithm.rounds=30"});
  const Advice advice = test::advised(configuration);
  EXPECT_EQ(advice.chosen.candidate, (Candidate{NoiseSchedule::constant, StepRule::shifted, 1}));
  const double p = 4, N = 8, records = 200, D0 = 2 * 10 * std::sqrt(p), squared_norm = p * 49;
  const auto joining = [&](double epsilon) {
    const double alpha = alpha_limit(Accountant::exact, PrivacyBudget{.epsilon = epsilon, .delta = 1e-6});
    return p / N * (D0 / records) * (D0 / records) / alpha / squared_norm;
  };
  const double alone = p / records * (1 - 1 / N) / squared_norm;
  EXPECT_NEAR(advice.alone.value, alone, 5 * advice.alone.standard_error + 0.01 * alone);
  for (const AdviceAt& at : advice.over_epsilon) {
    if (!at.joining.shown.by_theory) continue;
    EXPECT_NEAR(at.joining.shown.value, joining(at.epsilon), 0.01 * joining(at.epsilon)) << at.epsilon;
  }
  EXPECT_TRUE(advice.chosen.shown.by_theory);
  double low = 0.1, high = 100;
  while (high / low > 1.0001) (joining(std::sqrt(low * high)) > alone ? low : high) = std::sqrt(low * high);
  ASSERT_TRUE(advice.pays.epsilon);
  EXPECT_NEAR(*advice.pays.epsilon, low, 0.08 * low) << "between points of a grid, and a node alone is measured";
}

TEST(Advice, IsNothingWhenInterrupted) {
  const std::atomic<bool> now{true};
  EXPECT_FALSE(advise(
      test::small(), [](std::uint32_t, std::uint32_t) {}, now));
}

}  // namespace
}  // namespace sotto
