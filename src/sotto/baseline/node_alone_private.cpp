// SPDX-License-Identifier: MIT
// A node alone that publishes: its own minimiser with noise, once, with the plan's promise.
#include "sotto/baseline/checks.hpp"
#include "sotto/baseline/methods.hpp"
#include "sotto/baseline/output_perturbation.hpp"

namespace sotto {
namespace {

class NodeAlonePrivate final : public Baseline {
 public:
  explicit NodeAlonePrivate(const Plan& plan) : perturbed_(plan) {}

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    const Points released = perturbed_(trial, NoiseOf::node_alone_private, interrupt);
    std::vector<std::vector<double>> own;
    for (NodeId i = 0; i < released.count(); ++i) own.emplace_back(released.of(i).begin(), released.of(i).end());
    return only_finite(std::move(own));
  }

 private:
  OutputPerturbation perturbed_;
};

}  // namespace

std::unique_ptr<Baseline> make_node_alone_private(const BaselineSetting& setting) {
  return std::make_unique<NodeAlonePrivate>(setting.plan);
}

}  // namespace sotto
