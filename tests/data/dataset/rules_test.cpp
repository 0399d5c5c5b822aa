// SPDX-License-Identifier: MIT
// Sound files: every format gives the matrix it holds, and declared rules mend what they foresee, and count it.
#include <gtest/gtest.h>

#include <cmath>

#include "data/dataset/data_bytes.hpp"
#include "graph/matrix_files.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/norms.hpp"
#include "support/random_points.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

using test::dense_values;
using Values = std::vector<double>;

/// Two numbers that stay as they are.
Schema plain() {
  return {.columns = {{.name = "a", .range = PublicRange{-10, 10}, .scaling = Scaling::none},
                      {.name = "b", .range = PublicRange{-10, 10}, .scaling = Scaling::none}},
          .intercept = false};
}

DataSource csv(std::uint64_t rows, CsvHeader header = CsvHeader::names) {
  return {.path = "x.csv", .csv_header = header, .declared_rows = rows};
}

TEST(Csv, IsTheSameMatrixInEveryWayToWriteIt) {
  const Values expected{1, 2, 3, -4};
  for (const char* text : {"a,b\n1,2\n3,-4\n", "a,b\n1,2\n3,-4", "a,b\r\n1,2\r\n3,-4\r\n",
                           "\xEF\xBB\xBF"
                           "a,b\n1,2\n3,-4\n",
                           "b,a\n2,1\n-4,3\n", "\"a\",\"b\"\n\"1\",\"2\"\n3,\"-4\"", " a , b \n 1 ,\t2\n3.0,-4e0\n\n\n",
                           "a,b\n\"1\",2\r\n3,-4\n\r\n"})
    EXPECT_EQ(dense_values(test::read({text}, csv(2), plain())), expected) << text;
  for (const char separator : {';', '|', '\t'}) {
    DataSource source = csv(1);
    source.csv_separator = separator;
    const std::string s(1, separator);
    EXPECT_EQ(dense_values(test::read({"a" + s + "b\n1" + s + "2\n"}, source, plain())), (Values{1, 2}));
  }
  EXPECT_EQ(dense_values(test::read({"a\tb\n1\t2\n"}, {.path = "x.tsv", .declared_rows = 1}, plain())), (Values{1, 2}));
  EXPECT_EQ(dense_values(test::read({"7,8,9\n1,2\n"}, csv(1, CsvHeader::skipped), plain())), (Values{1, 2}));
}

TEST(Csv, QuotedCellsHoldSeparatorsLineEndsAndQuotes) {
  const Schema schema{.columns = {{.name = "w,\"x\"", .type = ColumnType::category, .levels = {"p, q", "say \"so\""}}},
                      .intercept = false};
  EXPECT_EQ(dense_values(test::read({"\"w,\"\"x\"\"\"\n\"p, q\"\n\"say \"\"so\"\"\"\n"}, csv(2), schema)),
            (Values{1, 0, 0, 1}));
  Schema noted = plain();
  noted.columns.push_back({.name = "note", .role = ColumnRole::ignore});
  EXPECT_EQ(dense_values(test::read({"a,note,b\n1,\"two\nlines, \"\"and\"\" more\r\n\",2\n"}, csv(1), noted)),
            (Values{1, 2}));
}

TEST(Csv, OfPackedPartsIsReadAsOne) {
  const std::string packed = test::gzipped("a,b\n1,") + test::gzipped("2\n") + test::gzipped("");
  EXPECT_EQ(dense_values(test::read({packed}, csv(1), plain())), (Values{1, 2}));
}

TEST(Csv, LongerThanEveryBufferIsReadWhole) {
  std::string text = "a,b\n";
  Values expected;
  for (int k = 0; k < 40000; ++k) {
    expected.insert(expected.end(), {k % 19 - 9.0, k % 7 - 3.0});
    text += std::to_string(k % 19 - 9) + "," + std::to_string(k % 7 - 3) + "\r\n";
  }
  EXPECT_EQ(dense_values(test::read({text}, csv(40000), plain())), expected);
  EXPECT_EQ(dense_values(test::read({test::gzipped(text)}, csv(40000), plain())), expected);
}

