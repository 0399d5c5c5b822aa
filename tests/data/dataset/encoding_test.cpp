// SPDX-License-Identifier: MIT
// What becomes of columns: coordinates, norms and maps follow from the declaration alone; unsound ones are refused.
#include "sotto/data/dataset/encoding.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/dataset/data_bytes.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

Schema mixed() {
  return {.columns = {{.name = "age", .range = PublicRange{20, 80}},
                      {.name = "pain", .type = ColumnType::category, .levels = {"1", "2", "3|4"}},
                      {.name = "skip", .role = ColumnRole::ignore},
                      {.name = "dose", .repeat = 2, .range = PublicRange{0, 10}, .scaling = Scaling::unit},
                      {.name = "kept", .range = PublicRange{-3, 2}, .scaling = Scaling::none}}};
}

std::string refused(const Schema& schema) {
  try {
    check(schema);
    return "";
  } catch (const InvalidInput& fault) {
    EXPECT_EQ(fault.kind(), FaultKind::configuration);
    return fault.what();
  }
}

TEST(Encoding, NamesItsCoordinatesAndCountsThem) {
  EXPECT_EQ(coordinate_names(mixed()),
            (std::vector<std::string>{"age", "pain=1", "pain=2", "pain=3|4", "dose1", "dose2", "kept", "(intercept)"}));
  EXPECT_EQ(encoded_dimension(mixed()), 8u);
}

TEST(Encoding, BoundsRowsByWhatTheDeclarationAllows) {
  // 1 for each scaled number, 1 for all levels of a category together, 3 for what is kept, 1 for the intercept.
  const double norm = row_norm(mixed());
  EXPECT_GE(norm * norm, 1 + 1 + 2 + 9 + 1);
  EXPECT_LT(norm, std::sqrt(14.0) * (1 + 1e-15));
  Schema declared = mixed();
  declared.norm = 2.5;
  EXPECT_EQ(row_norm(declared), 2.5);
}

TEST(Encoding, OfTheLongestRowThatIsAllowedClipsNothing) {
  const DataSource source{.path = "x.csv", .csv_header = CsvHeader::none, .declared_rows = 2};
  const Dataset data = test::read({"80,4,,10,10,-3\n20,1,,10,99,-9\n"}, source, mixed());
  EXPECT_EQ(test::dense_values(data), (std::vector<double>{1, 0, 0, 1, 1, 1, -3, 1, -1, 1, 0, 0, 1, 1, -3, 1}));
  EXPECT_EQ(data.counts.clipped_rows, 0u);
  EXPECT_EQ(data.counts.clipped_cells, 2u);
}

TEST(Encoding, ComesWithMapsThatLeadBackToTheColumnsUnits) {
  const Encoding encoding(mixed());
  const std::vector<AffineMap> maps = coordinate_maps(mixed());
  ASSERT_EQ(maps.size(), encoding.dimension());
  test::RandomPoints points(1);
  for (const ColumnEncoding& column : encoding.columns())
    for (int k = 0; k < 100 && column.column.range && column.coordinates == 1; ++k) {
      const double value = points.uniform({column.column.range->lowest, column.column.range->highest});
      const AffineMap map = maps[column.first_coordinate];
      EXPECT_NEAR(column.encoded(value), (value - map.offset) * map.factor, 1e-15 * 4);
    }
  for (const std::size_t same : {1u, 2u, 3u, 6u, 7u}) {
    EXPECT_EQ(maps[same].offset, 0);
    EXPECT_EQ(maps[same].factor, 1);
  }
}

TEST(Encoding, KeepsZeroWhereTheRangeBeginsThere) {
  const Encoding encoding(mixed());
  EXPECT_EQ(encoding.at(3).encoded(0), 0);
  EXPECT_EQ(encoding.at(3).encoded(10), 1);
  EXPECT_EQ(encoding.at(0).encoded(50), 0);
}

