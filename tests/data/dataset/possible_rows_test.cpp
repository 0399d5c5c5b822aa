// SPDX-License-Identifier: MIT
// Rows that a schema allows: what is said to be possible is what a file can hold.
#include "sotto/data/dataset/possible_rows.hpp"

#include <gtest/gtest.h>

#include "sotto/arithmetic/dot.hpp"
#include "sotto/data/dataset/row_encoder.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::RandomPoints;

Schema some_columns() {
  return {.columns = {{.name = "age", .range = PublicRange{20, 100}},
                      {.name = "dose", .range = PublicRange{0, 4}, .scaling = Scaling::unit},
                      {.name = "raw", .repeat = 2, .range = PublicRange{-3, 1}, .scaling = Scaling::none},
                      {.name = "kind", .type = ColumnType::category, .levels = {"a", "b", "c"}},
                      {.name = "y", .role = ColumnRole::label, .range = PublicRange{-5, 5}}}};
}

/// A row as a file holds it, read by the encoder that reads files.
std::vector<double> row_of_a_file(const Encoding& encoding, RandomPoints& points) {
  DataFaults faults("data", "a file");
  RowEncoder rows(encoding, faults, {.path = "a file", .declared_rows = 1});
  rows.begin_row();
  for (std::uint32_t k = 0; k < encoding.positions(); ++k) {
    const Column& column = encoding.at(k).column;
    if (column.type == ColumnType::category)
      rows.text({k, k + 1}, column.levels[points.below(column.levels.size())]);
    else if (points.below(2) == 0)  // at an end, or anywhere
      rows.number({k, k + 1}, points.below(2) == 0 ? column.range->lowest : column.range->highest);
    else
      rows.number({k, k + 1}, points.uniform({column.range->lowest, column.range->highest}));
  }
  rows.end_row();
  const Records kept = std::get<Records>(rows.finish().rows.features);
  return kept.values;
}

TEST(PossibleRows, HoldEveryRowOfAFileAndNoOther) {
  for (const double norm : {0.0, 1.5}) {
    Schema schema = some_columns();
    if (norm > 0) schema.norm = norm;
    const Encoding encoding(schema);
    const PossibleRows possible(encoding);
    RandomPoints points(31);
    std::vector<double> row(possible.dimension());
    for (int k = 0; k < 500; ++k) {
      const std::vector<double> held = row_of_a_file(encoding, points);
      possible.write_row(held, row);
      EXPECT_TRUE(norm > 0 || row == held) << "a row that is not clipped comes of itself";
      std::vector<double> wish = points.gaussian_vector(row.size());
      for (double& v : wish) v *= 10;
      possible.write_row(wish, row);
      const double scale = 1 / row[7];  // what the intercept was clipped by
      EXPECT_LE(std::abs(row[0] * scale), 1 + 1e-12);
      EXPECT_TRUE(row[1] * scale >= 0 && row[1] * scale <= 1 + 1e-12);
      EXPECT_TRUE(row[2] * scale >= -3 - 1e-12 && row[2] * scale <= 1 + 1e-12);
      EXPECT_NEAR((row[4] + row[5] + row[6]) * scale, 1, 1e-12);
      EXPECT_EQ((row[4] > 0) + (row[5] > 0) + (row[6] > 0), 1);
      EXPECT_LE(dot(std::span<const double>(row), std::span<const double>(row)),
                encoding.row_norm() * encoding.row_norm() * (1 + 1e-12));
      EXPECT_TRUE(norm > 0 || row[7] == 1);
    }
  }
}

TEST(PossibleRows, GoToTheEndsOfTheirRangesWhereTheWishIsFarOff) {
  const PossibleRows possible{Encoding(some_columns())};
  std::vector<double> row(8);
  possible.write_row(std::vector<double>{1e9, -1e9, 1e9, -1e9, 1, 3, 2, -5}, row);
  EXPECT_EQ(row, (std::vector<double>{1, 0, 1, -3, 0, 1, 0, 1}));
}

TEST(PossibleRows, MayHoldNoLevelOrBeDroppedOnlyWhereARuleSaysSo) {
  Schema schema = some_columns();
  std::vector<double> row(8);
  const std::vector<double> away{1, 1, 1, 1, -1, -1, -1, 1};
  PossibleRows(Encoding(schema)).write_row(away, row);
  EXPECT_EQ(row[4] + row[5] + row[6], 1);
  EXPECT_FALSE(PossibleRows(Encoding(schema)).may_be_dropped());
  schema.columns[3].unknown = UnknownLevel::none;
  PossibleRows(Encoding(schema)).write_row(away, row);
  EXPECT_EQ(row[4] + row[5] + row[6], 0);
  schema.missing.action = MissingAction::drop;
  EXPECT_TRUE(PossibleRows(Encoding(schema)).may_be_dropped());
}

TEST(PossibleRows, HaveTheLabelsAtTheEndsOfTheirRangeOrAllLevels) {
  EXPECT_EQ(PossibleRows(Encoding(some_columns())).extreme_labels(), (std::vector<double>{-1, 1}));
  Schema schema = some_columns();
  schema.columns.back() = {
      .name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"u", "v", "w"}};
  EXPECT_EQ(PossibleRows(Encoding(schema)).extreme_labels(), (std::vector<double>{0, 1, 2}));
  schema.columns.pop_back();
  EXPECT_TRUE(PossibleRows(Encoding(schema)).extreme_labels().empty());
}

}  // namespace
}  // namespace sotto