TEST(Libsvm, DenseAndSparseRowsAreTheSameMatrix) {
  Schema schema{
      .columns = {{.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"-1", "1"}},
                  {.name = "x", .repeat = 4, .range = PublicRange{0, 8}, .scaling = Scaling::unit}}};
  const std::string text = "+1 1:8 4:2 # first\n\n# a remark\n-1.0\r\n1 2:0 3:4\n";
  const DataSource source{.path = "x.svm", .declared_rows = 3};
  const Dataset dense = test::read({text}, source, schema);
  EXPECT_EQ(dense_values(dense), (Values{1, 0, 0, 0.25, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1}));
  EXPECT_EQ(dense.rows.labels, (Values{1, -1, 1}));
  schema.sparse = true;
  const Dataset sparse = test::read({text}, source, schema);
  const auto& rows = std::get<SparseRows>(sparse.rows.features);
  EXPECT_EQ(rows.dimension, 5u);
  EXPECT_EQ(rows.begins, (std::vector<std::uint64_t>{0, 3, 4, 6}));
  EXPECT_EQ(rows.columns, (std::vector<std::uint32_t>{0, 3, 4, 4, 2, 4}));
  EXPECT_EQ(rows.values, (Values{1, 0.25, 1, 1, 0.5, 1}));
}

