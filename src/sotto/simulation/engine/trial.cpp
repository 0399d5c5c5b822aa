// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/trial.hpp"

#include <algorithm>
#include <set>

#include "sotto/graph/relay.hpp"

namespace sotto {
namespace {

double spent(const Plan& plan, Round rounds) {
  double sum = 0;
  for (Round t = 1; t <= rounds; ++t) sum += plan.cost(t);
  return sum;
}

}  // namespace

void check_parts(const Network& network) {
  const MaskedSums* sums = masked_sums(network.plan.request().mechanism);
  if (sums != nullptr && sums->members != network.objectives.size())
    throw InvalidInput({"privacy.trust", std::to_string(sums->members) + " members",
                        "masked sums are planned for all nodes, " + std::to_string(network.objectives.size())});
  if (sums != nullptr && !network.own_plans.empty())
    throw InvalidInput({"privacy.node", std::to_string(network.own_plans.size()),
                        "with masked sums all nodes follow one plan: each is protected by the noise of the others"});
  if (network.objectives.size() != network.weights.node_count())
    throw InvalidInput({"graph.nodes", std::to_string(network.weights.node_count()),
                        "must equal the number of objectives, " + std::to_string(network.objectives.size())});
  if (!network.own_plans.empty() && network.own_plans.size() != network.objectives.size())
    throw InvalidInput(
        {"privacy.node", std::to_string(network.own_plans.size()), "every node needs a plan of its own"});
  for (const Plan& own : network.own_plans)
    if (own.gradient_rounds() != network.plan.gradient_rounds())
      throw InvalidInput({"algorithm.rounds", std::to_string(own.gradient_rounds()), "must be the same at every node"});
}

RunNoise noise_of(const Trial& trial) {
  return RunNoise({.on_lattice = trial.network.plan.on_lattice(),
                   .masked = trial.network.plan.is_masked(),
                   .randomness = trial.randomness,
                   .key = trial.noise,
                   .precision = trial.precision});
}

void TrialOutcome::add_costs(const Network& network) {
  const std::uint64_t nodes = network.weights.node_count(), directed_edges = network.weights.entry_count() - nodes;
  messages = network.plan.is_masked() ? relayed_messages(nodes, directed_edges) * gradient_rounds
                                      : directed_edges * (gradient_rounds + mixing_rounds + consensus_rounds);
  bytes = messages * dimension(network.domain) * sizeof(double);
  alpha_spent = network.own_plans.empty() ? spent(network.plan, gradient_rounds) : 0;
  std::set<const PlanRequest*> known;  // copies of a plan share what they were made from
  for (const Plan& own : network.own_plans)
    if (known.insert(&own.request()).second) alpha_spent = std::max(alpha_spent, spent(own, gradient_rounds));
}

}  // namespace sotto
