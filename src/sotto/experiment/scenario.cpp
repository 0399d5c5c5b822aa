// SPDX-License-Identifier: MIT
// What the trials of an experiment have in common.
#include "sotto/experiment/scenario.hpp"

#include <cmath>

#include "sotto/experiment/domain_parts.hpp"
#include "sotto/graph/graph_file.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/truncated_gaussian.hpp"

namespace sotto {
namespace {

/// The most square rows x columns with the wanted number of nodes.
GridShape most_square(NodeId nodes) {
  auto rows = static_cast<NodeId>(std::sqrt(static_cast<double>(nodes)));
  while (rows > 1 && nodes % rows != 0) --rows;
  return {.rows = std::max<NodeId>(rows, 1), .columns = nodes / std::max<NodeId>(rows, 1)};
}

GridShape torus_shape(NodeId nodes) {
  const GridShape shape = most_square(nodes);
  if (shape.rows < 3)
    throw InvalidInput({"graph.nodes", std::to_string(nodes), "a torus has rows times columns nodes, both at least 3"});
  return shape;
}

NodeId side_of_square(NodeId nodes) {
  const auto side = static_cast<NodeId>(std::sqrt(static_cast<double>(nodes)));  // exact for squares below 2^52
  if (side * side != nodes)
    throw InvalidInput({"graph.nodes", std::to_string(nodes),
                        "an expander has a square number of nodes, such as " + std::to_string(side * side) + " or " +
                            std::to_string((side + 1) * (side + 1))});
  return side;
}

NodeId binary_logarithm(NodeId nodes) {
  NodeId exponent = 0;
  while ((NodeId{2} << exponent) <= nodes && exponent < 30) ++exponent;
  if ((NodeId{1} << exponent) != nodes)
    throw InvalidInput({"graph.nodes", std::to_string(nodes), "a hypercube has a power of two of nodes"});
  return exponent;
}

}  // namespace

Graph make_graph(const GraphSettings& g, std::uint64_t seed) {
  if (g.kind == "complete") return complete_graph(g.nodes);
  if (g.kind == "ring") return ring_graph(g.nodes);
  if (g.kind == "path") return path_graph(g.nodes);
  if (g.kind == "star") return star_graph(g.nodes);
  if (g.kind == "grid") return grid_graph(most_square(g.nodes));
  if (g.kind == "torus") return torus_graph(torus_shape(g.nodes));
  if (g.kind == "hypercube") return hypercube_graph(binary_logarithm(g.nodes));
  if (g.kind == "random-regular") return random_regular_graph({.nodes = g.nodes, .degree = g.degree, .seed = seed});
  if (g.kind == "watts-strogatz")
    return watts_strogatz_graph({.nodes = g.nodes, .degree = g.degree, .rewiring = g.rewiring, .seed = seed});
  if (g.kind == "barabasi-albert")
    return barabasi_albert_graph({.nodes = g.nodes, .attachments = g.attachments, .seed = seed});
  if (g.kind == "random-geometric") return random_geometric_graph({.nodes = g.nodes, .radius = g.radius, .seed = seed});
  if (g.kind == "static-exponential") return static_exponential_graph(g.nodes);
  if (g.kind == "expander") return expander_graph(side_of_square(g.nodes));
  const std::optional<NodeId> nodes = g.nodes == 0 ? std::nullopt : std::optional(g.nodes);
  if (g.kind == "edges") return graph_of_edges(g.edges, nodes);
  if (g.kind == "file")
    return g.file.empty() ? read_graph_of_weights(g.weights_file, nodes) : read_graph_file(g.file, nodes);
  return erdos_renyi_graph({.nodes = g.nodes, .edge_probability = g.edge_probability, .seed = seed});
}

WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph) {
  if (settings.weights == "file") return read_weights_file(settings.weights_file, graph);
  if (settings.weights == "listed") return weights_as_listed(graph, settings.listed_weights);
  return make_weights(graph, *weight_rule_named(settings.weights));
}

GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed) {
  if (!settings.names_a_file()) return settings;
  const Graph graph = make_graph(settings, seed);
  GraphSettings listed = settings;
  if (settings.kind == "file") {
    listed.kind = "edges";
    listed.edges = edges_of(graph);
  }
  if (settings.weights == "file") {
    listed.weights = "listed";
    listed.listed_weights = listed_weights_of(make_weights(settings, graph));
  }
  listed.file = listed.weights_file = "";
  return listed;
}

Domain make_domain(const ProblemSettings& settings) {
  if (settings.domain == "product") return Product{settings.parts};
  return whole(simple_domain(settings.domain, settings.dimension, settings.radius));
}

Scenario::Scenario(const Configuration& configuration)
    : configuration_(configuration),
      domain_(make_domain(configuration.problem)),
      graph_(make_graph(configuration.graph, configuration.run.seed)),
      weights_(make_weights(configuration.graph, graph_)),
      real_(configuration.data ? std::make_shared<const RealProblem>(configuration, domain_, graph_.node_count())
                               : nullptr),
      constants_(real_ ? real_->common_constants()
                       : MeanEstimation::constants_for(domain_, configuration.problem.records_per_node)) {
  for (const auto& [node, own] : configuration.privacy.nodes)
    if (node >= graph_.node_count())
      throw InvalidInput({"node." + std::to_string(node), "a table",
                          "there are " + std::to_string(graph_.node_count()) + " nodes, numbered from 0"});
}

Scenario Scenario::departing(const Configuration& configuration) const {
  Scenario other = *this;
  other.configuration_ = configuration;
  return other;
}

