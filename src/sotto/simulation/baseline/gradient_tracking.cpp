// SPDX-License-Identifier: MIT
// Gradient tracking on noisy messages.
#include "sotto/simulation/baseline/gradient_tracking.hpp"

#include <utility>

#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

/// sum = V y.
void mix_thrice_lazily(const WeightMatrix::Row& row, const Points& y, NodeId i, std::span<double> sum) {
  mix(row, y, sum);
  const std::span<const double> own = y.of(i);
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = 0.75 * own[k] + 0.25 * sum[k];
}

class Tracker {
 public:
  Tracker(const Network& network, const TrackingNoise& noise)
      : network_(network),
        noise_(noise),
        step_(0.25 / network.plan.request().constants.curvature.smoothness),
        y_(points_at_zero(network.weights.node_count(), dimension(network.domain))),
        next_y_(y_),
        u_(y_),
        next_u_(y_),
        gradient_(y_),
        gradient_now_(y_.dimension) {}

  /// The gradient at the public start: no message has been there before it.
  void begin() {
    for (NodeId i = 0; i < y_.count(); ++i) speak_of_gradient(i, 1, u_.of(i));
  }

  void round(Round t) {
    for (NodeId i = 0; i < y_.count(); ++i) {
      estimate(i, next_y_.of(i));
      add_noise(noise_.of_estimate, {.node = i, .round = t}, next_y_.of(i));
    }
    std::swap(y_, next_y_);
    for (NodeId i = 0; i < y_.count(); ++i) {
      mix_thrice_lazily(network_.weights.row(i), u_, i, next_u_.of(i));
      speak_of_gradient(i, t, next_u_.of(i));
    }
    std::swap(u_, next_u_);
  }

  Points estimates() {
    for (NodeId i = 0; i < y_.count(); ++i) estimate(i, next_y_.of(i));
    return std::move(next_y_);
  }

 private:
  void estimate(NodeId i, std::span<double> x) const {
    mix_thrice_lazily(network_.weights.row(i), y_, i, x);
    const std::span<const double> u = u_.of(i);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] -= u[k];
  }

  /// Adds how the gradient has changed, and noise.
  void speak_of_gradient(NodeId i, Round t, std::span<double> u) {
    const std::span<double> before = gradient_.of(i);
    network_.objectives[i]->gradient(y_.of(i), gradient_now_);
    for (std::size_t k = 0; k < u.size(); ++k) {
      u[k] += step_ * (gradient_now_[k] - before[k]);
      before[k] = gradient_now_[k];
    }
    add_noise(noise_.of_gradient, {.node = i, .round = t}, u);
  }

  void add_noise(NoiseSource& source, NodeRound at, std::span<double> x) {
    source.add_to(at, network_.plan_of(at.node).noise_scale(at.round).standard_deviation(), x);
  }

  const Network& network_;
  TrackingNoise noise_;
  double step_;
  Points y_, next_y_, u_, next_u_, gradient_;
  std::vector<double> gradient_now_;
};

class GradientTracking final : public Baseline {
 public:
  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    check(trial.network);
    BaselineNoise of_estimate({.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::tracked_estimate});
    BaselineNoise of_gradient({.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::tracked_gradient});
    std::vector<std::vector<double>> points = only_finite({mean_of(
        gradient_tracking(trial.network, {.of_estimate = of_estimate, .of_gradient = of_gradient}, interrupt))});
    project(trial.network.domain, points[0]);
    return points;
  }
};

}  // namespace

Points gradient_tracking(const Network& network, const TrackingNoise& noise, const std::atomic<bool>& interrupt) {
  Tracker tracker(network, noise);
  tracker.begin();
  for (Round t = 2; t <= network.plan.gradient_rounds() && !interrupt; ++t) tracker.round(t);
  return tracker.estimates();
}

std::unique_ptr<Baseline> make_gradient_tracking(const BaselineSetting&) {
  return std::make_unique<GradientTracking>();
}

}  // namespace sotto
