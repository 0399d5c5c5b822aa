// SPDX-License-Identifier: MIT
// A graph of Python's: how it was asked for, and its weights.
#pragma once

#include "core.hpp"
#include "sotto/agreement/graph_settings.hpp"

namespace sotto::python {

struct MadeGraph {
  GraphSettings settings;
  Graph graph;
  WeightMatrix weights;
};

void bind_objectives(py::module_& module);

}  // namespace sotto::python
