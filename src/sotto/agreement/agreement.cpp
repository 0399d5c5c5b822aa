// SPDX-License-Identifier: MIT
#include "sotto/agreement/agreement.hpp"

#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/mean_estimation.hpp"

namespace sotto {

AgreedNetwork make_network(const GraphSettings& settings, std::uint64_t seed) {
  Graph graph = make_graph(settings, seed);
  WeightMatrix weights = make_weights(settings, graph);
  return {.graph = std::move(graph), .weights = std::move(weights)};
}

Agreement::Agreement(const Terms& terms, std::uint64_t seed, const Sizes& sizes)
    : Agreement(terms, seed, make_network(terms.graph, seed), sizes) {}

Agreement::Agreement(const Terms& terms, std::uint64_t seed, AgreedNetwork network, const Sizes& sizes)
    : terms_(terms),
      seed_(seed),
      domain_(make_domain(terms.problem)),
      network_(std::make_shared<const AgreedNetwork>(std::move(network))),
      declared_(terms.data ? std::make_shared<const DeclaredProblem>(terms, sizes(*terms.data, graph().node_count()))
                           : nullptr),
      constants_(declared_ ? declared_->common_constants()
                           : MeanEstimation::constants_for(domain_, terms.problem.records_per_node)) {
  for (const auto& [node, own] : terms.privacy.nodes)
    if (node >= graph().node_count())
      throw InvalidInput({"node." + std::to_string(node), "a table",
                          "there are " + std::to_string(graph().node_count()) + " nodes, numbered from 0"});
}

Agreement Agreement::departing(const Terms& terms) const {
  Agreement other = *this;
  other.terms_ = terms;
  return other;
}

std::size_t Agreement::records_in_all() const {
  return declared_ ? declared_->records_in_all() : terms_.problem.records_per_node * graph().node_count();
}

NetworkConstants Agreement::network_constants() const {
  return {.nodes = static_cast<double>(graph().node_count()),
          .dimension = static_cast<double>(terms_.problem.dimension),
          .mixing_rate = weights().mixing_rate().at_most(),
          .domain_diameter = diameter(domain_),
          .consensus = terms_.algorithm.consensus};
}

Averaging Agreement::averaging() const {
  return {.consensus = terms_.algorithm.consensus, .mixing_rate = weights().mixing_rate().at_most()};
}

/// beta is not computed where nobody needs it: on a large graph that takes longer than a run.
Round Agreement::mixing_rounds() const {
  if (terms_.algorithm.mixing_rounds) return *terms_.algorithm.mixing_rounds;
  return terms_.privacy.trust == Trust::all_but_q ? 1 : mixing_rounds_of(terms_.algorithm, averaging());
}

PlanRequest Agreement::plan_request() const {
  return {.budget = terms_.privacy.budget,
          .gradient_rounds = terms_.algorithm.rounds,
          .constants = constants_,
          .accountant = terms_.privacy.accountant,
          .schedule = terms_.privacy.schedule,
          .step = terms_.algorithm.step,
          .mechanism = mechanism_of(terms_.privacy, graph().node_count()),
          .epsilon_all = terms_.privacy.epsilon_all,
          .mixing_rounds = mixing_rounds(),
          .acceleration = terms_.algorithm.acceleration,
          .output = terms_.algorithm.output,
          .lattice = terms_.privacy.on_lattice ? std::optional(domain_) : std::nullopt};
}

Plan Agreement::plan_of(NodeId node) const {
  if (node >= graph().node_count())
    throw InvalidInput({"node", std::to_string(node), "there are " + std::to_string(graph().node_count()) + " nodes"});
  const std::map<NodeId, Plan> departing = departing_plans();
  const auto own = departing.find(node);
  return own == departing.end() ? plan() : own->second;
}

std::string Agreement::common_nodes() const {
  std::string text = "a node";
  for (const NodeId node : departing_nodes()) text += (text == "a node" ? " other than " : ", ") + std::to_string(node);
  return text;
}

std::vector<std::string> Agreement::warnings() const {
  std::vector<std::string> warnings;
  const auto add = [&](const std::string& whose, const PrivacyBudget& budget) {
    const std::string weak = weak_delta_warning(budget, records_in_all());
    if (!weak.empty()) warnings.push_back(whose + weak);
  };
  add("", terms_.privacy.budget);
  for (const auto& [node, own] : terms_.privacy.nodes) add("node " + std::to_string(node) + ": ", own.budget);
  return warnings;
}

std::set<NodeId> Agreement::departing_nodes() const {
  std::set<NodeId> nodes;
  if (terms_.privacy.trust == Trust::all_but_q) return nodes;  // one plan for the largest sensitivity of all
  for (const auto& [node, own] : terms_.privacy.nodes) nodes.insert(node);
  for (NodeId i = 0; declared_ && i < graph().node_count(); ++i)
    if (declared_->constants(i).record_sensitivity != constants_.record_sensitivity) nodes.insert(i);
  return nodes;
}

std::map<NodeId, Plan> Agreement::departing_plans() const {
  std::map<NodeId, Plan> plans;
  for (const NodeId node : departing_nodes()) {
    const NodePrivacy& own = terms_.privacy.of(node);
    PlanRequest request = plan_request();
    request.budget = own.budget;
    request.accountant = own.accountant;
    request.schedule = own.schedule;
    if (declared_) request.constants.record_sensitivity = declared_->constants(node).record_sensitivity;
    plans.emplace(node, make_plan(request));
  }
  return plans;
}

std::vector<Plan> Agreement::own_plans() const {
  const std::map<NodeId, Plan> departing = departing_plans();
  if (departing.empty()) return {};
  std::vector<Plan> plans(graph().node_count(), plan());
  for (const auto& [node, own] : departing) plans[node] = own;
  return plans;
}

Plan Agreement::plan() const {
  return make_plan(plan_request());
}

Certificate certificate_of_node(NodeId node, const Plan& plan) {
  return certificate_of(plan, "node " + std::to_string(node));
}

}  // namespace sotto
