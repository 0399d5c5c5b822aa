// SPDX-License-Identifier: MIT
// Weights from a file that holds them as a matrix.
#include <cmath>
#include <utility>
#include <vector>

#include "sotto/graph/matrix_file.hpp"
#include "sotto/graph/weight_checks.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

const char* broken_weight_rule(double value) noexcept {
  if (!std::isfinite(value)) return "must be finite";
  if (value > 1.0) return "must not be above 1: a row sums to 1";
  return value < 0.0 ? "must not be negative" : nullptr;
}

class WeightsReader {
 public:
  WeightsReader(const std::string& path, const Graph& graph)
      : path_(path),
        graph_(graph),
        matrix_(read_matrix({.path = path,
                             .format = matrix_format_of(path).value_or(MatrixFormat::csv),
                             .field = "graph.weights",
                             .letter = "W",
                             .hint = "",
                             .nodes = graph.node_count(),
                             .broken_rule = broken_weight_rule})) {}

  WeightMatrix read() {
    lay_out();
    faults_.throw_if_any(FaultKind::data);
    even_out();
    const std::vector<Fault> rest = weight_faults(graph_, weights_, [&](NodeId i) { return place_of_row(i); });
    if (!rest.empty()) throw InvalidInput(rest, FaultKind::data);
    return {graph_, std::move(weights_)};
  }

 private:
  std::string place_of_row(NodeId i) const {
    return matrix_.row_lines.empty() ? printable_path(path_) : place_of(path_, matrix_.row_lines[i]);
  }

  /// The entries, row after row, with 0 where the graph has an edge and the file has none.
  void lay_out() {
    weights_.reserve(2 * graph_.edge_count() + graph_.node_count());
    auto next = matrix_.entries.begin();
    const auto take = [&](NodeId i, NodeId j) {
      for (; next != matrix_.entries.end() && next->row == i && next->column < j; ++next) refuse(*next);
      const bool given = next != matrix_.entries.end() && next->row == i && next->column == j;
      weights_.push_back(given ? (next++)->value : 0.0);
    };
    for (NodeId i = 0; i < graph_.node_count(); ++i) {
      bool passed_itself = false;
      for (NodeId j : graph_.neighbours(i)) {
        if (j > i && !passed_itself) take(i, i), passed_itself = true;
        take(i, j);
      }
      if (!passed_itself) take(i, i);
      for (; next != matrix_.entries.end() && next->row == i; ++next) refuse(*next);
    }
  }

  void refuse(const MatrixEntry& entry) {
    if (faults_.full()) return;
    const std::string place = entry.line == 0 ? printable_path(path_) : place_of(path_, entry.line);
    faults_.add(
        {"graph.weights", entry_name(entry.row, entry.column), "must be 0: the graph has no edge there", place});
  }

  void even_out() {
    for_each_mirrored_pair(graph_, [&](Edge, std::size_t upper, std::size_t lower) {
      double &w = weights_[upper], &mirrored = weights_[lower];
      if (std::abs(w - mirrored) <= weight_tolerance) w = mirrored = 0.5 * (w + mirrored);
    });
  }

  const std::string& path_;
  const Graph& graph_;
  MatrixFile matrix_;
  std::vector<double> weights_;
  Faults faults_;
};

}  // namespace

WeightMatrix read_weights_file(const std::string& path, const Graph& graph) {
  return WeightsReader(path, graph).read();
}

}  // namespace sotto
