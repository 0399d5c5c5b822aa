// SPDX-License-Identifier: MIT
// Graphs by name: families whose spectrum and diameter have a closed form, an expander, and random ones.
#pragma once

#include <cstdint>

#include "sotto/graph/edge_stream.hpp"

namespace sotto {

struct GridShape {
  NodeId rows;
  NodeId columns;
};

struct RandomRegularSpec {
  NodeId nodes;
  NodeId degree;
  std::uint64_t seed;
};

struct ErdosRenyiSpec {
  NodeId nodes;
  double edge_probability;
  std::uint64_t seed;
};

struct WattsStrogatzSpec {
  NodeId nodes;
  NodeId degree;
  double rewiring;
  std::uint64_t seed;
};

struct BarabasiAlbertSpec {
  NodeId nodes;
  NodeId attachments;
  std::uint64_t seed;
};

struct RandomGeometricSpec {
  NodeId nodes;
  double radius;
  std::uint64_t seed;
};

// Each family as a stream of its edges, and as a graph.
EdgeStream ring_edges(NodeId nodes);
EdgeStream path_edges(NodeId nodes);
EdgeStream star_edges(NodeId nodes);
EdgeStream grid_edges(GridShape shape);
EdgeStream torus_edges(GridShape shape);
EdgeStream hypercube_edges(NodeId dimension);
EdgeStream static_exponential_edges(NodeId nodes);
EdgeStream expander_edges(NodeId side);
EdgeStream random_regular_edges(const RandomRegularSpec& spec);
EdgeStream erdos_renyi_edges(const ErdosRenyiSpec& spec);
EdgeStream watts_strogatz_edges(const WattsStrogatzSpec& spec);
EdgeStream barabasi_albert_edges(const BarabasiAlbertSpec& spec);
EdgeStream random_geometric_edges(const RandomGeometricSpec& spec);
EdgeStream complete_edges(NodeId nodes);

Graph complete_graph(NodeId nodes);
Graph ring_graph(NodeId nodes);  ///< at least 3 nodes
Graph path_graph(NodeId nodes);
Graph star_graph(NodeId nodes);  ///< node 0 is the centre
Graph grid_graph(GridShape shape);
Graph torus_graph(GridShape shape);  ///< both sides at least 3
Graph hypercube_graph(NodeId dimension);

/// Nodes on a ring, joined to those 1, 2, 4, 8, ... steps away in both directions: about 2 log2(nodes) neighbours.
Graph static_exponential_graph(NodeId nodes);

/// Margulis, Gabber and Galil: side x side nodes, at most 8 neighbours each, and a Laplacian whose smallest non-zero
/// eigenvalue is at least 4 - 2.5 sqrt(2) = 0.46 however many nodes there are (expander.cpp says why).
Graph expander_graph(NodeId side);

/// Every node has `degree` neighbours. Uniform among the connected simple graphs of that
/// degree up to 1000 nodes and degree 4, nearly so beyond.
Graph random_regular_graph(const RandomRegularSpec& spec);

/// Every pair is an edge with the same probability, given that the graph is connected (by rejection). Refused, with an
/// edge probability that would do, when no connected graph turned up in a bounded number of tries.
Graph erdos_renyi_graph(const ErdosRenyiSpec& spec);

/// A ring on which everybody knows the degree / 2 nearest nodes on either side; then the far end of every edge is moved
/// to a random node with probability `rewiring`. nodes * degree / 2 edges, given connected (by rejection).
Graph watts_strogatz_graph(const WattsStrogatzSpec& spec);

/// A complete graph of attachments + 1 nodes grows: each new node chooses `attachments` others, in proportion to how
/// many neighbours they have. Connected, attachments * (nodes - (attachments + 1) / 2) edges.
Graph barabasi_albert_graph(const BarabasiAlbertSpec& spec);

/// Random points of the unit square, joined where they are at most `radius` apart, given that the graph is connected
/// (by rejection). Refused as erdos_renyi_graph is, with a radius that would do.
Graph random_geometric_graph(const RandomGeometricSpec& spec);

}  // namespace sotto
