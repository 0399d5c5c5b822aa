// SPDX-License-Identifier: MIT
// Coefficients in the users' units say the same of a file's cells as the encoded ones say of its rows.
#include <gtest/gtest.h>

#include <sstream>

#include "data/model/models_for_tests.hpp"
#include "problem/models.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/data/model/prediction.hpp"

namespace sotto {
namespace {

/// A row of cells, as text for the reader and as numbers by coordinate for the sum.
struct Cells {
  std::string text;
  std::vector<double> values;
};

Cells random_cells(const Schema& schema, test::RandomPoints& points) {
  Cells row;
  const auto add = [&](const std::string& cell) { row.text += (row.text.empty() ? "" : ",") + cell; };
  for (const Column& column : schema.columns)
    for (std::uint32_t k = 0; k < column.repeat; ++k) {
      if (column.role == ColumnRole::label) continue;
      if (column.role == ColumnRole::ignore) add("-");
      if (column.role == ColumnRole::node) add("S");
      if (column.role != ColumnRole::feature) continue;
      if (column.type == ColumnType::category) {
        const std::uint64_t level = points.below(3);
        for (std::uint64_t other = 0; other < 3; ++other) row.values.push_back(other == level ? 1 : 0);
        add(level == 0 ? "x" : level == 1 ? "Y" : "\"z, or so\"");
      } else {
        const double value = points.uniform({column.range->lowest, column.range->highest});
        row.values.push_back(value);
        std::ostringstream digits;
        digits.precision(17);
        digits << value;
        add(digits.str());
      }
    }
  row.text += "\n";
  return row;
}

double value_of_form(const LinearForm& form, const std::vector<double>& values) {
  double sum = form.constant;
  for (std::size_t k = 0; k < values.size(); ++k) sum += form.coefficients[k] * values[k];
  return sum;
}

/// What rounding may cost: the sum of what is added.
double size_of_form(const LinearForm& form, const std::vector<double>& values) {
  double sum = 1 + std::abs(form.constant);
  for (std::size_t k = 0; k < values.size(); ++k) sum += std::abs(form.coefficients[k] * values[k]);
  return sum;
}

TEST(CoefficientsInUnits, ReproduceTheMarginsOfRowsThatAreNotClipped) {
  test::RandomPoints points(41);
  for (int repeat = 0; repeat < 20; ++repeat)
    for (const auto& [name, loss] : test::all_losses()) {
      FittedModel model = test::random_model(loss, points);
      model.schema.norm = {};
      const Cells cells = random_cells(model.schema, points);
      std::istringstream file(cells.text);
      const Dataset data = read_dataset({.rows = file}, {.path = "rows.csv", .csv_header = CsvHeader::none},
                                        model.schema, ReadFor::predicting);
      EXPECT_EQ(data.counts.clipped_rows, 0U);
      const std::vector<double> margins = margins_at(loss, model.coefficients, data.rows.features);
      const CoefficientsInUnits units = coefficients_in_units(model);
      ASSERT_EQ(units.margins.size(), margins.size());
      for (std::size_t k = 0; k < margins.size(); ++k)
        EXPECT_NEAR(value_of_form(units.margins[k], cells.values), margins[k],
                    1e-12 * size_of_form(units.margins[k], cells.values))
            << name;
      const Prediction said = *predicted_rows(model, data)[0];
      ASSERT_EQ(units.label.has_value(), name == "squared" || name == "huber");
      if (units.label) {
        EXPECT_NEAR(value_of_form(*units.label, cells.values), *said.value,
                    1e-12 * size_of_form(*units.label, cells.values))
            << name;
      }
    }
}

}  // namespace
}  // namespace sotto
