// SPDX-License-Identifier: MIT
// What a model says of every row of a file. It depends on that file as it is: no guarantee covers its rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/prediction.hpp"

namespace sotto {

/// A model's schema for files whose labels are not looked at: a label or a node that is missing drops no row.
Schema schema_for_prediction(const FittedModel& model);

/// A prediction for each row; nothing for those that a rule dropped.
using PredictedRows = std::vector<std::optional<Prediction>>;
PredictedRows predicted_rows(const FittedModel& model, const Dataset& data);

/// row,prediction,probability and "probability of LEVEL" for every level (only where there are any), rows from 1.
/// Levels by their first spelling; dropped rows are empty cells.
std::string predictions_csv(const FittedModel& model, const PredictedRows& rows);

/// What `sotto predict` answers with --json, sotto.predictions/1.
struct PredictionAnswer {
  const FittedModel& model;
  const PredictedRows& rows;
  std::string written_to = {};       ///< the file that holds the rows; they are then left out
  std::vector<double> metrics = {};  ///< of metrics_for(loss), if they were asked for
};
std::string predictions_json(const PredictionAnswer& answer);

/// What must stand beside metrics.
inline constexpr const char* metrics_are_not_covered = "computed from the file's labels: not covered by the guarantee";

}  // namespace sotto