/// The smallest doubles are slow to compute with, and would tell a row by the time of its gradient.
TEST(Libsvm, ValuesBelowTwoToTheMinus500CountAsZero) {
  Schema schema{.columns = {{.name = "x", .repeat = 4, .range = PublicRange{-1, 1}, .scaling = Scaling::none}},
                .intercept = false};
  const DataSource source{.path = "x.svm", .declared_rows = 1};
  const std::string text = "0 1:1e-310 2:-3e-151 3:4e-151 4:-1\n";  // 2^-500 is about 3.05e-151
  EXPECT_EQ(dense_values(test::read({text}, source, schema)), (Values{0, 0, 4e-151, -1}));
  schema.sparse = true;
  const Dataset sparse = test::read({text}, source, schema);
  const auto& rows = std::get<SparseRows>(sparse.rows.features);
  EXPECT_EQ(rows.columns, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(rows.values, (Values{4e-151, -1}));
}

TEST(Libsvm, ValuesThatAClipMakesNegligibleCountAsZeroToo) {
  const Schema schema{
      .columns = {{.name = "x", .repeat = 2, .scaling = Scaling::none}}, .intercept = false, .norm = 1e-90};
  const Dataset data = test::read({"0 1:1e100 2:1e-10\n"}, {.path = "x.svm", .declared_rows = 1}, schema);
  EXPECT_EQ(dense_values(data)[1], 0);
  EXPECT_NEAR(dense_values(data)[0], 1e-90, 1e-104);
}

TEST(Libsvm, WhatIsLeftOutIsTheNumberZeroAlsoWhereThatIsNotTheCoordinateZero) {
  Schema schema{.columns = {{.name = "x", .repeat = 3, .range = PublicRange{0, 2}}}, .intercept = false};
  const DataSource source{.path = "x.svm", .declared_rows = 1};
  EXPECT_EQ(dense_values(test::read({"0 2:1\n"}, source, schema)), (Values{-1, 0, -1}));
  schema.sparse = true;
  const Dataset sparse = test::read({"0 2:1\n"}, source, schema);
  const auto& rows = std::get<SparseRows>(sparse.rows.features);
  EXPECT_EQ(rows.columns, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(rows.values, (Values{-1, -1}));
}

TEST(Libsvm, FeaturesWithoutARangeAreKeptAndBoundedByTheNorm) {
  const Schema schema{
      .columns = {{.name = "x", .repeat = 2, .scaling = Scaling::none}}, .intercept = false, .norm = 10};
  const Dataset data =
      test::read({"0 1:3 2:4\n0 1:-30 2:40\n0 1:1e300 2:-1e300\n"}, {.path = "x.svm", .declared_rows = 3}, schema);
  EXPECT_EQ(data.counts.clipped_rows, 2u);
  const Values& values = dense_values(data);
  EXPECT_EQ(values[0], 3);
  EXPECT_NEAR(values[2], -6, 1e-14);
  EXPECT_NEAR(values[5], -std::sqrt(50.0), 1e-14);
}

TEST(Libsvm, ColumnsThatZerosCannotStandForAreRefused) {
  const DataSource source{.path = "x.svm", .declared_rows = 1};
  Schema schema{.columns = {{.name = "x", .range = PublicRange{0, 2}, .missing_words = {{"0"}}}}};
  EXPECT_NE(test::refusal({"1 1:1\n"}, source, schema).find("0 cannot mean"), std::string::npos);
  schema.columns[0] = {.name = "x", .type = ColumnType::category, .levels = {"1", "2"}};
  EXPECT_NE(test::refusal({"1 1:1\n"}, source, schema).find("are numbers"), std::string::npos);
}

template <class Number>
void expect_same_from_npy(const std::string& type) {
  const Schema schema{.columns = {{.name = "x", .repeat = 3, .range = PublicRange{-4, 4}, .scaling = Scaling::none}},
                      .intercept = false};
  const DataSource source{.path = "x.npy", .declared_rows = 2};
  const Values rows{1, 0, 1, 0, 1, 1};
  EXPECT_EQ(dense_values(test::read({npy_file<Number>({.type = type, .shape = "(2, 3)"}, rows)}, source, schema)),
            rows);
}

TEST(NumpyFiles, OfEveryTypeOfNumberAreRead) {
  expect_same_from_npy<double>("<f8");
  expect_same_from_npy<float>("<f4");
  expect_same_from_npy<std::uint8_t>("|b1");
  expect_same_from_npy<std::int8_t>("|i1");
  expect_same_from_npy<std::uint16_t>("<u2");
  expect_same_from_npy<std::int32_t>("<i4");
  expect_same_from_npy<std::int64_t>("<i8");
}

TEST(NumpyFiles, AreTheSameMatrixWhicheverOrderTheirNumbersLieIn) {
  constexpr std::uint64_t rows = 1000, columns = 3;  // more rows than are read at once
  Values by_rows(rows * columns), by_columns(rows * columns);
  for (std::uint64_t r = 0; r < rows; ++r)
    for (std::uint64_t c = 0; c < columns; ++c)
      by_rows[r * columns + c] = by_columns[c * rows + r] = static_cast<double>(r * columns + c) / 1000;
  const Schema schema{.columns = {{.name = "x", .repeat = 3, .range = PublicRange{-4, 4}, .scaling = Scaling::none}},
                      .intercept = false};
  const DataSource source{.path = "x.npy", .declared_rows = rows};
  const std::string c_order = npy_file<double>({.shape = "(1000, 3)"}, by_rows);
  EXPECT_EQ(dense_values(test::read({c_order}, source, schema)), by_rows);
  EXPECT_EQ(dense_values(test::read({test::gzipped(c_order)}, source, schema)), by_rows);
  EXPECT_EQ(
      dense_values(test::read({npy_file<double>({.order = "True", .shape = "(1000, 3)"}, by_columns)}, source, schema)),
      by_rows);
}

TEST(NumpyFiles, WithAHeaderLongerThanABufferAreReadFromBehindIt) {
  std::string header = npy_header_text({.order = "True", .shape = "(2, 2)"});
  header.insert(header.size() - 1, 65536 - header.size(), ' ');
  const DataSource source{.path = "x.npy", .declared_rows = 2};
  EXPECT_EQ(dense_values(test::read({npy_file_of(header, bytes_of<double>({1, 3, 2, 4}), 2)}, source, plain())),
            (Values{1, 2, 3, 4}));
}

TEST(NumpyFiles, HaveTheirLabelsInAColumnOrInASecondFile) {
  Schema schema = plain();
  schema.columns.insert(schema.columns.begin() + 1,
                        {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 2}});
  const Dataset inside = test::read({npy_file<double>({.shape = "(2, 3)"}, {1, 2, 3, 4, 0, 6})},
                                    {.path = "x.npy", .declared_rows = 2}, schema);
  const Dataset beside = test::read({npy_file<double>({.shape = "(2, 2)"}, {1, 3, 4, 6}),
                                     npy_file<std::int32_t>({.type = "<i4", .shape = "(2,)"}, {2, 0})},
                                    {.path = "x.npy", .labels_path = "y.npy", .declared_rows = 2}, schema);
  for (const Dataset* data : {&inside, &beside}) {
    EXPECT_EQ(dense_values(*data), (Values{1, 3, 4, 6}));
    EXPECT_EQ(data->rows.labels, (Values{1, -1}));
  }
}

TEST(IdxFiles, OfEveryTypeOfNumberAreReadWithTheirMostSignificantByteFirst) {
  const Schema schema{
      .columns = {{.name = "x", .repeat = 2, .range = PublicRange{-4e4, 4e4}, .scaling = Scaling::none}},
      .intercept = false};
  const auto values = [&](char code, const std::string& bytes) {
    return dense_values(
        test::read({test::idx_file(code, {1, 2}, bytes)}, {.path = "x-idx2-ubyte", .declared_rows = 1}, schema));
  };
  EXPECT_EQ(values(0x08, "\xFF\x01"), (Values{255, 1}));
  EXPECT_EQ(values(0x09, "\xFF\x01"), (Values{-1, 1}));
  EXPECT_EQ(values(0x0B, std::string("\xFF\xFE\x01\x00", 4)), (Values{-2, 256}));
  EXPECT_EQ(values(0x0C, std::string("\xFF\xFF\xFF\xFE\0\0\1\0", 8)), (Values{-2, 256}));
  EXPECT_EQ(values(0x0D, std::string("\x3F\x80\0\0\xC0\0\0\0", 8)), (Values{1, -2}));
  EXPECT_EQ(values(0x0E, std::string("\x3F\xF0\0\0\0\0\0\0\xC0\0\0\0\0\0\0\0", 16)), (Values{1, -2}));
}

TEST(IdxFiles, OfImagesAndLabelsAreReadPackedToo) {
  const Schema schema{
      .columns = {{.name = "p", .repeat = 4, .range = PublicRange{0, 255}, .scaling = Scaling::unit},
                  {.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"0", "1", "2"}}}};
  const DataSource source{.path = "i-idx3-ubyte.gz", .labels_path = "l-idx1-ubyte.gz", .declared_rows = 2};
  const std::string images = test::idx_file(8, {2, 2, 2}, std::string("\0\x33\xFF\0\0\0\0\0", 8)),
                    labels = test::idx_file(8, {2}, "\2\1");
  for (const bool packed : {false, true}) {
    const Dataset data =
        test::read({packed ? test::gzipped(images) : images, packed ? test::gzipped(labels) : labels}, source, schema);
    EXPECT_EQ(dense_values(data), (Values{0, 0.2, 1, 0, 1, 0, 0, 0, 0, 1}));
    EXPECT_EQ(data.rows.labels, (Values{2, 1}));
  }
}

