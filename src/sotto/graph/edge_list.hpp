// SPDX-License-Identifier: MIT
// A graph from a text file: one edge a line, two node numbers from 0, '#' begins a comment.
#pragma once

#include <optional>
#include <string>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// What a file that is not connected is refused with. Numbers of nodes are what the file holds, and are not said.
inline constexpr const char* must_connect_rule = "must connect all nodes: some cannot be reached from the others";

/// Without `nodes` there are as many nodes as the largest number says. All faults of the file are reported at
/// once (the first 20), each with its line.
Graph read_edge_list(const std::string& path, std::optional<NodeId> nodes = {});

}  // namespace sotto
