// SPDX-License-Identifier: MIT
// No privacy: the same graph, steps, momentum and rounds without noise. Judged at the mean of the estimates.
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

class NoPrivacy final : public Baseline {
 public:
  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    const Network& network = trial.network;
    check(network);
    const Plan& plan = network.plan;
    DescentRules rules{.step = [&](Round t) { return plan.step(t); }};
    if (plan.request().acceleration != Acceleration::none) rules.momentum = [&](Round t) { return plan.momentum(t); };
    return only_finite({mean_of(gradient_descent(network, rules, interrupt))});
  }
};

}  // namespace

std::unique_ptr<Baseline> make_no_privacy(const BaselineSetting&) {
  return std::make_unique<NoPrivacy>();
}

}  // namespace sotto
