// SPDX-License-Identifier: MIT
#include "sotto/graph/weight_checks.hpp"

#include <algorithm>

#include "sotto/graph/components.hpp"

namespace sotto {
namespace {

class WeightChecker {
 public:
  WeightChecker(const Graph& graph, std::span<const double> weights,
                const std::function<std::string(NodeId)>& place_of_row)
      : graph_(graph), weights_(weights), place_of_row_(place_of_row) {}

  std::vector<Fault> faults() {
    check_rows();
    check_symmetry();
    if (faults_.empty()) check_mixing();
    return std::move(faults_);
  }

 private:
  void fault(NodeId row, std::string where, std::string rule) {
    if (faults_.size() < most_weight_faults)
      faults_.push_back({"graph.weights", std::move(where), std::move(rule), place_of_row_(row)});
  }

  void check_rows() {
    std::size_t start = 0;
    for (NodeId i = 0; i < graph_.node_count(); ++i) {
      const auto row = weights_.subspan(start, graph_.degree(i) + 1);
      start += row.size();
      const auto wrong =
          std::find_if(row.begin(), row.end(), [](double w) { return !(w >= 0.0 && w <= 1.0 + weight_tolerance); });
      if (wrong != row.end())
        fault(i, "row " + std::to_string(i), "every weight must lie between 0 and 1");
      else if (!(std::abs(compensated_sum(row, -1.0)) <= weight_tolerance))
        fault(i, "row " + std::to_string(i), "every row must sum to 1 within " + show(weight_tolerance));
    }
  }

  void check_symmetry() {
    for_each_mirrored_pair(graph_, [&](Edge edge, std::size_t upper, std::size_t lower) {
      if (weights_[upper] == weights_[lower]) return;
      fault(edge.a, entry_name(edge.a, edge.b) + " and " + entry_name(edge.b, edge.a), "must be symmetric");
    });
  }

  /// beta < 1 exactly if the graph of positive weights is connected and not bipartite, a positive diagonal
  /// being a loop; that is, if its double cover (i, even)-(j, odd) is connected. No rounding is involved.
  void check_mixing() {
    Components cover(2 * graph_.node_count());
    std::size_t at = 0;
    for (NodeId i = 0; i < graph_.node_count(); ++i) {
      bool passed_itself = false;
      const auto visit = [&](NodeId j) {
        if (weights_[at++] > 0.0) cover.join({2 * i, 2 * j + 1});
      };
      for (NodeId j : graph_.neighbours(i)) {
        if (j > i && !passed_itself) visit(i), passed_itself = true;
        visit(j);
      }
      if (!passed_itself) visit(i);
    }
    if (cover.count() != 1)
      fault(0, "", "the positive weights must mix all nodes: they fall apart into groups, or only swap two groups");
  }

  const Graph& graph_;
  std::span<const double> weights_;
  const std::function<std::string(NodeId)>& place_of_row_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> weight_faults(const Graph& graph, std::span<const double> weights,
                                 const std::function<std::string(NodeId)>& place_of_row) {
  const std::size_t wanted = 2 * graph.edge_count() + graph.node_count();
  if (weights.size() != wanted)
    return {{"graph.weights", std::to_string(weights.size()) + " weights",
             "this graph needs " + std::to_string(wanted) + ", one for each end of an edge and one for each node"}};
  return WeightChecker(graph, weights, place_of_row).faults();
}

std::string entry_name(NodeId i, NodeId j) {
  return "W[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}

void for_each_mirrored_pair(const Graph& graph, const std::function<void(Edge, std::size_t, std::size_t)>& visit) {
  // Rows are visited in ascending order, so row j meets its smaller neighbours in the order it stores them.
  std::vector<std::size_t> next(graph.node_count());
  std::size_t start = 0;
  for (NodeId i = 0; i < graph.node_count(); ++i) {
    next[i] = start;
    start += graph.degree(i) + 1;
  }
  for (NodeId i = 0; i < graph.node_count(); ++i) {
    const auto neighbours = graph.neighbours(i);
    const auto larger = std::upper_bound(neighbours.begin(), neighbours.end(), i);
    std::size_t upper = next[i] + 1;  // all smaller neighbours have been met: next[i] is the diagonal
    for (auto j = larger; j != neighbours.end(); ++j) visit({i, *j}, upper++, next[*j]++);
  }
}

}  // namespace sotto
