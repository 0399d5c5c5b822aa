// SPDX-License-Identifier: MIT
// Theorem 2 as printed is false for one node: a run of the real node lands beyond the whole printed bound.
#include "sotto/study/printed_bound.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/observation/running_statistic.hpp"
#include "support.hpp"

namespace sotto {
namespace {

/// The same run as if no projection bound after round t0: u(t+1) = (1 - c/t) u(t) + n(t) from u(t0+1) = y(t0+1) on.
/// Its expected square is known, so the difference of the two runs is all that has to be measured.
class FreeRun final : public NoiseSource, public Eavesdropper {
 public:
  FreeRun(std::uint32_t trial, Round t0, std::size_t p)
      : seeded_({.seed = 1, .trial = trial}), t0_(t0), start_(p, 0.0), noise_(p, 0.0), drawn_(p, 0.0) {}

  void add_to(NodeRound at, double M, std::span<double> value) override {
    if (at.round <= t0_) return seeded_.add_to(at, M, value);
    const double keep = 1 - OneNode::c / at.round;
    std::fill(drawn_.begin(), drawn_.end(), 0.0);
    seeded_.add_to(at, M, drawn_);
    for (std::size_t k = 0; k < noise_.size(); ++k) {
      value[k] += drawn_[k];
      noise_[k] = keep * noise_[k] + drawn_[k];
    }
    kept_ *= keep;
    variance_ = keep * keep * variance_ + M * M;
  }
  void hear(Round t, std::span<const Released> y) override {
    if (t == t0_ + 1) start_.assign(y[0].values().begin(), y[0].values().end());
  }

  /// E||u(T+1)||^2 - ||u(T+1)||^2, given where it started: zero in the mean.
  double correction() const {
    double square = 0;
    for (std::size_t k = 0; k < start_.size(); ++k) square += std::pow(kept_ * start_[k] + noise_[k], 2);
    return kept_ * kept_ * test::squared_norm(start_) + static_cast<double>(start_.size()) * variance_ - square;
  }

 private:
  SeededNoise seeded_;
  Round t0_;
  std::vector<double> start_, noise_, drawn_;
  double kept_ = 1, variance_ = 0;
};

TEST(Theorem2, WithOneNodeTheErrorPassesTheWholePrintedBound) {
  // In units of p c^2/kappa: the printed bound is 2.81, the truth 3.2, the corrected bound a little above 4. The test
  // asks for 10 standard errors of 4 runs: were the bound just met, 1 seed in 1000 would pass it (Student, 3 degrees).
  const std::size_t p = OneNode::dimension;
  const Domain ball = Ball{p, OneNode::radius};
  const Plan plan = OneNode::plan(800000);
  const WeightMatrix weights = make_weights(Graph(1, {}), WeightRule::paper);
  const MeanEstimation f(ball, {.dimension = p, .values = std::vector<double>(p, 0.0)});
  const std::vector<const Objective*> objectives{&f};
  const NetworkConstants network = OneNode::network();
  const std::atomic<bool> interrupt = false;
  RunningStatistic error;
  for (std::uint32_t trial = 0; trial < 4; ++trial) {
    FreeRun free(trial, plan.gradient_rounds() / 7, p);
    const TrialOutcome outcome =
        run_reference({weights, ball, plan, objectives}, FixedRounds{0}, free, free, interrupt);
    error.add(test::squared_norm(outcome.messages_at_end[0].values()) + free.correction());
  }
  const double last_noise = p * std::pow(plan.noise_scale(plan.gradient_rounds()).standard_deviation(), 2);
  const double before_release = error.mean() - last_noise, unit = OneNode::unit(plan);
  EXPECT_GT(before_release - 10 * error.standard_error(),
            printed_theorem2(plan, network).sum());  // 10 standard errors beyond it
  EXPECT_GT(before_release, 1.5 * printed_theorem2(plan, network).privacy);
  EXPECT_NEAR(before_release / unit, 3.2, 0.2);
  EXPECT_LT(error.mean(), recursion_bound(plan, network).released_mean);
  EXPECT_LT(error.mean(), corrected_theorem2(plan, network).sum());
}

}  // namespace
}  // namespace sotto
