// SPDX-License-Identifier: MIT
// What the graph tests share: sample graphs, distances by plain search, and the text of a refusal.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "sotto/graph/graph.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

/// Runs `act` and hands back its refusal; a test that expected one fails without it.
template <class Act>
InvalidInput refusal_of(Act act) {
  try {
    act();
  } catch (const InvalidInput& refused) {
    return refused;
  }
  ADD_FAILURE() << "nothing was refused";
  return InvalidInput({"", "", "nothing was refused"});
}

inline bool mentions(const InvalidInput& refused, const std::string& words) {
  return std::string(refused.what()).find(words) != std::string::npos;
}

inline std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  for (NodeId i = 0; i < graph.node_count(); ++i)
    for (NodeId j : graph.neighbours(i))
      if (i < j) edges.push_back({i, j});
  return edges;
}

/// The same graph, its closed forms forgotten.
inline Graph anonymous(const Graph& graph) {
  return {graph.node_count(), edges_of(graph)};
}

/// Many sizes of every family with a closed form.
inline std::vector<Graph> named_graphs() {
  std::vector<Graph> graphs;
  for (NodeId n : {1u, 2u, 3u, 4u, 5u, 8u, 17u, 40u}) {
    graphs.push_back(complete_graph(n));
    graphs.push_back(path_graph(n));
    graphs.push_back(star_graph(n));
    if (n >= 3) graphs.push_back(ring_graph(n));
  }
  for (GridShape shape : {GridShape{1, 1}, {1, 6}, {7, 1}, {2, 2}, {2, 5}, {3, 4}, {6, 6}})
    graphs.push_back(grid_graph(shape));
  for (GridShape shape : {GridShape{3, 3}, {3, 4}, {5, 4}, {6, 6}, {3, 11}}) graphs.push_back(torus_graph(shape));
  for (NodeId dimension : {0u, 1u, 2u, 3u, 5u}) graphs.push_back(hypercube_graph(dimension));
  for (NodeId n : {1u, 2u, 3u, 4u, 5u, 6u, 12u, 16u, 33u, 48u}) graphs.push_back(static_exponential_graph(n));
  for (NodeId n : {7u, 8u, 20u, 33u})
    for (NodeId degree : {2u, 4u, 6u})
      graphs.push_back(watts_strogatz_graph({.nodes = n, .degree = degree, .rewiring = 0, .seed = 1}));
  return graphs;
}

inline std::vector<Graph> random_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    graphs.push_back(erdos_renyi_graph({.nodes = 10, .edge_probability = 0.3, .seed = seed}));
    graphs.push_back(erdos_renyi_graph({.nodes = 40, .edge_probability = 0.12, .seed = seed}));
    graphs.push_back(random_regular_graph({.nodes = 30, .degree = 3, .seed = seed}));
    graphs.push_back(random_regular_graph({.nodes = 11, .degree = 8, .seed = seed}));
    graphs.push_back(watts_strogatz_graph({.nodes = 30, .degree = 4, .rewiring = 0.3, .seed = seed}));
    graphs.push_back(barabasi_albert_graph({.nodes = 40, .attachments = 2, .seed = seed}));
    graphs.push_back(random_geometric_graph({.nodes = 35, .radius = 0.35, .seed = seed}));
  }
  graphs.push_back(expander_graph(6));
  return graphs;
}

inline std::string title(const Graph& graph) {
  return std::string(name_of(graph.known().family)) + " of " + std::to_string(graph.node_count());
}

/// A file that lives as long as the test's folder.
inline std::string file_with(const std::string& name, const std::string& text) {
  const std::string path =
      testing::TempDir() + "sotto_graph_" + std::to_string(::getpid()) + "_" + name;  // tests run side by side
  std::ofstream(path) << text;
  return path;
}

}  // namespace sotto
