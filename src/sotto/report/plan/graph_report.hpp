// SPDX-License-Identifier: MIT
// A graph and its weights, as text and as JSON.
#pragma once

#include <string>

#include "sotto/agreement/graph_settings.hpp"
#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

std::string graph_text(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights);
/// sotto.graph/1
std::string graph_json(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights);

}  // namespace sotto
