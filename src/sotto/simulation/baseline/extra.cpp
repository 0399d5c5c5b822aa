// SPDX-License-Identifier: MIT
// EXTRA on noisy messages.
#include "sotto/simulation/baseline/extra.hpp"

#include <utility>

#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

/// What a node remembers of the round before, and scratch.
struct ExtraMemory {
  Points mixed, gradient;
  std::vector<double> mixed_now, gradient_now;
};

/// mixed_now = V y_i.
void mix_lazily(const WeightMatrix::Row& row, const Points& y, NodeId i, std::span<double> mixed) {
  mix(row, y, mixed);
  const std::span<const double> own = y.of(i);
  for (std::size_t k = 0; k < mixed.size(); ++k) mixed[k] = 0.5 * (own[k] + mixed[k]);
}

/// From y_i(t+1) in `now` and y_i(t) in `next` to x_i(t+2) in `next`.
void advance(std::span<const double> now, double step, NodeId i, ExtraMemory& memory, std::span<double> next) {
  const std::span<double> mixed = memory.mixed.of(i), gradient = memory.gradient.of(i);
  for (std::size_t k = 0; k < next.size(); ++k) {
    next[k] = now[k] + memory.mixed_now[k] - 0.5 * (next[k] + mixed[k]) - step * (memory.gradient_now[k] - gradient[k]);
    mixed[k] = memory.mixed_now[k];
    gradient[k] = memory.gradient_now[k];
  }
}

}  // namespace

Points extra(const Network& network, NoiseSource& noise, const std::atomic<bool>& interrupt) {
  const std::size_t p = dimension(network.domain);
  Points y = points_at_zero(network.weights.node_count(), p), next = y;
  // All that came before is 0, and so y(2) follows from y(1) by the same formula as the others.
  ExtraMemory memory{
      .mixed = y, .gradient = y, .mixed_now = std::vector<double>(p), .gradient_now = std::vector<double>(p)};
  const double step = 0.5 / network.plan.request().constants.curvature.smoothness;
  for (Round t = 1; t <= network.plan.gradient_rounds() && !interrupt; ++t) {
    for (NodeId i = 0; i < y.count(); ++i) {
      mix_lazily(network.weights.row(i), y, i, memory.mixed_now);
      network.objectives[i]->gradient(y.of(i), memory.gradient_now);
      advance(y.of(i), step, i, memory, next.of(i));
      noise.add_to({.node = i, .round = t}, network.plan_of(i).noise_scale(t).standard_deviation(), next.of(i));
    }
    std::swap(y, next);
  }
  return y;
}

namespace {

class Extra final : public Baseline {
 public:
  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    check(trial.network);
    BaselineNoise noise({.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::extra});
    std::vector<std::vector<double>> points = only_finite({mean_of(extra(trial.network, noise, interrupt))});
    project(trial.network.domain, points[0]);
    return points;
  }
};

}  // namespace

std::unique_ptr<Baseline> make_extra(const BaselineSetting&) {
  return std::make_unique<Extra>();
}

}  // namespace sotto
