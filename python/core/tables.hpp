// SPDX-License-Identifier: MIT
// Rows of NumPy as the libraries read them: in place.
#pragma once

#include <optional>
#include <vector>

#include "core.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto::python {

using Doubles = py::array_t<double, 0>;

/// Some rows of a table of numbers, with labels that lie apart. It keeps NumPy's memory alive.
struct Table {
  Doubles numbers;
  std::optional<Doubles> labels;
  std::vector<std::uint64_t> rows;

  NumberRows in_place() const;
};

void bind_tables(py::module_& module);
void bind_models(py::module_& module);

}  // namespace sotto::python
