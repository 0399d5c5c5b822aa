// SPDX-License-Identifier: MIT
// What follows from the terms of an agreement: the graph, its weights, the domain, the public constants, the plans and
// what they promise. No record is needed for any of it, and no file of records is opened.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sotto/agreement/graph_settings.hpp"
#include "sotto/agreement/terms.hpp"
#include "sotto/consensus/certificate.hpp"
#include "sotto/consensus/convergence_bound.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/problem/linear_model.hpp"

namespace sotto {

/// A problem on records of declared columns: its loss and its public constants at every node. It opens no file.
class DeclaredProblem {
 public:
  /// `sizes`: how many records each node fits to. `terms` declare columns.
  DeclaredProblem(const Terms& terms, std::vector<std::uint64_t> sizes);

  const Encoding& encoding() const { return encoding_; }
  const std::optional<Loss>& loss() const { return loss_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }  ///< N_i
  std::uint64_t records_in_all() const;

  const PublicConstants& constants(NodeId node) const { return constants_[node]; }
  /// Bounds that hold at every node: steps are made from them.
  PublicConstants common_constants() const;
  /// What is declared of a node's share, where the problem is a linear model.
  LinearModelSetting setting_of(NodeId node) const;

  /// The objective of a node with these rows, which are as many as were declared.
  std::unique_ptr<Objective> objective(NodeId node, LabelledRows rows) const;
  /// The same problem on records that nobody has. It lives as long as this does.
  DrawnProblem drawn(const RecordAssumptions& assumed) const;

 private:
  ProblemSettings problem_;
  Encoding encoding_;
  std::optional<Loss> loss_;
  Domain domain_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublicConstants> constants_;
};

/// What the tables [node.N] declare of each node's records, less what is held out. Throws InvalidInput unless every
/// node has a table.
std::vector<std::uint64_t> declared_sizes(const DataSettings& data, NodeId nodes);

/// Who talks to whom, and with which weights.
struct AgreedNetwork {
  Graph graph;
  WeightMatrix weights;
};
AgreedNetwork make_network(const GraphSettings& settings, std::uint64_t seed);

class Agreement {
 public:
  /// How many records each of so many nodes fits to. A simulation that divides one file has a rule of its own.
  using Sizes = std::function<std::vector<std::uint64_t>(const DataSettings& data, NodeId nodes)>;

  /// The seed draws random graphs.
  Agreement(const Terms& terms, std::uint64_t seed, const Sizes& sizes = declared_sizes);
  /// The same on a network that was made elsewhere from the same settings and seed.
  Agreement(const Terms& terms, std::uint64_t seed, AgreedNetwork network, const Sizes& sizes = declared_sizes);
  /// The same graph and problem under another promise and other steps: nothing else of the terms may differ.
  Agreement departing(const Terms& terms) const;

  const Terms& terms() const { return terms_; }
  std::uint64_t seed() const { return seed_; }
  const Graph& graph() const { return network_->graph; }
  const WeightMatrix& weights() const { return network_->weights; }
  const Domain& domain() const { return domain_; }
  const PublicConstants& constants() const { return constants_; }  ///< that hold at every node
  /// Null where records are drawn from a distribution.
  const std::shared_ptr<const DeclaredProblem>& declared() const { return declared_; }
  std::size_t records_in_all() const;
  NetworkConstants network_constants() const;  ///< what the convergence bounds depend on
  Averaging averaging() const;                 ///< what Stage II does

  /// The plan that the terms ask for, or one that departs from it.
  Plan plan() const;
  PlanRequest plan_request() const;
  /// A node's own plan, or the common one. Throws InvalidInput for a node that there is not.
  Plan plan_of(NodeId node) const;
  /// The plans of nodes with a promise or a sensitivity of their own.
  std::map<NodeId, Plan> departing_plans() const;
  /// Every node's plan, where some depart; empty where all follow plan().
  std::vector<Plan> own_plans() const;
  /// Whom the common plan is for: "a node", or "a node other than 1, 3".
  std::string common_nodes() const;

  /// What is worth a remark before anything is computed: promises with a delta that is too weak, of any node.
  std::vector<std::string> warnings() const;

 private:
  std::set<NodeId> departing_nodes() const;
  Round mixing_rounds() const;

  Terms terms_;
  std::uint64_t seed_;
  Domain domain_;
  std::shared_ptr<const AgreedNetwork> network_;
  std::shared_ptr<const DeclaredProblem> declared_;
  PublicConstants constants_;
};

/// What a node's plan promises.
Certificate certificate_of_node(NodeId node, const Plan& plan);

}  // namespace sotto
