// SPDX-License-Identifier: MIT
// Drawn rows keep what is declared, and are as unlike each other as a file's.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
namespace {

/// Two numbers (one far from 0), a category, a label, and a column that nobody reads.
Schema mixed() {
  Schema schema;
  schema.columns = {{.name = "age", .range = PublicRange{40, 90}, .scaling = Scaling::none},
                    {.name = "dose", .range = PublicRange{-1e100, 1e100}},
                    {.name = "kind", .type = ColumnType::category, .levels = {"a", "b|c", "d", "e"}},
                    {.name = "remark", .role = ColumnRole::ignore},
                    {.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"no", "yes"}}};
  return schema;
}

TEST(DrawnRows, KeepRangesLevelsAndTheNorm) {
  Schema schema = mixed();
  schema.norm = 72;
  const Encoding encoding(schema);
  const Dataset drawn = draw_rows(encoding, {.seed = 3, .set = 1, .rows = 2000});
  const auto& rows = std::get<Records>(drawn.rows.features);
  ASSERT_EQ(rows.count(), 2000U);
  ASSERT_EQ(drawn.rows.labels.size(), 2000U);
  std::size_t clipped = 0;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const std::span<const double> row = rows.row(r);
    const double scale = row[6];  // the intercept's 1, once the row was clipped
    clipped += scale < 1 ? 1 : 0;
    EXPECT_GE(row[0] / scale, 40 * (1 - 1e-12));
    EXPECT_LE(row[0] / scale, 90 * (1 + 1e-12));
    EXPECT_LE(std::abs(row[1] / scale), 1 + 1e-12);
    EXPECT_NEAR(std::accumulate(row.begin() + 2, row.begin() + 6, 0.0) / scale, 1, 1e-12) << "one level in each row";
    EXPECT_LE(std::sqrt(dot(row, row)), 72 * (1 + 1e-12));
  }
  EXPECT_GT(clipped, 500U);
  EXPECT_LT(clipped, 1900U);
  EXPECT_EQ(drawn.counts.clipped_cells, 0U) << "no cell was drawn outside of its range";
  EXPECT_EQ(drawn.counts.unknown_levels, 0U);
}

/// Ends of ranges are drawn, and are often the words for what is missing.
TEST(DrawnRows, MissNothing) {
  Schema schema;
  schema.columns = {{.name = "a", .range = PublicRange{0, 1}, .scaling = Scaling::none, .missing_words = {{"0", "1"}}}};
  schema.intercept = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Dataset drawn = draw_rows(Encoding(schema), {.seed = seed, .set = 1, .rows = 5000});
    EXPECT_EQ(drawn.counts.dropped_rows + drawn.counts.substituted_cells, 0U);
  }
}

/// The law of a column is the schema's and the seed's; what nodes hold of it is their own.
TEST(DrawnRows, AreTheSameForTheSameSeedAndOthersForAnotherSet) {
  const Encoding encoding(mixed());
  const auto values = [&](std::uint64_t seed, std::uint32_t set) {
    return std::get<Records>(draw_rows(encoding, {.seed = seed, .set = set, .rows = 50}).rows.features).values;
  };
  EXPECT_EQ(values(3, 1), values(3, 1));
  EXPECT_NE(values(3, 1), values(3, 2));
  EXPECT_NE(values(3, 1), values(4, 1));
}

TEST(DrawnRows, OfOneSeedHaveOneLawInEverySet) {
  const Encoding encoding(mixed());
  const auto mean_age = [&](std::uint32_t set) {
    const Dataset drawn = draw_rows(encoding, {.seed = 3, .set = set, .rows = 4000});
    double sum = 0;
    for (std::size_t r = 0; r < 4000; ++r) sum += std::get<Records>(drawn.rows.features).row(r)[0];
    return sum / 4000;
  };
  // The deviation is 50/8 at most: means of 4000 rows differ by more than 0.7 once in a million times.
  EXPECT_NEAR(mean_age(1), mean_age(2), 0.7);
}

TEST(DrawnRows, OfTwoColumnsShareACommonCause) {
  Schema schema;
  for (const char* name : {"a", "b", "c"}) schema.columns.push_back({.name = name, .range = PublicRange{0, 1}});
  schema.intercept = false;
  const Dataset drawn = draw_rows(Encoding(schema), {.seed = 5, .set = 1, .rows = 20000});
  const auto& rows = std::get<Records>(drawn.rows.features);
  for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 2}}) {
    double si = 0, sj = 0, sii = 0, sjj = 0, sij = 0;
    for (std::size_t r = 0; r < rows.count(); ++r) {
      const double a = rows.row(r)[static_cast<std::size_t>(i)], b = rows.row(r)[static_cast<std::size_t>(j)];
      si += a, sj += b, sii += a * a, sjj += b * b, sij += a * b;
    }
    const auto n = static_cast<double>(rows.count());
    const double correlation = (sij - si * sj / n) / std::sqrt((sii - si * si / n) * (sjj - sj * sj / n));
    EXPECT_NEAR(std::abs(correlation), 0.5, 0.04) << "ends of ranges cut a little off";
  }
}

/// A row of 1000 columns fills about a tenth of them, the first ones more often.
TEST(DrawnRows, StaySparseAndSkewed) {
  Schema schema;
  schema.columns = {{.name = "x", .repeat = 1000, .range = PublicRange{0, 1}, .scaling = Scaling::none}};
  schema.sparse = true;
  const Dataset drawn = draw_rows(Encoding(schema), {.seed = 2, .set = 1, .rows = 300, .density = 0.1});
  const auto& rows = std::get<SparseRows>(drawn.rows.features);
  const double filled = static_cast<double>(rows.values.size()) / 300 - 1;  // without the intercept
  EXPECT_GT(filled, 70);                                                    // columns that are drawn twice count once
  EXPECT_LE(filled, 100);
  std::size_t in_first_quarter = 0, in_all = 0;
  for (const std::uint32_t column : rows.columns) {
    in_first_quarter += column < 250 ? 1 : 0;
    in_all += column < 1000 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(in_first_quarter) / static_cast<double>(in_all), 0.5, 0.05);
}

}  // namespace
}  // namespace sotto
