// SPDX-License-Identifier: MIT
// A graph from a file: an edge list, an adjacency matrix, or the weights that stand on it.
#pragma once

#include <optional>
#include <string>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// What a file that is not connected is refused with. Numbers of nodes are what the file holds, and are not said.
inline constexpr const char* must_connect_rule = "must connect all nodes: some cannot be reached from the others";

/// One edge a line, two node numbers from 0; '#' begins a comment. Without `nodes` there are as many nodes as the
/// largest number says. All faults of the file are reported at once (the first 20), each with its line.
Graph read_edge_list(const std::string& path, std::optional<NodeId> nodes = {});

/// By the end of its name: .csv, .npy and .mtx hold an adjacency matrix (symmetric, of 0 and 1, with a diagonal of 0),
/// any other file an edge list. Other entries are refused, not rounded: weights belong in a file of weights.
Graph read_graph_file(const std::string& path, std::optional<NodeId> nodes = {});

/// The graph that weights stand on: an edge wherever one off the diagonal is not 0. For a network whose weights are all
/// that is given; what else a weight must be, read_weights_file checks.
Graph read_graph_of_weights(const std::string& path, std::optional<NodeId> nodes = {});

}  // namespace sotto