std::size_t Scenario::records_in_all() const {
  return real_ ? real_->records_in_all() : configuration_.problem.records_per_node * graph_.node_count();
}

NetworkConstants Scenario::network_constants() const {
  return {.nodes = static_cast<double>(graph_.node_count()),
          .dimension = static_cast<double>(configuration_.problem.dimension),
          .mixing_rate = weights_.mixing_rate().at_most(),
          .domain_diameter = diameter(domain_),
          .consensus = configuration_.algorithm.consensus};
}

Averaging Scenario::averaging() const {
  return {.consensus = configuration_.algorithm.consensus, .mixing_rate = weights_.mixing_rate().at_most()};
}

PlanRequest Scenario::plan_request() const {
  return {.budget = configuration_.privacy.budget,
          .gradient_rounds = configuration_.algorithm.rounds,
          .constants = constants_,
          .accountant = configuration_.privacy.accountant,
          .schedule = configuration_.privacy.schedule,
          .step = configuration_.algorithm.step,
          .lattice = configuration_.privacy.on_lattice ? std::optional(domain_) : std::nullopt};
}

Plan Scenario::plan_of(NodeId node) const {
  if (node >= graph_.node_count())
    throw InvalidInput({"node", std::to_string(node), "there are " + std::to_string(graph_.node_count()) + " nodes"});
  const std::map<NodeId, Plan> departing = departing_plans();
  const auto own = departing.find(node);
  return own == departing.end() ? plan() : own->second;
}

std::string Scenario::common_nodes() const {
  std::string text = "a node";
  for (const NodeId node : departing_nodes()) text += (text == "a node" ? " other than " : ", ") + std::to_string(node);
  return text;
}

std::string Scenario::only_a_simulation() const {
  if (!configuration_.data || !configuration_.data->division_follows_from_records()) return "";
  return "For a simulation only: with data.partition = \"" + std::string(name_of(configuration_.data->partition)) +
         "\" who holds which record follows from records, so that replacing one may move others to another node. No "
         "certificate covers that.";
}

Certificate Scenario::certificate(const Plan& plan, const std::string& whose) const {
  Certificate certificate = certificate_of(plan, whose);
  const RunSettings& run = configuration_.run;
  if (run.randomness == Randomness::system && run.trials > 1)
    certificate.statement += " This is what one trial costs, and run.trials = " + std::to_string(run.trials) +
                             ": the costs of trials on the same records add (alpha and total variation).";
  if (const std::string why = only_a_simulation(); !why.empty()) certificate.statement += " " + why;
  return certificate;
}

Certificate Scenario::certificate_of_node(NodeId node, const Plan& plan) const {
  return certificate(plan, "node " + std::to_string(node));
}

std::vector<std::string> Scenario::warnings() const {
  std::vector<std::string> warnings;
  const auto add = [&](const std::string& whose, const PrivacyBudget& budget) {
    const std::string weak = weak_delta_warning(budget, records_in_all());
    if (!weak.empty()) warnings.push_back(whose + weak);
  };
  add("", configuration_.privacy.budget);
  for (const auto& [node, own] : configuration_.privacy.nodes) add("node " + std::to_string(node) + ": ", own.budget);
  return warnings;
}

std::set<NodeId> Scenario::departing_nodes() const {
  std::set<NodeId> nodes;
  for (const auto& [node, own] : configuration_.privacy.nodes) nodes.insert(node);
  for (NodeId i = 0; real_ && i < graph_.node_count(); ++i)
    if (real_->constants(i).record_sensitivity != constants_.record_sensitivity) nodes.insert(i);
  return nodes;
}

std::map<NodeId, Plan> Scenario::departing_plans() const {
  std::map<NodeId, Plan> plans;
  for (const NodeId node : departing_nodes()) {
    const NodePrivacy& own = promise_of(node);
    PlanRequest request = plan_request();
    request.budget = own.budget;
    request.accountant = own.accountant;
    request.schedule = own.schedule;
    if (real_) request.constants.record_sensitivity = real_->constants(node).record_sensitivity;
    plans.emplace(node, make_plan(request));
  }
  return plans;
}

const NodePrivacy& Scenario::promise_of(NodeId node) const {
  const auto own = configuration_.privacy.nodes.find(node);
  return own == configuration_.privacy.nodes.end() ? configuration_.privacy : own->second;
}

std::vector<Plan> Scenario::own_plans() const {
  const std::map<NodeId, Plan> departing = departing_plans();
  if (departing.empty()) return {};
  std::vector<Plan> plans(graph_.node_count(), plan());
  for (const auto& [node, own] : departing) plans[node] = own;
  return plans;
}

Plan Scenario::plan() const {
  return make_plan(plan_request());
}

Records Scenario::draw(std::uint32_t trial, NodeId node) const {
  const ProblemSettings& problem = configuration_.problem;
  return draw_records(
      {.dimension = problem.dimension, .mean = problem.mean, .radius = problem.radius},
      {.seed = configuration_.run.seed, .trial = trial, .node = node, .record_count = problem.records_per_node});
}

Objectives Scenario::objectives(std::uint32_t trial) const {
  Objectives objectives;
  if (real_) {
    objectives.owned = real_->objectives(trial);
    for (const auto& own : objectives.owned) objectives.view.push_back(own.get());
    return objectives;
  }
  for (NodeId i = 0; i < graph_.node_count(); ++i) {
    objectives.owned.push_back(std::make_unique<MeanEstimation>(domain_, draw(trial, i)));
    objectives.view.push_back(objectives.owned.back().get());
  }
  return objectives;
}

}  // namespace sotto
