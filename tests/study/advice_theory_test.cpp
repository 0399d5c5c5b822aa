// SPDX-License-Identifier: MIT
// Numbers of advice, against the exact theory of mean estimation.
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
  // A world's mean over 200 trials of 8 nodes has the standard error sqrt(2/p/1600) of it, 1.8 %; false alarms: 1e-6.
  EXPECT_NEAR(advice.alone.shown.median, alone, (5 * 0.018 + 0.01) * alone);
  for (const AdviceAt& at : advice.over_epsilon) {
    if (!at.joining.shown.by_theory) continue;
    EXPECT_NEAR(at.joining.shown.value, joining(at.epsilon), 0.01 * joining(at.epsilon)) << at.epsilon;
  }
  EXPECT_TRUE(advice.chosen.shown.by_theory);
  double low = 0.1, high = 100;
  while (high / low > 1.0001) (joining(std::sqrt(low * high)) > alone ? low : high) = std::sqrt(low * high);
  ASSERT_TRUE(advice.pays.median.epsilon);
  EXPECT_NEAR(*advice.pays.median.epsilon, low, 0.08 * low) << "between points of a grid, and a node alone is measured";
}

TEST(Advice, SaysFromHowManyNodesJoiningPays) {
  const double alpha = alpha_limit(Accountant::exact, PrivacyBudget{.epsilon = 4, .delta = 1e-6});
  const double noise_over_spread = 4 * 100 * 4 / (200 * alpha);
  for (const auto& [trust, q] : {std::pair<std::vector<std::string>, std::uint32_t>{{}, 1},
                                 {{"privacy.trust=all-but-q", "privacy.colluders=2"}, 2}}) {
    const Advice advice = test::advised(test::eight_nodes(trust));
    ASSERT_TRUE(advice.nodes_to_pay);
    EXPECT_EQ(advice.nodes_to_pay->colluders, q);
    EXPECT_NEAR(static_cast<double>(advice.nodes_to_pay->trusting_nobody),
                static_cast<double>(nodes_to_pay(noise_over_spread, 0)), 1.0)
        << "a node alone is measured";
    EXPECT_NEAR(static_cast<double>(advice.nodes_to_pay->trusting_all_but_q),
                static_cast<double>(nodes_to_pay(noise_over_spread, q)), 1.0);
  }
}

}  // namespace
}  // namespace sotto
