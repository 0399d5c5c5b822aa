// SPDX-License-Identifier: MIT
// The parts of the module sotto._core: each binds what its name says.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace sotto::python {

namespace py = pybind11;

void bind_faults(py::module_& module);
void bind_settings(py::module_& module);
void bind_runs(py::module_& module);
void bind_questions(py::module_& module);
void bind_accountants(py::module_& module);
void bind_graph(py::module_& module);

}  // namespace sotto::python
