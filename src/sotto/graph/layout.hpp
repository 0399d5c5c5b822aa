// SPDX-License-Identifier: MIT
// Where to draw the nodes of a small graph.
#pragma once

#include <vector>

#include "sotto/graph/graph.hpp"

namespace sotto {

struct Position {
  double x;
  double y;
};

/// Families that are made on a ring stay on a circle.
bool lies_on_a_circle(const Graph& graph);

/// A circle has radius 1, and its nodes are numbered clockwise from the top. Any other graph is laid out so
/// that the distance of two nodes on paper is as near as possible to their distance in the graph, the longer side
/// across. The same graph gives the same picture; memory and time grow with the square of the nodes.
std::vector<Position> layout(const Graph& graph);

}  // namespace sotto
