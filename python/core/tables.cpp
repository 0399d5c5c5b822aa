// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <pybind11/stl.h>

#include "sotto/input/invalid_input.hpp"

namespace sotto::python {
namespace {

constexpr auto number_size = static_cast<py::ssize_t>(sizeof(double));

void refuse(const char* field, const std::string& value, const char* rule) {
  throw InvalidInput({field, value, rule}, FaultKind::data);
}

/// Refused here: pybind11 would quote the numbers of an array that it cannot take.
Doubles doubles_in(const char* field, const py::object& given) {
  if (!py::isinstance<Doubles>(given)) refuse(field, "", "must be an array of float64");
  return py::reinterpret_borrow<Doubles>(given);
}

/// The package hands over nothing else; a wrong call must not read other memory.
void check(const Table& table) {
  if (table.numbers.ndim() != 2) refuse("X", std::to_string(table.numbers.ndim()) + " dimensions", "must have two");
  for (py::ssize_t k = 0; k < 2; ++k)
    if (table.numbers.strides(k) % number_size != 0) refuse("X", "", "must lie on whole numbers");
  const auto rows = static_cast<std::uint64_t>(table.numbers.shape(0));
  for (const std::uint64_t row : table.rows)
    if (row >= rows) refuse("rows", std::to_string(row), "must be a row of X");
  if (!table.labels) return;
  if (table.labels->ndim() != 1 || table.labels->shape(0) != table.numbers.shape(0))
    refuse("y", "", "must have one label for each row of X");
  if (table.labels->strides(0) % number_size != 0) refuse("y", "", "must lie on whole numbers");
}

}  // namespace

NumberRows Table::in_place() const {
  return {.numbers = numbers.data(),
          .to_next_row = numbers.strides(0) / number_size,
          .to_next_column = numbers.strides(1) / number_size,
          .columns = static_cast<std::size_t>(numbers.shape(1)),
          .labels = labels ? labels->data() : nullptr,
          .to_next_label = labels ? labels->strides(0) / number_size : 1,
          .rows = rows};
}

void bind_tables(py::module_& module) {
  py::class_<Table>(module, "Table")
      .def(py::init([](const py::object& numbers, const py::object& labels,
                       const py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>& rows) {
             Table table{doubles_in("X", numbers),
                         labels.is_none() ? std::nullopt : std::optional(doubles_in("y", labels)),
                         {rows.data(), rows.data() + rows.size()}};
             check(table);
             return table;
           }),
           py::arg("numbers"), py::arg("labels"), py::arg("rows"))
      .def_property_readonly(
          "address", [](const Table& table) { return reinterpret_cast<std::uintptr_t>(table.in_place().numbers); });
}

}  // namespace sotto::python
