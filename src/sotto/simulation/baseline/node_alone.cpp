// SPDX-License-Identifier: MIT
// A node alone: each node's own minimiser. It is shown to nobody, so it needs no noise.
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

class NodeAlone final : public Baseline {
 public:
  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    const Network& network = trial.network;
    check(network);
    std::vector<std::vector<double>> own;
    for (NodeId i = 0; i < network.objectives.size() && !interrupt; ++i)
      own.push_back(non_private_minimiser(network.objectives.subspan(i, 1), network.domain));
    return only_finite(std::move(own));
  }
};

}  // namespace

std::unique_ptr<Baseline> make_node_alone(const BaselineSetting&) {
  return std::make_unique<NodeAlone>();
}

}  // namespace sotto
