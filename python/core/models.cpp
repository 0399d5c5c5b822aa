// SPDX-License-Identifier: MIT
// A fitted model, and what it says of rows of NumPy.
#include <pybind11/stl.h>

#include "apart.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/problem/row_access.hpp"
#include "tables.hpp"

namespace sotto::python {
namespace {

/// What a model says of rows, each array with a row for each.
struct Said {
  std::vector<double> margins;        ///< one after another for each margin of the loss
  std::vector<double> probabilities;  ///< likewise for each level; empty where none is known
  std::vector<double> answers;        ///< the level's number, or the value in the label's unit
  std::size_t rows = 0;
};

Said said_of(const FittedModel& model, const NumberRows& rows) {
  const Schema schema = schema_for_prediction(model);
  const Dataset data = read_dataset(rows, {.path = "X", .field = "X", .labels_field = "y", .records_field = "X"},
                                    schema, ReadFor::predicting);
  Said said{.margins = margins_at(model.loss, model.coefficients, data.rows.features),
            .probabilities = {},
            .answers = {},
            .rows = count_of(data.rows.features)};
  for (const std::optional<Prediction>& one : predicted_rows(model, data)) {
    if (!one) throw InvalidInput({"X", "", "holds a row with a missing value"}, FaultKind::data);
    said.answers.push_back(one->level ? static_cast<double>(*one->level) : one->value.value_or(0));
    said.probabilities.insert(said.probabilities.end(), one->probabilities.begin(), one->probabilities.end());
  }
  return said;
}

py::array_t<double> matrix(const std::vector<double>& values, std::size_t rows) {
  const std::size_t columns = rows == 0 ? 0 : values.size() / rows;
  py::array_t<double> out({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  std::copy(values.begin(), values.end(), out.mutable_data());
  return out;
}

py::dict predict(const FittedModel& model, const Table& table) {
  const NumberRows rows = table.in_place();
  const Said said = made_apart([&] { return said_of(model, rows); });
  py::dict out;
  out["margins"] = matrix(said.margins, said.rows);
  out["probabilities"] = matrix(said.probabilities, said.rows);
  out["answers"] = py::array_t<double>(static_cast<py::ssize_t>(said.rows), said.answers.data());
  return out;
}

/// Coefficients in the units of the columns, a row for each margin, and the constants.
py::tuple in_units(const FittedModel& model) {
  const CoefficientsInUnits units = coefficients_in_units(model);
  const std::vector<LinearForm> forms = units.label ? std::vector{*units.label} : units.margins;
  std::vector<double> coefficients, constants;
  for (const LinearForm& form : forms) {
    coefficients.insert(coefficients.end(), form.coefficients.begin(), form.coefficients.end());
    constants.push_back(form.constant);
  }
  return py::make_tuple(matrix(coefficients, forms.size()),
                        py::array_t<double>(static_cast<py::ssize_t>(constants.size()), constants.data()));
}

}  // namespace

void bind_models(py::module_& module) {
  py::class_<FittedModel>(module, "Model")
      .def(py::init([](const std::string& json) { return model_in(json, "the model"); }))
      .def_property_readonly("private", [](const FittedModel& model) { return model.privacy.is_private(); })
      .def_property_readonly("certificate", [](const FittedModel& model) { return model.privacy.certificate; })
      .def_property_readonly("why_not_private", [](const FittedModel& model) { return model.privacy.why_not_private; })
      .def_property_readonly("encoded",
                             [](const FittedModel& model) {
                               return py::array_t<double>(static_cast<py::ssize_t>(model.coefficients.size()),
                                                          model.coefficients.data());
                             })
      .def("json", &model_json)
      .def("in_units", &in_units)
      .def("predict", &predict);
}

}  // namespace sotto::python