/// A number, a category, a label.
Schema ruled() {
  return {.columns = {{.name = "a", .range = PublicRange{0, 10}},
                      {.name = "c", .type = ColumnType::category, .levels = {"u", "v"}},
                      {.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"no", "yes"}}},
          .missing = {MissingAction::drop}};
}

TEST(Rules, ADroppedRowIsZeroEverywhereAndStillCounts) {
  const std::string text = "a,c,y\n10,u,yes\n?,v,yes\n5,NA,yes\n5,v,\n0,v,yes\n";
  for (const bool sparse : {false, true}) {
    Schema schema = ruled();
    schema.sparse = sparse;
    const Dataset data = test::read({text}, csv(5), schema);
    EXPECT_EQ(data.rows.labels, (Values{1, -1, -1, -1, 1}));
    EXPECT_EQ(data.dropped, (std::vector<std::uint32_t>{1, 2, 3}));
    EXPECT_EQ(data.counts.dropped_rows, 3u);
    EXPECT_EQ(data.counts.rows, 5u);
    if (sparse)
      EXPECT_EQ(std::get<SparseRows>(data.rows.features).begins, (std::vector<std::uint64_t>{0, 3, 3, 3, 3, 6}));
    else
      EXPECT_EQ(dense_values(data), (Values{1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 1, 1}));
  }
}

