// SPDX-License-Identifier: MIT
// The module sotto._core: jobs, settings and arrays of the C++ libraries as Python sees them. The package `sotto` is
// the face that people use.
#include <string>

#include "core.hpp"
#include "graphs.hpp"
#include "ledger.hpp"
#include "tables.hpp"

namespace {

/// Before 2.12 pybind11 reads arrays as NumPy 1 laid them out.
void refuse_numpy_that_pybind11_does_not_know() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  namespace py = pybind11;
  const std::string version = py::str(py::module_::import("numpy").attr("__version__"));
  if (version.compare(0, 2, "1.") != 0)
    throw py::import_error("this build of sotto reads arrays of NumPy 1 alone, and NumPy is " + version +
                           ": build it with pybind11 2.12 or later");
#endif
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  refuse_numpy_that_pybind11_does_not_know();
  module.doc() = "What the package sotto is made of; use sotto itself.";
  module.attr("version") = SOTTO_VERSION;
  module.attr("commit") = SOTTO_COMMIT;
  sotto::python::bind_faults(module);
  sotto::python::bind_settings(module);
  sotto::python::bind_tables(module);
  sotto::python::bind_models(module);
  sotto::python::bind_runs(module);
  sotto::python::bind_ledger(module);
  sotto::python::bind_questions(module);
  sotto::python::bind_accountants(module);
  sotto::python::bind_graph(module);
  sotto::python::bind_objectives(module);
}
