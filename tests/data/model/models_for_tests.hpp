// SPDX-License-Identifier: MIT
// Fitted models of every kind: random schemas, random coefficients.
#pragma once

#include <string>
#include <vector>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

inline Column number_column(const std::string& name, RandomPoints& points) {
  const double lowest = points.uniform({-50, 50});
  return {.name = name,
          .range = PublicRange{lowest, lowest + points.log_uniform({0.5, 200})},
          .scaling = static_cast<Scaling>(points.below(3))};
}

/// Numbers of every scaling, some repeated, and categories.
inline Schema random_schema(RandomPoints& points) {
  Schema schema;
  schema.columns.push_back(number_column("first", points));
  schema.columns.push_back({.name = "a \"b\", c", .type = ColumnType::category, .levels = {"x", "y|Y", "z, or so"}});
  schema.columns.push_back(number_column("\xC3\xA4", points));
  schema.columns.back().repeat = static_cast<std::uint32_t>(1 + points.below(3));
  schema.columns.push_back({.name = "note", .role = ColumnRole::ignore});
  schema.columns.push_back(
      {.name = "place", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"N", "S"}});
  schema.columns[1].unknown = static_cast<UnknownLevel>(points.below(3));
  schema.columns[0].missing_words = {{"", "n/a"}};
  if (points.below(2) == 0) schema.columns[1].missing = MissingRule{MissingAction::substitute, "Y"};
  if (points.below(2) == 0) schema.missing = {.action = MissingAction::drop};
  schema.intercept = points.below(2) == 0;
  schema.sparse = points.below(2) == 0;
  if (points.below(2) == 0) schema.norm = points.log_uniform({0.1, 10});
  return schema;
}

inline Column label_for(const Loss& loss, RandomPoints& points) {
  Column label{.name = "label", .role = ColumnRole::label};
  if (const auto* softmax = std::get_if<SoftmaxLoss>(&loss)) {
    label.type = ColumnType::category;
    for (std::size_t k = 0; k < softmax->classes; ++k)
      label.levels.push_back("class " + std::to_string(k) + "|" + std::to_string(k));
    label.classes = softmax->classes == 2;
  } else if (std::holds_alternative<LogisticLoss>(loss) || std::holds_alternative<SmoothedHingeLoss>(loss)) {
    label.type = ColumnType::category;
    label.levels = {"no|0", "yes|1"};
  } else if (std::holds_alternative<PoissonLoss>(loss)) {
    label.range = PublicRange{0, 6};
    label.scaling = Scaling::none;
  } else {
    label = number_column("label", points);
    label.role = ColumnRole::label;
  }
  return label;
}

inline FittedModel random_model(const Loss& loss, RandomPoints& points) {
  Schema schema = random_schema(points);
  schema.columns.push_back(label_for(loss, points));
  FittedModel model{.loss = loss, .schema = schema, .coefficients = {}, .privacy = {}};
  model.coefficients = points.gaussian_vector(margins_of(loss) * encoded_dimension(schema));
  if (points.below(2) == 0)
    model.privacy.certificate = R"({"schema":"sotto.certificate/1","epsilon":0.1,"not_covered":["metrics"]})";
  else
    model.privacy.why_not_private = "SIMULATION: no privacy, the noise was seeded";
  model.origin = {.version = "1.2", .commit = "abc", .digest = "", .seed = UINT64_MAX - points.below(10)};
  return model;
}

}  // namespace sotto::test