TEST(Rules, MissingValuesAreSubstitutedInTheColumnsUnit) {
  Schema schema = ruled();
  schema.columns[0].missing = MissingRule{MissingAction::substitute, "7.5"};
  schema.columns[1].missing = MissingRule{MissingAction::substitute, "v"};
  const Dataset data = test::read({"a,c,y\n?,?,no\n1e999,u,no\n-inf,u,no\n"}, csv(3), schema);
  EXPECT_EQ(dense_values(data), (Values{0.5, 0, 1, 1, 0.5, 1, 0, 1, 0.5, 1, 0, 1}));
  EXPECT_EQ(data.counts.substituted_cells, 4u);
  EXPECT_EQ(data.counts.dropped_rows, 0u);
}

TEST(Rules, MissingWordsMayBeNumbersAndAColumnsOwn) {
  Schema schema = ruled();
  schema.columns[0].missing_words = {{"0", "-9"}};
  const Dataset data = test::read({"a,c,y\n0.0,u,no\n-9,u,no\n5,u,no\n"}, csv(3), schema);
  EXPECT_EQ(data.dropped, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Rules, UnknownLevelsAreDroppedOrCountAsNone) {
  Schema schema = ruled();
  schema.unknown = UnknownLevel::none;
  const Dataset none = test::read({"a,c,y\n5,w,no\n"}, csv(1), schema);
  EXPECT_EQ(dense_values(none), (Values{0, 0, 0, 1}));
  EXPECT_EQ(none.counts.unknown_levels, 1u);
  EXPECT_NE(test::refusal({"a,c,y\n5,u,maybe\n"}, csv(1), schema), "") << "a label is never none";
  schema.unknown = UnknownLevel::drop;
  EXPECT_EQ(dense_values(test::read({"a,c,y\n5,w,no\n"}, csv(1), schema)), (Values{0, 0, 0, 0}));
}

TEST(Rules, NodeColumnsGroupRowsAndADroppedRowKeepsItsNode) {
  Schema schema = ruled();
  schema.columns.push_back(
      {.name = "ward", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"N", "S", "W"}});
  const Dataset data = test::read({"a,c,y,ward\n1,u,no,W\n?,u,no,S\n3,u,no,N\n"}, csv(3), schema);
  EXPECT_EQ(data.groups, (std::vector<std::uint32_t>{2, 1, 0}));
  schema.unknown = UnknownLevel::drop;
  for (const char* ward : {"E", "?"})  // the defaults are for features: a dropped row must still belong to a node
    EXPECT_NE(test::refusal({std::string("a,c,y,ward\n1,u,no,") + ward + "\n"}, csv(1), schema).find("column 4 (ward)"),
              std::string::npos);
}

TEST(Rules, EveryRowKeepsItsNormWhateverItsCellsHold) {
  test::RandomPoints points(3);
  const Schema schema{.columns = {{.name = "x", .repeat = 6, .scaling = Scaling::none}}, .norm = 1.75};
  std::string text;
  constexpr std::uint64_t rows = 2000;
  for (std::uint64_t k = 0; k < rows; ++k) {
    text += "0";
    for (int c = 1; c <= 6; ++c)
      text += " " + std::to_string(c) + ":" + show(points.gaussian() * points.log_uniform({1e-3, 1e3}));
    text += "\n";
  }
  const Dataset data = test::read({text}, {.path = "x.svm", .declared_rows = rows}, schema);
  const auto& records = std::get<Records>(data.rows.features);
  for (std::size_t k = 0; k < rows; ++k) EXPECT_TRUE(keeps_norm(records.row(k), 1.75));
  EXPECT_GT(data.counts.clipped_rows, rows / 2);
}

