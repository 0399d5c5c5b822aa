// SPDX-License-Identifier: MIT
// What the trials of an experiment have in common: an agreement, and where its records come from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sotto/agreement/agreement.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/objective.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "sotto/simulation/comparison/real_problem.hpp"
#include "sotto/simulation/comparison/spread_network.hpp"

namespace sotto {

/// Objectives of all nodes in one trial, and how the rest of the library takes them.
struct Objectives {
  std::vector<std::unique_ptr<Objective>> owned;
  std::vector<const Objective*> view;
};

/// Where drawn rows come from.
struct DrawnWorld {
  std::uint64_t seed;
  /// Whose labels the rows have: the same raw rows under other declarations. Null: their own.
  std::shared_ptr<const DeclaredProblem> labels_of = nullptr;
};

class Scenario : public Agreement {
 public:
  explicit Scenario(const Configuration& configuration);
  /// The same on rows of a program: no file of records is opened, and the rules for cells of files hold. InvalidInput
  /// where the configuration declares no columns, or another number of tables.
  Scenario(const Configuration& configuration, RecordsInMemory records);
  /// The same on a network that is spread over ranks, one or several; all of them make it together. It needs that
  /// why_whole() has no answer.
  static Scenario spread_over(Ranks& ranks, const Configuration& configuration);
  /// Declared rows are drawn so, and no file of records is opened: for advice. Rows and noise are those of `world`; the
  /// graph is the configured one.
  static Scenario on_drawn_rows(const Configuration& configuration, const RecordAssumptions& assumed,
                                const DrawnWorld& world);
  /// The same graph and problem under another promise and other steps: nothing else of the configuration may differ.
  Scenario departing(const Configuration& configuration) const;

  const Configuration& configuration() const { return configuration_; }
  /// Null where the network lies in one place, as a graph.
  const SpreadNetwork* spread() const { return spread_ ? &*spread_ : nullptr; }
  const RealProblem* real() const { return real_.get(); }  ///< null where records are drawn from a distribution

  /// What one of the plans promises, with what this configuration takes from it.
  Certificate certificate(const Plan& plan, const std::string& whose) const;
  Certificate certificate_of_node(NodeId node, const Plan& plan) const;
  /// Those of the nodes with a promise of their own.
  std::map<NodeId, Certificate> certificates_of_nodes() const;
  /// Why no real run could be certified like this; empty where one could.
  std::string only_a_simulation() const;

  /// A trial draws fresh records; the same seed and trial give the same ones.
  Records draw(std::uint32_t trial, NodeId node) const;
  Objectives objectives(std::uint32_t trial) const;

 private:
  Scenario(const Configuration& configuration, const std::shared_ptr<const LateFiles>& files);
  Scenario(const Configuration& configuration, DescribedSpread spread);

  Configuration configuration_;
  std::shared_ptr<const RealProblem> real_;
  std::optional<SpreadNetwork> spread_;
};

/// What `sotto run` runs: from 100,000 nodes on without the network as a whole, where that can be.
Scenario scenario_of_run(const Configuration& configuration, Ranks& ranks = alone());

}  // namespace sotto
