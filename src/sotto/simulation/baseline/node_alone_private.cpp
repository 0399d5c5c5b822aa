// SPDX-License-Identifier: MIT
// A node alone that publishes, with the plan's promise. Where mu = L one release of its minimiser is as good as any
// number of rounds; elsewhere that would be a straw man, and it descends for as many rounds as nodes together do.
#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/methods.hpp"
#include "sotto/simulation/baseline/output_perturbation.hpp"

namespace sotto {
namespace {

/// Algorithm 1 at a node that has nobody to talk to but publishes all the same: y(T+1) with y(1) = 0, z = Proj(y),
/// y = Proj(z - eta grad f(z)) + noise of the plan's scale, in doubles.
std::vector<double> lone_descent(const Network& network, NodeId node, NoiseSource& noise,
                                 const std::atomic<bool>& interrupt) {
  const Plan& plan = network.plan_of(node);
  const bool accelerated = plan.request().acceleration != Acceleration::none;
  std::vector<double> y(dimension(network.domain), 0.0), gradient(y.size()), z_before(y.size(), 0.0);
  for (Round t = 1; t <= plan.gradient_rounds() && !interrupt; ++t) {
    project(network.domain, y);
    if (accelerated) go_beyond(network.domain, 1 + plan.momentum(t), y, z_before);
    network.objectives[node]->gradient(y, gradient);
    multiply_add(-plan.step(t), gradient, y, y);
    project(network.domain, y);
    noise.add_to({.node = node, .round = t}, plan.noise_scale(t).standard_deviation(), y);
  }
  return y;
}

class NodeAlonePrivate final : public Baseline {
 public:
  explicit NodeAlonePrivate(const Plan& plan) : perturbed_(plan) {
    const auto [mu, L] = plan.request().constants.curvature;
    one_release_is_best_ = mu == L;
  }

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    return only_finite(one_release_is_best_ ? released_once(trial, interrupt) : descended(trial, interrupt));
  }

 private:
  std::vector<std::vector<double>> released_once(const BaselineTrial& trial, const std::atomic<bool>& interrupt) const {
    const Points released = perturbed_(trial, NoiseOf::node_alone_private, interrupt);
    std::vector<std::vector<double>> own;
    for (NodeId i = 0; i < released.count(); ++i) own.emplace_back(released.of(i).begin(), released.of(i).end());
    return own;
  }

  static std::vector<std::vector<double>> descended(const BaselineTrial& trial, const std::atomic<bool>& interrupt) {
    const Network& network = trial.network;
    check(network);
    BaselineNoise noise({.seed = trial.seed, .trial = trial.trial, .of = NoiseOf::node_alone_private});
    std::vector<std::vector<double>> own;
    for (NodeId i = 0; i < network.objectives.size(); ++i) own.push_back(lone_descent(network, i, noise, interrupt));
    return own;
  }

  OutputPerturbation perturbed_;
  bool one_release_is_best_ = true;
};

}  // namespace

std::unique_ptr<Baseline> make_node_alone_private(const BaselineSetting& setting) {
  return std::make_unique<NodeAlonePrivate>(setting.plan);
}

}  // namespace sotto
