// SPDX-License-Identifier: MIT
#include "sotto/graph/topologies.hpp"

#include <algorithm>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

double square(double x) {
  return x * x;
}

/// 4 sin^2(pi k / (2n)), k = 1 and n-1. Our own sine: eigenvalues enter weights, whose bits are the same everywhere.
LaplacianExtremes path_extremes(NodeId n) {
  if (n == 1) return {0.0, 0.0};
  if (n == 2) return {2.0, 2.0};
  const SinCos eighth = sincos_turn(0.25 / n);
  return {4.0 * square(eighth.sin), 4.0 * square(eighth.cos)};
}

/// 4 sin^2(pi k / n), k = 1 and floor(n/2).
LaplacianExtremes ring_extremes(NodeId n) {
  const double smallest = 4.0 * square(sincos_turn(0.5 / n).sin);
  return {smallest, n % 2 == 0 ? 4.0 : 4.0 * square(sincos_turn(0.25 / n).cos)};
}

void require(bool met, Fault fault) {
  if (!met) throw InvalidInput(std::move(fault));
}

void require_nodes(NodeId nodes, NodeId least, const std::string& hint = "") {
  require(nodes >= least, {"graph.nodes", std::to_string(nodes), "must be at least " + std::to_string(least) + hint});
}

void require_size(const std::string& field, NodeId value, std::uint64_t edges) {
  require(edges <= Graph::most_edges, {field, std::to_string(value),
                                       "would make " + std::to_string(edges) + " edges; at most " +
                                           std::to_string(Graph::most_edges) + " are supported"});
}

/// Product of two paths (or rings): node (r, c) is r * columns + c.
EdgeStream::Source product_edges(GridShape shape, bool wrapped) {
  return [shape, wrapped](const EdgeStream::Visitor& visit) {
    const auto id = [&](NodeId r, NodeId c) { return r % shape.rows * shape.columns + c % shape.columns; };
    for (NodeId r = 0; r < shape.rows; ++r)
      for (NodeId c = 0; c < shape.columns; ++c) {
        if (wrapped || c + 1 < shape.columns) visit({id(r, c), id(r, c + 1)});
        if (wrapped || r + 1 < shape.rows) visit({id(r, c), id(r + 1, c)});
      }
  };
}

void require_shape(GridShape shape, NodeId least) {
  Faults faults;
  const std::string rule = "must be at least " + std::to_string(least);
  if (shape.rows < least) faults.add({"graph.rows", std::to_string(shape.rows), rule});
  if (shape.columns < least) faults.add({"graph.columns", std::to_string(shape.columns), rule});
  faults.throw_if_any();
  require_size("graph.rows", shape.rows, std::uint64_t{2} * shape.rows * std::min(shape.columns, 1u << 30));
}

/// Eigenvalues of a product are sums of the factors' eigenvalues; a side of one node adds nothing.
LaplacianExtremes product_extremes(LaplacianExtremes a, LaplacianExtremes b) {
  if (a.largest == 0.0) return b;
  if (b.largest == 0.0) return a;
  return {std::min(a.smallest_nonzero, b.smallest_nonzero), a.largest + b.largest};
}

}  // namespace

using Visitor = EdgeStream::Visitor;

EdgeStream complete_edges(NodeId nodes) {
  require_nodes(nodes, 1);
  require_size("graph.nodes", nodes, std::uint64_t{nodes} * (nodes - 1) / 2);
  const double n = nodes == 1 ? 0.0 : nodes;
  return {nodes, {GraphFamily::complete, LaplacianExtremes{n, n}, nodes == 1 ? 0u : 1u}, [nodes](const Visitor& visit) {
            for (NodeId a = 0; a < nodes; ++a)
              for (NodeId b = a + 1; b < nodes; ++b) visit({a, b});
          }};
}

EdgeStream ring_edges(NodeId nodes) {
  require_nodes(nodes, 3, " for a ring; a path joins two nodes or one");
  require_size("graph.nodes", nodes, nodes);
  return {nodes, {GraphFamily::ring, ring_extremes(nodes), nodes / 2}, [nodes](const Visitor& visit) {
            for (NodeId i = 0; i < nodes; ++i) visit({i, (i + 1) % nodes});
          }};
}

EdgeStream path_edges(NodeId nodes) {
  require_nodes(nodes, 1);
  require_size("graph.nodes", nodes, nodes - 1);
  return {nodes, {GraphFamily::path, path_extremes(nodes), nodes - 1}, [nodes](const Visitor& visit) {
            for (NodeId i = 1; i < nodes; ++i) visit({i - 1, i});
          }};
}

EdgeStream star_edges(NodeId nodes) {
  if (nodes < 3) return path_edges(nodes);
  require_size("graph.nodes", nodes, nodes - 1);
  return {nodes,
          {GraphFamily::star, LaplacianExtremes{1.0, static_cast<double>(nodes)}, 2u},
          [nodes](const Visitor& visit) {
            for (NodeId i = 1; i < nodes; ++i) visit({0, i});
          }};
}

EdgeStream grid_edges(GridShape shape) {
  require_shape(shape, 1);
  const LaplacianExtremes known = product_extremes(path_extremes(shape.rows), path_extremes(shape.columns));
  return {shape.rows * shape.columns,
          {GraphFamily::grid, known, shape.rows + shape.columns - 2},
          product_edges(shape, false)};
}

EdgeStream torus_edges(GridShape shape) {
  require_shape(shape, 3);
  const LaplacianExtremes known = product_extremes(ring_extremes(shape.rows), ring_extremes(shape.columns));
  return {shape.rows * shape.columns,
          {GraphFamily::torus, known, shape.rows / 2 + shape.columns / 2},
          product_edges(shape, true)};
}

EdgeStream hypercube_edges(NodeId dimension) {
  require(dimension <= 24, {"graph.dimension", std::to_string(dimension), "must be at most 24"});
  const NodeId nodes = 1u << dimension;
  const LaplacianExtremes known{dimension == 0 ? 0.0 : 2.0, 2.0 * dimension};
  return {nodes, {GraphFamily::hypercube, known, dimension}, [nodes, dimension](const Visitor& visit) {
            for (NodeId i = 0; i < nodes; ++i)
              for (NodeId bit = 0; bit < dimension; ++bit)
                if ((i >> bit & 1) == 0) visit({i, i | 1u << bit});
          }};
}

Graph complete_graph(NodeId nodes) {
  return Graph(complete_edges(nodes));
}
Graph ring_graph(NodeId nodes) {
  return Graph(ring_edges(nodes));
}
Graph path_graph(NodeId nodes) {
  return Graph(path_edges(nodes));
}
Graph star_graph(NodeId nodes) {
  return Graph(star_edges(nodes));
}
Graph grid_graph(GridShape shape) {
  return Graph(grid_edges(shape));
}
Graph torus_graph(GridShape shape) {
  return Graph(torus_edges(shape));
}
Graph hypercube_graph(NodeId dimension) {
  return Graph(hypercube_edges(dimension));
}

}  // namespace sotto
