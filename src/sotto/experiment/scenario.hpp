// SPDX-License-Identifier: MIT
// What the trials of an experiment have in common: the graph, its weights, the domain and the public constants.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "sotto/consensus/certificate.hpp"
#include "sotto/consensus/convergence_bound.hpp"
#include "sotto/experiment/configuration.hpp"
#include "sotto/experiment/real_problem.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"
#include "sotto/problem/records.hpp"

namespace sotto {

Graph make_graph(const GraphSettings& g, std::uint64_t seed);
WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph);

/// The same graph and weights, which stand in the settings themselves where they stood in a file.
GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed);

/// Objectives of all nodes in one trial, and how the rest of the library takes them.
struct Objectives {
  std::vector<std::unique_ptr<Objective>> owned;
  std::vector<const Objective*> view;
};

class Scenario {
 public:
  explicit Scenario(const Configuration& configuration);
  /// The same graph and problem under another promise and other steps: nothing else of the configuration may differ.
  Scenario departing(const Configuration& configuration) const;

  const Configuration& configuration() const { return configuration_; }
  const Graph& graph() const { return graph_; }
  const WeightMatrix& weights() const { return weights_; }
  const Domain& domain() const { return domain_; }
  const PublicConstants& constants() const { return constants_; }  ///< that hold at every node
  const RealProblem* real() const { return real_.get(); }          ///< null where records are drawn
  std::size_t records_in_all() const;
  NetworkConstants network_constants() const;  ///< what the convergence bounds depend on
  Averaging averaging() const;                 ///< what Stage II does

  /// The plan that the configuration asks for, or one that departs from it.
  Plan plan() const;
  PlanRequest plan_request() const;
  /// A node's own plan, or the common one. Throws InvalidInput for a node that there is not.
  Plan plan_of(NodeId node) const;
  /// Whom the common plan is for: "a node", or "a node other than 1, 3".
  std::string common_nodes() const;
  /// What one of these plans promises, with what this configuration takes from it.
  Certificate certificate(const Plan& plan, const std::string& whose) const;
  Certificate certificate_of_node(NodeId node, const Plan& plan) const;
  /// Why no real run could be certified like this; empty where one could.
  std::string only_a_simulation() const;
  /// What is worth a remark before anything is computed: promises with a delta that is too weak, of any node.
  std::vector<std::string> warnings() const;
  /// The plans of nodes with a promise or a sensitivity of their own.
  std::map<NodeId, Plan> departing_plans() const;
  /// Every node's plan, where some depart; empty where all follow plan().
  std::vector<Plan> own_plans() const;

  /// A trial draws fresh records; the same seed and trial give the same ones.
  Records draw(std::uint32_t trial, NodeId node) const;
  Objectives objectives(std::uint32_t trial) const;

 private:
  const NodePrivacy& promise_of(NodeId node) const;
  std::set<NodeId> departing_nodes() const;

  Configuration configuration_;
  Domain domain_;
  Graph graph_;
  WeightMatrix weights_;
  std::shared_ptr<const RealProblem> real_;
  PublicConstants constants_;
};

/// The domain and the constants of a problem: public, known before any record is.
Domain make_domain(const ProblemSettings& settings);

}  // namespace sotto