TEST(Encoding, OfLabelsFollowsTheirDeclaration) {
  const auto labels = [](const Column& label, const std::string& cells, std::uint64_t rows) {
    const Schema schema{.columns = {{.name = "x", .range = PublicRange{0, 1}}, label}};
    return test::read({cells}, {.path = "x.csv", .csv_header = CsvHeader::none, .declared_rows = rows}, schema)
        .rows.labels;
  };
  const Column number{.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 8}};
  EXPECT_EQ(labels(number, "0,0\n0,2\n0,99\n", 3), (std::vector<double>{-1, -0.5, 1}));
  Column count = number;
  count.scaling = Scaling::none;
  EXPECT_EQ(labels(count, "0,-1\n0,2\n0,99\n", 3), (std::vector<double>{0, 2, 8}));
  Column two{.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"0", "1|2|3"}};
  EXPECT_EQ(labels(two, "0,0\n0,2.0\n0,+1\n", 3), (std::vector<double>{-1, 1, 1}));
  two.classes = true;
  EXPECT_EQ(labels(two, "0,0\n0,2\n", 2), (std::vector<double>{0, 1}));
  const Column three{.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"c", "a", "b"}};
  EXPECT_EQ(labels(three, "0,a\n0,b\n0,c\n", 3), (std::vector<double>{1, 2, 0}));
}

TEST(Schema, ThatIsSoundIsAccepted) {
  EXPECT_EQ(refused(mixed()), "");
}

