// SPDX-License-Identifier: MIT
// The coefficients of a model as JSON.
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/model_parts.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

/// One number for each margin.
template <class Number>
Json of_margins(const CoefficientsInUnits& units, const Number& number) {
  Json list = Json::array();
  for (const LinearForm& form : units.margins) list.push_back(number(form));
  return list;
}

Json constant_value(const CoefficientsInUnits& units) {
  Json value{{"in_units", of_margins(units, [](const LinearForm& form) { return form.constant; })}};
  if (units.label) value["of_label"] = {units.label->constant};
  return value;
}

Json rows_of_coefficients(const FittedModel& model, const CoefficientsInUnits& units) {
  const std::vector<std::string> names = coordinate_names(model.schema);
  Json rows = Json::array();
  for (std::size_t k = 0; k < names.size(); ++k) {
    Json row{{"name", names[k]}, {"encoded", Json::array()}};
    for (std::size_t m = 0; m < margins_of(model.loss); ++m)
      row["encoded"].push_back(model.coefficients[m * names.size() + k]);
    const bool is_intercept = model.schema.intercept && k + 1 == names.size();
    if (!is_intercept) {
      row["in_units"] = of_margins(units, [&](const LinearForm& form) { return form.coefficients[k]; });
      if (units.label) row["of_label"] = {units.label->coefficients[k]};
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string what_margins_mean(const Loss& loss) {
  return std::visit(
      Cases{
          [](const SquaredLoss&) { return "of_label in place of in_units gives the prediction, in the label's unit."; },
          [](const HuberLoss&) { return "of_label in place of in_units gives the prediction, in the label's unit."; },
          [](const LogisticLoss&) {
            return "Above 0 it predicts the level named in margins, whose probability is 1 / (1 + exp(-margin)).";
          },
          [](const SmoothedHingeLoss&) { return "Above 0 it predicts the level named in margins."; },
          [](const PoissonLoss&) { return "exp(margin) is the expected count, as the label is scaled."; },
          [](const SoftmaxLoss&) {
            return "There is one for each level in margins: the largest is predicted, with probability exp(margin) "
                   "over the sum of all of them.";
          }},
      loss);
}

/// None, with a fault, unless it is the row that is wanted.
std::vector<double> numbers_of_row(const JsonPart& row, const std::string& wanted, std::size_t margins) {
  if (!row.is_object_of({"name", "encoded", "in_units", "of_label"})) return {};
  const auto name = row.required("name"), encoded = row.required("encoded");
  if (name && name->value() != wanted) name->refuse("must be " + shown(wanted) + ", by the columns' order");
  if (!encoded) return {};
  std::vector<double> numbers = encoded->numbers();
  if (numbers.size() == margins) return numbers;
  encoded->refuse("must list " + std::to_string(margins) + " numbers, one for each margin of the loss");
  return {};
}

constexpr const char* how_to_read =
    "margin = constant.in_units + the sum over columns of in_units times the value in the column's unit, a level "
    "counting as 1 where the cell holds it and else as 0. Values are moved into their range first. This holds for rows "
    "that are no longer than row_norm once they are encoded; longer ones are scaled down to it first. ";

}  // namespace

Json coefficient_values(const FittedModel& model) {
  const CoefficientsInUnits units = coefficients_in_units(model);
  return {{"meaning", std::string(how_to_read) + what_margins_mean(model.loss)},
          {"row_norm", row_norm(model.schema)},
          {"margins", margin_names(model)},
          {"constant", constant_value(units)},
          {"coefficients", rows_of_coefficients(model, units)}};
}

std::vector<double> coefficients_in(const JsonPart& model, const Loss& loss, const Schema& schema) {
  const auto list = model.required("coefficients");
  if (!list) return {};
  const std::vector<JsonPart> rows = list->items();
  const std::size_t dimension = encoded_dimension(schema), margins = margins_of(loss);
  if (rows.size() != dimension) {
    list->refuse(std::to_string(rows.size()) + " are listed, the columns ask for " + std::to_string(dimension));
    return {};
  }
  const std::vector<std::string> names = coordinate_names(schema);
  std::vector<double> listed;  // grows with the document: no number in it makes room for more than it holds
  for (std::size_t k = 0; k < dimension; ++k) {
    const std::vector<double> numbers = numbers_of_row(rows[k], names[k], margins);
    listed.insert(listed.end(), numbers.begin(), numbers.end());
  }
  if (listed.size() != dimension * margins) return {};
  std::vector<double> found;
  found.reserve(listed.size());
  for (std::size_t m = 0; m < margins; ++m)
    for (std::size_t k = 0; k < dimension; ++k) found.push_back(listed[k * margins + m]);
  return found;
}

void check_what_follows(const JsonPart& document, const FittedModel& model) {
  const Json right = coefficient_values(model);
  const auto compare = [](const JsonPart& given, const Json& wanted) {
    if (given.value() != wanted) given.refuse("does not follow from loss, data and the encoded coefficients");
  };
  for (const char* key : {"row_norm", "margins"})
    if (const auto given = document.at(key)) compare(*given, right[key]);
  const auto compare_keys = [&](const JsonPart& given, const Json& wanted) {
    for (const char* key : {"in_units", "of_label"})
      if (const auto part = given.at(key)) compare(*part, wanted.value(key, Json()));
  };
  if (const auto constant = document.at("constant"); constant && constant->is_object_of({"in_units", "of_label"}))
    compare_keys(*constant, right["constant"]);
  const std::vector<JsonPart> rows = document.at("coefficients")->items();
  for (std::size_t k = 0; k < rows.size(); ++k) compare_keys(rows[k], right["coefficients"][k]);
}

}  // namespace sotto
