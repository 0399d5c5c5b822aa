// SPDX-License-Identifier: MIT
// Shares of a file hold the rows that were chosen for them, with the same values, in every format.
#include "sotto/data/dataset/row_shares.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "data/dataset/data_bytes.hpp"
#include "sotto/data/dataset/partition.hpp"
#include "support/random_points.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

const Schema two_columns{.columns = {{.name = "x", .repeat = 2, .range = PublicRange{-9, 9}},
                                     {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 9}}}};
const Schema with_words{
    .columns = {{.name = "who", .type = ColumnType::category, .levels = {"a; b", "say \"so\"", "two words", "c"}},
                {.name = "note", .role = ColumnRole::ignore},
                {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 9}}}};

struct Case {
  const char* name;
  DataSource source;
  test::DataFile file;
  Schema schema;
};

std::string number_bytes(std::size_t count) {
  std::string bytes;
  for (std::size_t k = 0; k < count; ++k) bytes += static_cast<char>(k % 10);
  return bytes;
}

std::vector<Case> cases() {
  std::string csv = "y,x1,x2\n", plain, libsvm, words = "who;note;y\n", numbers;
  test::RandomPoints points(4);
  const char* const levels[] = {"\"a; b\"", "\"say \"\"so\"\"\"", "two words", " c"};
  for (int k = 0; k < 9; ++k) {
    const std::string y = std::to_string(k), x1 = std::to_string(points.below(9)), x2 = "-0.1234567890123456";
    csv += y + "," + x1 + ", " + x2 + " \r\n";
    plain += x1 + "\t" + x2 + "\t" + y + "\n";
    libsvm += "# nothing\n\n" + y + "  2:" + x1 + " # a comment\r\n";
    words += levels[k % 4] + std::string(";\"two\nlines\";") + y + "\n";
  }
  return {{"csv", {.path = "all.csv"}, {csv + "\n\n"}, two_columns},
          {"packed", {.path = "all.csv.gz"}, {test::gzipped(csv)}, two_columns},
          {"tabs", {.path = "all.tsv", .csv_header = CsvHeader::none}, {plain}, two_columns},
          {"passed_over", {.path = "all.tsv", .csv_header = CsvHeader::skipped}, {"what\tever\n" + plain}, two_columns},
          {"quoted", {.path = "all.csv", .csv_separator = ';'}, {words}, with_words},
          {"libsvm", {.path = "all.libsvm"}, {libsvm}, two_columns},
          {"idx",
           {.path = "all.idx", .labels_path = "labels.idx"},
           {test::idx_file(8, {9, 2}, number_bytes(18)), test::idx_file(8, {9}, number_bytes(9))},
           two_columns}};
}

class Shares : public ::testing::TestWithParam<Case> {};

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST_P(Shares, HoldTheChosenRowsWithTheSameValues) {
  const test::TemporaryFolder folder;
  DataSource source = GetParam().source;
  source.path = (folder.path() / source.path).string();
  if (!source.labels_path.empty()) source.labels_path = (folder.path() / source.labels_path).string();
  source.declared_rows = 9;
  write(source.path, GetParam().file.bytes);
  if (!source.labels_path.empty()) write(source.labels_path, GetParam().file.labels);
  const Dataset all = read_dataset(source, GetParam().schema);
  const Partition division{{0, 3, 8}, {1}, {2, 5, 6, 7}};  // row 4 is nobody's
  std::vector<DataSource> shares;
  for (int k = 0; k < 3; ++k) {
    DataSource& share = shares.emplace_back(source);
    share.path = (folder.path() / ("share" + std::to_string(k))).string();
    share.labels_path = source.labels_path.empty() ? "" : share.path + ".labels";
    share.format = share_format(source);
    share.csv_separator = share.format == FileFormat::csv ? std::optional(separator_of(source)) : std::nullopt;
    share.declared_rows = division[static_cast<std::size_t>(k)].size();
  }
  write_shares(source, GetParam().schema, division, shares);
  for (std::size_t k = 0; k < 3; ++k) {
    const Dataset share = read_dataset(shares[k], GetParam().schema);
    const LabelledRows wanted = rows_of(all.rows, division[k]);
    EXPECT_EQ(test::dense_values(share), std::get<Records>(wanted.features).values);
    EXPECT_EQ(share.rows.labels, wanted.labels);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Shares, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(HoldOut, KeptRowsAreFoundInTheFile) {
  for (const std::uint32_t every : {2u, 3u, 7u}) {
    std::uint32_t kept = 0;
    for (std::uint32_t row = 0; row < 100; ++row)
      if (row % every != 0) {
        EXPECT_EQ(place_of_kept(kept++, every), row);
      }
  }
  EXPECT_EQ(place_of_kept(5, 0), 5u);
}

}  // namespace
}  // namespace sotto
