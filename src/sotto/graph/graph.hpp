// SPDX-License-Identifier: MIT
// Who talks to whom: an undirected, connected graph without loops or double edges, checked when it is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sotto/input/closed_set.hpp"

namespace sotto {

using NodeId = std::uint32_t;

struct Edge {
  NodeId a;
  NodeId b;
};

/// Smallest non-zero and largest eigenvalue of the Laplacian D - A.
struct LaplacianExtremes {
  double smallest_nonzero;
  double largest;
};

struct DegreeRange {
  std::size_t least;
  std::size_t most;
};

/// Sizes of a graph whose edges lie elsewhere.
struct GraphSizes {
  NodeId nodes;
  std::uint64_t edges;
  DegreeRange degrees;
};

/// The generator of a graph. `other`: one that does not say what it looks like.
enum class GraphFamily {
  other,
  complete,
  ring,
  path,
  star,
  grid,
  torus,
  hypercube,
  random_regular,
  erdos_renyi,
  watts_strogatz,
  barabasi_albert,
  random_geometric,
  static_exponential,
  expander
};
constexpr Names<15> names_of(GraphFamily) {
  return {"other",
          "complete",
          "ring",
          "path",
          "star",
          "grid",
          "torus",
          "hypercube",
          "random-regular",
          "erdos-renyi",
          "watts-strogatz",
          "barabasi-albert",
          "random-geometric",
          "static-exponential",
          "expander"};
}

/// What is known of a graph without computing it; the generators of named families fill it in.
struct GraphTraits {
  GraphFamily family = GraphFamily::other;
  std::optional<LaplacianExtremes> laplacian = {};
  std::optional<NodeId> diameter = {};
};

class EdgeStream;

class Graph {
 public:
  /// Refuses loops, double edges, nodes out of range and a graph that is not connected.
  Graph(NodeId nodes, const std::vector<Edge>& edges);
  /// The same; `known` is believed, not checked.
  Graph(NodeId nodes, const std::vector<Edge>& edges, GraphTraits known);
  explicit Graph(const EdgeStream& stream);
  /// A network that nobody holds as a whole: its sizes are known, and nobody may ask for its neighbours.
  Graph(const GraphSizes& sizes, GraphTraits known) : sizes_(sizes), known_(std::move(known)) {}

  NodeId node_count() const { return sizes_.nodes; }
  std::size_t edge_count() const { return sizes_.edges; }
  bool lies_here() const { return !starts_.empty(); }

  /// Ascending, without i itself.
  std::span<const NodeId> neighbours(NodeId i) const {
    return std::span(neighbours_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }
  /// How many neighbours the nodes before i have.
  std::size_t row_start(NodeId i) const { return starts_[i]; }
  std::size_t degree(NodeId i) const { return starts_[i + 1] - starts_[i]; }
  const DegreeRange& degrees() const { return sizes_.degrees; }
  std::size_t max_degree() const { return sizes_.degrees.most; }
  const GraphTraits& known() const { return known_; }

  /// Larger graphs are refused: this many edges take about 5 GB while a graph is made.
  static constexpr std::size_t most_edges = std::size_t{1} << 28;

 private:
  void adopt(NodeId nodes, const std::vector<Edge>& edges);
  void check_connected(const std::vector<Edge>& edges) const;

  GraphSizes sizes_ = {};
  std::vector<std::size_t> starts_;  ///< row i is neighbours_[starts_[i] .. starts_[i+1])
  std::vector<NodeId> neighbours_;
  GraphTraits known_;
};

}  // namespace sotto
