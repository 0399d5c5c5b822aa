// SPDX-License-Identifier: MIT
#include "ledger.hpp"

#include <algorithm>

namespace sotto::python {

void Ledger::book(const Cost& cost, double delta) {
  total_ = calls_ == 0 ? cost : total_ + cost;
  delta_ = std::max(delta_, delta);
  ++calls_;
}

double Ledger::epsilon() const {
  if (calls_ == 0) return 0;
  // Both bounds hold. The second one does not pay total variation, so it is the lower one where that is large.
  return std::min(epsilon_of(Accountant::exact, total_, delta_), epsilon_of(Accountant::zcdp_cks, total_, delta_));
}

void bind_ledger(py::module_& module) {
  py::class_<Cost>(module, "Cost")
      .def(py::init([](double alpha, double total_variation) {
             return Cost{.alpha = alpha, .total_variation = total_variation};
           }),
           py::kw_only(), py::arg("alpha"), py::arg("total_variation"))
      .def_readonly("alpha", &Cost::alpha)
      .def_readonly("total_variation", &Cost::total_variation);
  py::class_<Ledger>(module, "Ledger")
      .def(py::init<>())
      .def("book", &Ledger::book, py::arg("cost"), py::arg("delta"))
      .def_property_readonly("calls", &Ledger::calls)
      .def_property_readonly("epsilon", &Ledger::epsilon)
      .def_property_readonly("delta", &Ledger::delta);
}

}  // namespace sotto::python
