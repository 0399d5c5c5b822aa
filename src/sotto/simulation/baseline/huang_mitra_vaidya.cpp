// SPDX-License-Identifier: MIT
// The predecessor (Huang, Mitra, Vaidya 2015): the same rounds with Laplace noise, steps and noise decay geometrically.
#include <cmath>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/geometric_schedule.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/laplace.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

double epsilon_of_plan(const Plan& plan) {
  return plan.request().budget.epsilon;
}

/// D0 bounds an L2 norm; the L1 norm is at most sqrt(dimension) times that.
GeometricSchedule schedule_for(const BaselineSetting& setting) {
  const PublicConstants& constants = setting.plan.request().constants;
  const double root = std::sqrt(static_cast<double>(dimension(setting.domain)));
  return geometric_schedule(
      decay_for(constants.curvature),
      {.epsilon = epsilon_of_plan(setting.plan), .sensitivity = root * constants.record_sensitivity},
      setting.plan.gradient_rounds());
}

class HuangMitraVaidya final : public Baseline {
 public:
  explicit HuangMitraVaidya(const BaselineSetting& setting)
      : common_epsilon_(epsilon_of_plan(setting.plan)), schedule_(schedule_for(setting)) {}

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    const Network& network = trial.network;
    check(network);
    const BaselineNoiseKey key{.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::huang_mitra_vaidya};
    std::vector<double> drawn(dimension(network.domain));
    const DescentRules rules{.step = [&](Round t) { return schedule_.steps[t - 1]; },
                             .disturb =
                                 [&](NodeRound at, std::span<double> x) {
                                   fill_laplace(trial.seed, place_of(key, at), drawn);
                                   multiply_add(scale_of(network, at), drawn, x, x);
                                 }};
    return only_finite({mean_of(gradient_descent(network, rules, interrupt))});
  }

 private:
  /// Scales are proportional to 1/epsilon: a node with a promise of its own keeps it.
  double scale_of(const Network& network, NodeRound at) const {
    const double common = schedule_.noise_scales[at.round - 1];
    return network.own_plans.empty() ? common : common * common_epsilon_ / epsilon_of_plan(network.own_plans[at.node]);
  }

  double common_epsilon_;
  GeometricSchedule schedule_;
};

}  // namespace

std::unique_ptr<Baseline> make_huang_mitra_vaidya(const BaselineSetting& setting) {
  return std::make_unique<HuangMitraVaidya>(setting);
}

}  // namespace sotto
