// SPDX-License-Identifier: MIT
// Predictions: levels with their probabilities, values in the label's unit, and rows that have none.
#include <gtest/gtest.h>

#include <sstream>

#include "data/model/models_for_tests.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

Prediction said(const Loss& loss, const std::vector<double>& margins, const AffineMap& label = {}) {
  return prediction_of(loss, margins, label);
}

TEST(Prediction, OfAValueInvertsTheScalingOfTheLabel) {
  test::RandomPoints points(51);
  for (int repeat = 0; repeat < 300; ++repeat) {
    Column column = test::number_column("y", points);
    const ColumnEncoding label{.column = column};
    const double value = points.uniform({column.range->lowest, column.range->highest});
    const double size = std::abs(column.range->lowest) + std::abs(column.range->highest);
    for (const Loss& loss : {Loss(SquaredLoss{}), Loss(HuberLoss{})})
      EXPECT_NEAR(*said(loss, {label.encoded(value)}, label.from_units()).value, value, 1e-14 * size);
  }
}

TEST(Prediction, OfACountIsItsExpectation) {
  EXPECT_NEAR(*said(PoissonLoss{}, {std::log(3.5)}).value, 3.5, 1e-14);
}

TEST(Prediction, OfLevelsIsTheLikeliestAndItsProbability) {
  EXPECT_EQ(said(LogisticLoss{}, {0.1}).level, 1U);
  EXPECT_EQ(said(LogisticLoss{}, {0}).level, 0U);
  EXPECT_EQ(said(LogisticLoss{}, {0}).probability, 0.5);
  for (const double m : {-30.0, -1.5, 0.3, 800.0}) {
    const Prediction one = said(LogisticLoss{}, {m}), two = said(SoftmaxLoss{.classes = 2}, {0, m});
    EXPECT_EQ(one.level, two.level);
    EXPECT_NEAR(*one.probability, *two.probability, 1e-15);
    EXPECT_NEAR(*one.probability, 1 / (1 + std::exp(-std::abs(m))), 1e-15);
    EXPECT_EQ(said(SmoothedHingeLoss{}, {m}).level, one.level);
    EXPECT_FALSE(said(SmoothedHingeLoss{}, {m}).probability);
  }
  EXPECT_EQ(said(SoftmaxLoss{.classes = 4}, {-1, 7, 7, 2}).level, 1U);
}

/// One number, two levels that CSV must quote, missing values drop their row.
FittedModel by_sign() {
  FittedModel model{.loss = LogisticLoss{}, .schema = {}, .coefficients = {1}, .privacy = {}};
  model.schema.columns = {
      {.name = "a", .range = PublicRange{-1, 1}},
      {.name = "site", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"A", "B"}},
      {.name = "b",
       .role = ColumnRole::label,
       .type = ColumnType::category,
       .levels = {"less, or \"equal\"", "more|m"}}};
  model.schema.intercept = false;
  model.schema.missing = {.action = MissingAction::drop};
  model.privacy.why_not_private = "drawn by hand";
  return model;
}

Dataset read(const std::string& text, const Schema& schema) {
  std::istringstream file(text);
  return read_dataset({.rows = file}, {.path = "rows.csv"}, schema, ReadFor::predicting);
}

TEST(Prediction, KnowsTheProbabilityOfEveryLevelAndTheySumToOne) {
  for (const Loss& loss : {Loss(LogisticLoss{}), Loss(SoftmaxLoss{.classes = 3})})
    for (const double m : {-40.0, -1.0, 0.0, 0.3, 40.0}) {
      const std::vector<double> margins = margins_of(loss) == 1 ? std::vector{m} : std::vector{m, 0.1, -m};
      const Prediction said = prediction_of(loss, margins, {});
      double sum = 0;
      for (const double probability : said.probabilities) sum += probability;
      EXPECT_NEAR(sum, 1, 1e-15) << m;
      EXPECT_EQ(said.probabilities.at(*said.level), *said.probability) << m;
      EXPECT_GT(said.probabilities.front(), 0) << "not even far out: " << m;
    }
  EXPECT_TRUE(prediction_of(SmoothedHingeLoss{}, std::vector{1.0}, {}).probabilities.empty());
}

TEST(PredictedRows, AreListedByTheirNumberAndDroppedOnesStayEmpty) {
  const FittedModel model = by_sign();
  const Dataset data = read("a\n1\n?\n-1\n", schema_for_prediction(model));
  EXPECT_EQ(predictions_csv(model, predicted_rows(model, data)),
            "row,prediction,probability,\"probability of less, or \"\"equal\"\"\",probability of more\n"
            "1,more,0.7310585786300049,0.26894142136999516,0.7310585786300049\n2,,,,\n"
            "3,\"less, or \"\"equal\"\"\",0.7310585786300049,0.7310585786300049,0.26894142136999516\n");
}

TEST(PredictedRows, ALabelOrNodeThatIsMissingDropsNoRow) {
  for (const FittedModel& model : {by_sign()}) {
    const Dataset data = read("b,a,site\n?,1,\n", schema_for_prediction(model));
    EXPECT_TRUE(data.dropped.empty());
    EXPECT_EQ(predicted_rows(model, data)[0]->level, 1U);
    EXPECT_EQ(read("b,a,site\n?,1,A\n", model.schema).dropped.size(), 1U) << "else the rule holds";
  }
  FittedModel number = by_sign();
  number.loss = SquaredLoss{};
  number.schema.columns[2] = {.name = "b", .role = ColumnRole::label, .range = PublicRange{0.1, 0.7}};
  EXPECT_TRUE(read("b,a\n?,1\n", schema_for_prediction(number)).dropped.empty());
}

}  // namespace
}  // namespace sotto
