// SPDX-License-Identifier: MIT
#include "sotto/study/printed_loop.hpp"

#include <cmath>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/simulation/baseline/printed_hand_over_non_private.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {
namespace {

/// Hears what everybody hears, and keeps two rounds of it.
class Listener final : public Eavesdropper {
 public:
  explicit Listener(Round last) : last_(last) {}
  void hear(Round t, std::span<const Released> y) override {
    if (t == last_) before.assign(y.begin(), y.end());
    if (t == last_ + 1) after.assign(y.begin(), y.end());
  }
  std::vector<Released> before, after;  ///< y(T) and y(T+1)

 private:
  Round last_;
};

double distance_share(std::span<const double> found, std::span<const double> truth) {
  double apart = 0, length = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    apart += std::pow(found[k] - truth[k], 2);
    length += truth[k] * truth[k];
  }
  return std::sqrt(apart / length);
}

}  // namespace

RecoveredGradient recover_gradient(const Scenario& scenario) {
  const std::atomic<bool> never{false};
  const Plan plan = scenario.plan();
  const Round T = plan.gradient_rounds();
  const Objectives objectives = scenario.objectives(0);
  const Network network{
      .weights = scenario.weights(), .domain = scenario.domain(), .plan = plan, .objectives = objectives.view};
  const std::uint64_t seed = scenario.configuration().run.seed;
  SeededNoise noise({.seed = seed, .trial = 0});
  Listener listener(T);
  run_reference(network, FixedRounds{0}, noise, listener, never);

  // z_1(T) = Proj_X(sum_j w_1j y_j(T)): everything in it was said aloud. y(1) = 0.
  const WeightMatrix::Row row = scenario.weights().row(0);
  std::vector<double> z(dimension(scenario.domain()), 0.0), truth(z.size());
  for (std::size_t j = 0; j < row.columns.size() && T > 1; ++j)
    multiply_add(row.weights[j], listener.before[row.columns[j]].values(), z, z);
  project(scenario.domain(), z);
  objectives.view[0]->gradient(z, truth);

  const auto found = [&](std::span<const double> last_message) {
    std::vector<double> gradient(truth.size());
    for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] = (z[k] - last_message[k]) / plan.step(T);
    return distance_share(gradient, truth);
  };
  const Points printed = printed_messages_non_private({.network = network, .seed = seed, .trial = 0}, never);
  return {.from_printed_loop = found(printed.of(0)), .from_safe_loop = found(listener.after[0].values())};
}

}  // namespace sotto
