// SPDX-License-Identifier: MIT
// The graph and the weights that a configuration asks for.
#pragma once

#include <cstdint>

#include "sotto/agreement/graph_settings.hpp"

namespace sotto {

Graph make_graph(const GraphSettings& settings, std::uint64_t seed);
WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph);

/// The same graph and weights, which stand in the settings themselves where they stood in a file.
GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed);

}  // namespace sotto
