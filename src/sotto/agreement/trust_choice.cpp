// SPDX-License-Identifier: MIT
#include "sotto/agreement/trust_choice.hpp"

#include <cmath>
#include <set>

#include "sotto/consensus/released_error.hpp"
#include "sotto/graph/relay.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

double squared_last_noise(const Plan& plan) {
  return std::pow(plan.noise_scale(plan.gradient_rounds()).standard_deviation(), 2);
}

/// The mean over nodes, where they have plans of their own.
double squared_last_noise(const Plan& plan, const std::vector<Plan>& own_plans) {
  if (own_plans.empty()) return squared_last_noise(plan);
  double sum = 0;
  for (const Plan& own : own_plans) sum += squared_last_noise(own);
  return sum / static_cast<double>(own_plans.size());
}

TrustChoice choice_of(const Agreement& agreement, std::uint32_t colluders) {
  const Plan plan = agreement.plan();
  const Terms& terms = agreement.terms();
  const std::uint64_t nodes = agreement.graph().node_count(), directed_edges = 2 * agreement.graph().edge_count();
  const auto p = static_cast<double>(terms.problem.dimension);
  TrustChoice choice{.colluders = colluders,
                     .as_configured = false,
                     .epsilon_all = epsilon_of(plan.request().accountant, plan, Threat::all_others()),
                     .last_noise_scale = std::sqrt(squared_last_noise(plan, agreement.own_plans())),
                     .noise_beside_nobody = 1,
                     .squared_error = std::nullopt,
                     .messages = directed_edges,
                     .bytes = 0,
                     .hops = {1, 1}};
  if (!terms.problem.has_model() && !terms.data)
    choice.squared_error = exact_mean_estimation_error(plan, p, agreement.graph().node_count());
  if (plan.is_masked()) {
    choice.messages = relayed_messages(nodes, directed_edges);
    choice.hops = diameter(agreement.graph());
  }
  choice.bytes = choice.messages * terms.problem.dimension * sizeof(double);
  return choice;
}

}  // namespace

void trust_all_but(Terms& terms, std::uint32_t colluders) {
  terms.privacy.trust = colluders == 0 ? Trust::nobody : Trust::all_but_q;
  terms.privacy.colluders = colluders;
  if (colluders > 0) {
    terms.algorithm.mixing_rounds = 1;
    return;
  }
  terms.privacy.spare_rounds = 0;
  terms.privacy.epsilon_all.reset();
}

bool can_trust_all_but(const Terms& terms, NodeId nodes, std::uint32_t colluders) {
  const bool provable = !terms.privacy.on_lattice || pays_total_variation(terms.privacy.accountant);
  return provable && terms.privacy.nodes.empty() && colluders >= 1 && nodes >= colluders + 2;
}

std::vector<TrustChoice> trust_choices(const Agreement& agreement) {
  const NodeId nodes = agreement.graph().node_count();
  const std::uint32_t configured = agreement.terms().privacy.colluders;
  std::vector<TrustChoice> choices;
  for (const std::uint32_t q : std::set<std::uint32_t>{0, 1, nodes / 3, nodes / 2, configured}) {
    if (q > 0 && !can_trust_all_but(agreement.terms(), nodes, q)) continue;
    Terms terms = agreement.terms();
    trust_all_but(terms, q);
    try {
      choices.push_back(choice_of(agreement.departing(terms), q));
    } catch (const InvalidInput&) {  // such as noise that is too small for a lattice
      continue;
    }
    choices.back().as_configured = q == configured;
    const double nobody = choices.front().last_noise_scale;
    choices.back().noise_beside_nobody = std::pow(choices.back().last_noise_scale / nobody, 2);
  }
  if (choices.size() < 2 || choices.front().colluders > 0) return {};
  return choices;
}

}  // namespace sotto
