// SPDX-License-Identifier: MIT
// The module sotto._core: jobs, settings and arrays of the C++ libraries as Python sees them. The package `sotto` is
// the face that people use.
#include "core.hpp"
#include "graphs.hpp"
#include "ledger.hpp"
#include "tables.hpp"

PYBIND11_MODULE(_core, module) {
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