TEST(Schema, ThatBreaksARuleIsRefusedWithTheRule) {
  const Column x{.name = "x", .range = PublicRange{0, 1}};
  const auto with = [&](const Column& column) { return refused({.columns = {x, column}}); };
  const auto range = [&](const PublicRange& of) { return with({.name = "z", .range = of}); };
  const auto levels = [&](const std::vector<std::string>& of) {
    return with({.name = "z", .type = ColumnType::category, .levels = of});
  };
  const auto label = [](std::optional<MissingRule> missing, std::optional<UnknownLevel> unknown) {
    return Column{.name = "z",
                  .role = ColumnRole::label,
                  .type = ColumnType::category,
                  .levels = {"a", "b"},
                  .missing = std::move(missing),
                  .unknown = unknown};
  };
  const auto node = [&](std::optional<MissingRule> missing, std::optional<UnknownLevel> unknown) {
    Column column = label(std::move(missing), unknown);
    column.role = ColumnRole::node;
    return column;
  };
  const auto substitute = [](const char* text) { return MissingRule{MissingAction::substitute, text}; };
  const double nan = std::nan("");
  const std::pair<std::string, std::string> cases[] = {
      {refused({}), "at least one column must be a feature"},
      {refused({.columns = {{.name = "x", .role = ColumnRole::ignore}}}), "must be a feature"},
      {with({.name = "", .range = PublicRange{0, 1}}), "needs a name"},
      {with({.name = "a\nb", .range = PublicRange{0, 1}}), "needs a name"},
      {with(x), "x: is declared twice"},
      {with({.name = "z", .repeat = 0, .range = PublicRange{0, 1}}), "z.repeat = 0"},
      {with({.name = "z", .repeat = 1u << 25, .range = PublicRange{0, 1}}), "at most 16777216"},
      {with({.name = "z"}), "z.range: the public range must be declared"},
      {with({.name = "z", .scaling = Scaling::none}), "data.row_norm must be"},
      {range({2, 1}), "z.range = [2, 1]: the lowest"},
      {range({1, 1}), "the lowest value must lie below"},
      {range({nan, 1}), "must be finite"},
      {range({0, nan}), "must be finite"},
      {range({0, HUGE_VAL}), "must be finite"},
      {range({-1e308, 1e308}), "must be finite"},
      {range({0, 1e-200}), "too narrow"},
      {with({.name = "z", .range = PublicRange{0, 1}, .levels = {"a"}}), "only a category has levels"},
      {with({.name = "z", .range = PublicRange{0, 1}, .unknown = UnknownLevel::drop}), "only a category"},
      {with({.name = "z", .range = PublicRange{0, 1}, .classes = true}), "z.classes"},
      {levels({}), "needs its levels declared"},
      {levels({"a", ""}), "a level cannot be empty"},
      {levels({"a", "b|"}), "a level cannot be empty"},
      {levels({"a", "b", "a"}), "z.levels = a: is declared twice"},
      {levels({"a|b", "b"}), "z.levels = b: is declared twice"},
      {levels({"1", "1.0"}), "z.levels = 1.0: is declared twice"},
      {levels({"a", " b"}), "blanks"},
      {levels({"a", "NA"}), "also a word for a missing value"},
      {levels({"a", "b\nc"}), "on one line"},
      {with({.name = "z", .type = ColumnType::category, .range = PublicRange{0, 1}, .levels = {"a"}}), "only a number"},
      {with({.name = "z", .type = ColumnType::category, .levels = {"a"}, .classes = true}), "only a label"},
      {refused({.columns = {x, label({}, {}), {.name = "w", .role = ColumnRole::label, .range = PublicRange{0, 1}}}}),
       "2 labels"},
      {with({.name = "z", .role = ColumnRole::label}), "z.range"},
      {with({.name = "z", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"a"}}), "two at least"},
      {with({.name = "z", .role = ColumnRole::label, .repeat = 2, .range = PublicRange{0, 1}}), "only features"},
      {with(label({}, UnknownLevel::none)), "a label must be one of its levels"},
      {with(label(substitute("c"), {})), "must be one of the column's levels"},
      {with({.name = "z", .range = PublicRange{0, 1}, .missing = substitute("two")}), "must be a number"},
      {with({.name = "z", .range = PublicRange{0, 1}, .missing = substitute("2")}),
       "column z.substitute = 2: the substitute must lie in the range [0, 1]"},
      {with({.name = "z", .range = PublicRange{0, 1}, .missing = MissingRule{MissingAction::drop, "2"}}), "not asked"},
      {with({.name = "z", .role = ColumnRole::node, .range = PublicRange{0, 1}}), "a node column is a category"},
      {with(node(MissingRule{MissingAction::drop}, {})), "a row must belong to a node"},
      {with(node({}, UnknownLevel::drop)), "a row must belong to a node"},
      {refused(
           {.columns =
                {x, node({}, {}),
                 Column{.name = "w", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"a", "b"}}}}),
       "2 node columns"},
      {refused({.columns = {x}, .norm = 0}), "data.row_norm = 0"},
      {refused({.columns = {x}, .norm = nan}), "data.row_norm"},
      {refused({.columns = {x}, .norm = HUGE_VAL}), "data.row_norm"},
      {refused({.columns = {x}, .missing = substitute("9")}), "must lie in the range"}};
  for (const auto& [said, words] : cases) EXPECT_NE(said.find(words), std::string::npos) << words << " | " << said;
}

/// That a range is missing too follows from the type alone.
TEST(Schema, ANodeColumnOfTheWrongTypeIsOneFault) {
  const Column x{.name = "x", .range = PublicRange{0, 1}};
  const std::string said = refused({.columns = {x, {.name = "z", .role = ColumnRole::node}}});
  EXPECT_NE(said.find("column z.type"), std::string::npos) << said;
  EXPECT_EQ(said.find("z.range"), std::string::npos) << said;
}

TEST(Schema, FaultsAreReportedAllAtOnce) {
  const std::string said = refused({.columns = {{.name = "a"}, {.name = "b", .range = PublicRange{3, 2}}}, .norm = -1});
  for (const char* words : {"column a.range", "column b.range", "data.row_norm"})
    EXPECT_NE(said.find(words), std::string::npos) << said;
}

}  // namespace
}  // namespace sotto
