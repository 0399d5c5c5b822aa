// SPDX-License-Identifier: MIT
// Algorithm 1 as printed. NOT PRIVATE.
#include "sotto/simulation/baseline/printed_hand_over_non_private.hpp"

#include <algorithm>
#include <utility>

#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/methods.hpp"
#include "sotto/simulation/engine/run_noise.hpp"

namespace sotto {
namespace {

/// Keeps y(T). While T = 1 that is the public zero, which nobody has to say.
class LastNoisyMessages final : public Eavesdropper {
 public:
  LastNoisyMessages(Round wanted, Points start) : kept(std::move(start)), wanted_(wanted) {}

  void hear(Round t, std::span<const Released> y) override {
    if (t != wanted_) return;
    for (NodeId i = 0; i < kept.count(); ++i) std::copy_n(y[i].values().data(), kept.dimension, kept.of(i).data());
  }

  Points kept;

 private:
  Round wanted_;
};

class PrintedHandOver final : public Baseline {
 public:
  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    return only_finite({mean_of(printed_messages_non_private(trial, interrupt))});
  }
};

}  // namespace

Points printed_messages_non_private(const BaselineTrial& trial, const std::atomic<bool>& interrupt) {
  const Network& network = trial.network;
  check(network);
  const Round T = network.plan.gradient_rounds();
  LastNoisyMessages heard(T, points_at_zero(network.weights.node_count(), dimension(network.domain)));
  RunNoise noise({.on_lattice = network.plan.on_lattice(),
                  .randomness = Randomness::seeded,
                  .key = {.seed = trial.seed, .trial = trial.trial}});
  run_reference(network, FixedRounds{0}, noise, heard, interrupt);
  Points x = heard.kept;
  std::vector<double> gradient(x.dimension);
  for (NodeId i = 0; i < x.count(); ++i)
    descend(network, {.node = i, .step = network.plan_of(i).step(T)}, heard.kept, x.of(i), gradient);
  return x;
}

std::unique_ptr<Baseline> make_printed_hand_over_non_private(const BaselineSetting&) {
  return std::make_unique<PrintedHandOver>();
}

}  // namespace sotto
