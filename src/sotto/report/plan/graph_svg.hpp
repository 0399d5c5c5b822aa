// SPDX-License-Identifier: MIT
// A small graph as a picture: one SVG that needs nothing else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sotto/agreement/graph_settings.hpp"

namespace sotto {

/// Larger graphs are refused: a picture of more is grey.
inline constexpr NodeId most_drawn_nodes = 400;

/// Nodes are larger and darker the more neighbours they have, edges stronger the larger their weight. InvalidInput
/// (naming graph.svg) for a graph that is too large.
/// Nodes have their numbers, or these names.
std::string graph_svg(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights,
                      const std::vector<std::string>& names = {});

/// What its colours become on a dark page.
std::map<std::string, std::string> graph_colours_at_night();

/// The same check before anything slow is done.
void refuse_too_large_for_svg(const Graph& graph);

}  // namespace sotto
