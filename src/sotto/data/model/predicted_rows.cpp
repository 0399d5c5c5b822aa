// SPDX-License-Identifier: MIT
#include "sotto/data/model/predicted_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/data/dataset/cell_words.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/json_part.hpp"
#include "sotto/data/model/test_metrics.hpp"
#include "sotto/files/text_lines.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

const Column& label_of(const FittedModel& model) {
  for (const Column& column : model.schema.columns)
    if (column.role == ColumnRole::label) return column;
  throw InvalidInput({"data.columns", "", "one of them must be the label"});
}

std::string level_name(const Column& label, std::uint32_t level) {
  return std::string(spellings(label.levels[level]).front());
}

/// As CSV wants it: in quotes where it must be.
std::string csv_cell(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : csv_quoted(text);
}

Json answered(const Column& label, const std::optional<Prediction>& said) {
  if (!said) return nullptr;
  return said->level ? Json(level_name(label, *said->level)) : Json(*said->value);
}

Json rows_value(const FittedModel& model, const PredictedRows& rows) {
  const Column& label = label_of(model);
  Json list = Json::array();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Json entry{{"row", r + 1}, {"prediction", answered(label, rows[r])}};
    if (rows[r] && rows[r]->probability) entry["probability"] = *rows[r]->probability;
    if (rows[r])
      for (std::uint32_t k = 0; k < rows[r]->probabilities.size(); ++k)
        entry["probabilities"][level_name(label, k)] = rows[r]->probabilities[k];
    list.push_back(std::move(entry));
  }
  return list;
}

Json metrics_value(const Loss& loss, const std::vector<double>& values) {
  Json found{{"note", metrics_are_not_covered}, {"covered", false}};
  const std::vector<MetricKind> kinds = metrics_for(loss);
  for (std::size_t k = 0; k < values.size(); ++k)
    found["values"][std::string(kinds[k].name)] = std::isfinite(values[k]) ? Json(values[k]) : Json(nullptr);
  return found;
}

}  // namespace

Schema schema_for_prediction(const FittedModel& model) {
  Schema schema = model.schema;
  for (Column& column : schema.columns) {
    if (column.role == ColumnRole::node) column.role = ColumnRole::ignore;
    if (column.role != ColumnRole::label) continue;
    const bool is_number = column.type == ColumnType::number;
    column.missing = MissingRule{.action = MissingAction::substitute,  // by a label that no one will see
                                 .substitute = is_number ? show(column.range->lowest) : level_name(column, 0)};
  }
  return schema;
}

PredictedRows predicted_rows(const FittedModel& model, const Dataset& data) {
  const std::size_t width = margins_of(model.loss);
  const std::vector<double> margins = margins_at(model.loss, model.coefficients, data.rows.features);
  const Encoding encoding(model.schema);
  const AffineMap label = encoding.label()->from_units();
  PredictedRows rows;
  rows.reserve(margins.size() / width);
  for (std::size_t r = 0; r < margins.size() / width; ++r)
    rows.emplace_back(prediction_of(model.loss, std::span(margins).subspan(r * width, width), label));
  for (const std::uint32_t r : data.dropped) rows[r].reset();
  return rows;
}

std::string predictions_csv(const FittedModel& model, const PredictedRows& rows) {
  const Column& label = label_of(model);
  const bool probable = predicts_probabilities(model.loss);
  std::string out = probable ? "row,prediction,probability" : "row,prediction";
  const std::size_t levels = probable ? label.levels.size() : 0;
  for (std::uint32_t k = 0; k < levels; ++k) out += "," + csv_cell("probability of " + level_name(label, k));
  out += "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += fmt::format("{},", r + 1);
    if (rows[r])
      out += rows[r]->level ? csv_cell(level_name(label, *rows[r]->level)) : fmt::format("{}", *rows[r]->value);
    if (probable) out += rows[r] ? fmt::format(",{}", *rows[r]->probability) : ",";
    for (std::size_t k = 0; k < levels; ++k) out += rows[r] ? fmt::format(",{}", rows[r]->probabilities[k]) : ",";
    out += "\n";
  }
  return out;
}

std::string predictions_json(const PredictionAnswer& answer) {
  Json document{{"schema", "sotto.predictions/1"}, {"private_model", answer.model.privacy.is_private()}};
  document["rows"] = answer.rows.size();
  if (!answer.metrics.empty()) document["metrics"] = metrics_value(answer.model.loss, answer.metrics);
  if (answer.written_to.empty())
    document["predictions"] = rows_value(answer.model, answer.rows);
  else
    document["written"] = answer.written_to;
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sotto
