// SPDX-License-Identifier: MIT
#include "sotto/graph/graph_file.hpp"

#include <cmath>

#include "sotto/graph/matrix_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

const char* broken_adjacency_rule(double value) noexcept {
  if (value == 0.0 || value == 1.0) return nullptr;
  return "must be 0 or 1; weights belong in graph.weights_file";
}

const char* broken_finite_rule(double value) noexcept {
  return std::isfinite(value) ? nullptr : "must be finite";
}

/// The edges of a symmetric matrix, with what no single entry shows.
class AdjacencyReader {
 public:
  enum class Diagonal { must_be_empty, is_ignored };

  AdjacencyReader(const MatrixRequest& request, Diagonal diagonal)
      : request_(request), diagonal_(diagonal), matrix_(read_matrix(request)) {}

  Graph graph() {
    check_diagonal();
    // With fewer entries than rows some node has no neighbour: the graph refuses that without memory for all rows.
    if (matrix_.nodes <= matrix_.entries.size() + 1) check_symmetry();
    faults_.throw_if_any(FaultKind::data);
    std::vector<Edge> edges;
    for (const MatrixEntry& entry : matrix_.entries)
      if (entry.row < entry.column) edges.push_back({entry.row, entry.column});
    try {
      return {matrix_.nodes, edges};
    } catch (const InvalidInput&) {  // it is not connected
      throw InvalidInput({request_.field, "", must_connect_rule, printable_path(request_.path)}, FaultKind::data);
    }
  }

 private:
  void fault(const MatrixEntry& at, const std::string& where, const char* rule) {
    const std::string place = at.line == 0 ? printable_path(request_.path) : place_of(request_.path, at.line);
    if (!faults_.full()) faults_.add({request_.field, where, rule, place});
  }

  std::string name(NodeId i, NodeId j) const {
    return request_.letter + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
  }

  void check_diagonal() {
    if (diagonal_ == Diagonal::is_ignored) return;
    for (const MatrixEntry& entry : matrix_.entries)
      if (entry.row == entry.column)
        fault(entry, name(entry.row, entry.row), "must be 0: a node cannot be its own neighbour");
  }

  /// Entries come by row, then column: for one j the entries (i, j) come with ascending i, as row j holds the (j, i).
  void check_symmetry() {
    const std::vector<MatrixEntry>& all = matrix_.entries;
    std::vector<std::size_t> next(matrix_.nodes + std::size_t{1});
    for (const MatrixEntry& entry : all) ++next[entry.row + std::size_t{1}];
    for (NodeId i = 0; i < matrix_.nodes; ++i) next[i + std::size_t{1}] += next[i];
    for (const MatrixEntry& entry : all) {
      std::size_t& k = next[entry.column];
      while (k < all.size() && all[k].row == entry.column && all[k].column < entry.row) ++k;
      if (k < all.size() && all[k].row == entry.column && all[k].column == entry.row) continue;
      fault(entry, name(entry.row, entry.column) + " and " + name(entry.column, entry.row), "must be symmetric");
    }
  }

  const MatrixRequest& request_;
  Diagonal diagonal_;
  MatrixFile matrix_;
  Faults faults_;
};

}  // namespace

Graph read_graph_file(const std::string& path, std::optional<NodeId> nodes) {
  const std::optional<MatrixFormat> format = matrix_format_of(path);
  if (!format) return read_edge_list(path, nodes);
  const MatrixRequest request{.path = path,
                              .format = *format,
                              .field = "graph.file",
                              .letter = "A",
                              .hint = "; a list of edges must have another ending than .csv",
                              .nodes = nodes,
                              .broken_rule = broken_adjacency_rule};
  return AdjacencyReader(request, AdjacencyReader::Diagonal::must_be_empty).graph();
}

Graph read_graph_of_weights(const std::string& path, std::optional<NodeId> nodes) {
  const MatrixRequest request{.path = path,
                              .format = matrix_format_of(path).value_or(MatrixFormat::csv),
                              .field = "graph.weights",
                              .letter = "W",
                              .hint = "",
                              .nodes = nodes,
                              .broken_rule = broken_finite_rule};
  return AdjacencyReader(request, AdjacencyReader::Diagonal::is_ignored).graph();
}

}  // namespace sotto