TEST(Predicting, NeedsNeitherLabelNorNodeNorADeclaredNumberOfRows) {
  Schema schema = ruled();
  schema.columns.push_back(
      {.name = "ward", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"N", "S"}});
  const Dataset named = test::read({"c,a\nu,5\nv,10\n"}, {.path = "x.csv"}, schema, ReadFor::predicting);
  EXPECT_EQ(dense_values(named), (Values{0, 1, 0, 1, 1, 0, 1, 1}));
  EXPECT_TRUE(named.rows.labels.empty());
  EXPECT_TRUE(named.groups.empty());
  const DataSource nameless{.path = "x.csv", .csv_header = CsvHeader::none};
  EXPECT_EQ(dense_values(test::read({"5,u\n"}, nameless, ruled(), ReadFor::predicting)), (Values{0, 1, 0, 1}));
  EXPECT_EQ(test::read({"5,u,yes\n"}, nameless, ruled(), ReadFor::predicting).rows.labels, (Values{1}));
  EXPECT_NE(test::refusal({""}, nameless, ruled(), ReadFor::predicting).find("holds no rows"), std::string::npos);
  EXPECT_NE(test::refusal({"5,u,yes\n"}, nameless, ruled()).find("must be declared"), std::string::npos);
  Schema numbers = plain();
  numbers.columns.push_back({.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 2}});
  EXPECT_EQ(dense_values(test::read({"1:5 2:6\n"}, {.path = "x.svm"}, numbers, ReadFor::predicting)), (Values{5, 6}));
  EXPECT_EQ(dense_values(test::read({npy_file<double>({.shape = "(1, 2)"}, {5, 6})}, {.path = "x.npy"}, numbers,
                                    ReadFor::predicting)),
            (Values{5, 6}));
}

TEST(Sources, AreReadFromFilesByTheirNames) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / folder.write("X.CSV.gz", test::gzipped("a,b\n1,2\n"))).string();
  EXPECT_EQ(dense_values(read_dataset({.path = path, .declared_rows = 1}, plain())), (Values{1, 2}));
}

TEST(Sources, ThatAreUnsoundAreRefusedBeforeAFileIsOpened) {
  const std::pair<DataSource, const char*> cases[] = {
      {{.path = "x.data", .declared_rows = 1}, "declare csv, libsvm, npy or idx"},
      {{.path = "x.csv"}, "data.records: the number of rows must be declared"},
      {{.path = "x.csv", .records_field = "node.3.records"}, "node.3.records: the number of rows must be declared"},
      {{.path = "x.csv", .labels_path = "y.csv", .declared_rows = 1}, "data.labels_file = y.csv: only NPY and IDX"},
      {{.path = "x.csv", .labels_path = "y.csv", .declared_rows = 1, .labels_field = "node.3.labels_file"},
       "node.3.labels_file = y.csv: only NPY and IDX"},
      {{.path = "x.csv", .csv_separator = 'x', .declared_rows = 1}, "must be a comma"},
      {{.path = "x.csv", .declared_rows = 0, .records_field = "node.3.records"}, "node.3.records = 0 rows of 2"},
      {{.path = "x.csv", .declared_rows = 0}, "data.records = 0 rows of 2: at least one row"},
      {{.path = "x.csv", .declared_rows = 1ull << 33}, "more than is supported"},
      {{.path = "x.npy", .labels_path = "y.npy", .declared_rows = 1}, "no column is declared as the label"}};
  for (const auto& [source, words] : cases) {
    const std::string said = test::refusal({npy_file<double>({.shape = "(1, 2)"}, {1, 2})}, source, plain());
    EXPECT_TRUE(said.starts_with("configuration| ")) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace sotto
