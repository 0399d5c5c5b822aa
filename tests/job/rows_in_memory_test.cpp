// SPDX-License-Identifier: MIT
// Rows of a program in the place of files: the same results to the byte, the same rules, and no value in a fault.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <sstream>

#include "job/support.hpp"
#include "simulation/comparison/files.hpp"

namespace sotto {
namespace {

using test::FileProblem;

/// The rows of such a file as a program has them: numbers, words, and NaN for what is missing.
std::vector<CellRow> rows_of_csv(const std::string& csv) {
  std::vector<CellRow> rows;
  std::istringstream lines(csv);
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string a, b, y;
    std::getline(std::getline(std::getline(cells, a, ','), b, ','), y, ',');
    rows.push_back({a == "?" ? std::numeric_limits<double>::quiet_NaN() : std::stod(a), std::stod(b), y});
  }
  return rows;
}

std::string refusal_of(const Configuration& configuration, std::vector<CellRow> rows) {
  try {
    Scenario(configuration, RecordsInMemory{.data = {std::move(rows)}}).objectives(0);
  } catch (const InvalidInput& refused) {
    return refused.what();
  }
  return "";
}

TEST(RowsInMemory, GiveTheSameBytesAsTheSameRowsInAFile) {
  const FileProblem files;
  for (const std::string data : {"records = 60\n", "records = 60\nhold_out = 5\n"}) {
    const Configuration configuration = test::read_toml(files.toml(data));
    const Scenario from_file(configuration);
    const Scenario from_memory(configuration, {.data = {rows_of_csv(test::small_csv(60))}});
    const Files expected = run_job(from_file, "small")->run({.made_by = test::some_maker}).files();
    EXPECT_EQ(run_job(from_memory, "small")->run({.made_by = test::some_maker}).files(), expected);
  }
}

TEST(RowsInMemory, OfEachNodeGiveTheSameBytesAsItsFile) {
  const test::FilesOfNodes files({10, 30});
  const Configuration configuration = test::read_toml(files.toml());
  const Scenario from_memory(configuration,
                             {.data = {rows_of_csv(test::small_csv(10, 7)), rows_of_csv(test::small_csv(30, 7))}});
  EXPECT_EQ(run_job(from_memory, "small")->run({}).files(), run_job(Scenario(configuration), "small")->run({}).files());
}

/// The small file with levels that are numbers, and the same as a program's table of numbers.
struct NumbersBeside {
  explicit NumbersBeside(const std::string& words) {
    std::istringstream lines(words);
    std::string line;
    std::getline(lines, line);
    for (csv = line + "\n"; std::getline(lines, line);) {
      std::istringstream cells(line);
      std::string a, b, y;
      std::getline(std::getline(std::getline(cells, a, ','), b, ','), y, ',');
      y = y == "yes" ? "1" : "0";
      csv.append(a).append(",").append(b).append(",").append(y).append("\n");
      first.push_back(a == "?" ? std::numeric_limits<double>::quiet_NaN() : std::stod(a));
      second.push_back(std::stod(b));
      labels.push_back(std::stod(y));
    }
  }

  std::string csv;
  std::vector<double> first, second, labels;
};

std::string toml_with_numbers(const FileProblem& files, const std::string& data) {
  std::string toml = files.toml(data);
  const std::string words = R"(["no", "yes"])";
  return toml.replace(toml.find(words), words.size(), R"(["0", "1"])");
}

std::vector<std::uint64_t> all_of_rows(std::size_t count) {
  std::vector<std::uint64_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

TEST(NumbersInMemory, GiveTheSameBytesAsAFileWhateverTheirLayout) {
  const FileProblem files;
  const NumbersBeside table(test::small_csv(60));
  files.folder().write("all.csv", table.csv);
  const Configuration configuration = test::read_toml(toml_with_numbers(files, "records = 60\n"));
  const Files expected = run_job(Scenario(configuration), "small")->run({.made_by = test::some_maker}).files();
  std::vector<double> by_rows, by_columns(table.first), wide;
  by_columns.insert(by_columns.end(), table.second.begin(), table.second.end());
  for (std::size_t k = 0; k < 60; ++k) {
    by_rows.insert(by_rows.end(), {table.first[k], table.second[k]});
    wide.insert(wide.end(), {table.first[k], table.second[k], table.labels[k]});
  }
  const double* const labels = table.labels.data();
  for (const NumberRows& rows :
       {NumberRows{
            .numbers = by_rows.data(), .to_next_row = 2, .columns = 2, .labels = labels, .rows = all_of_rows(60)},
        NumberRows{.numbers = by_columns.data(),
        .to_next_row = 1,
        .to_next_column = 60,
        .columns = 2,
        .labels = labels,
        .rows = all_of_rows(60)},
        NumberRows{.numbers = wide.data(), .to_next_row = 3, .columns = 3, .rows = all_of_rows(60)}})
    EXPECT_EQ(run_job(Scenario(configuration, {.data = {rows}}), "small")->run({.made_by = test::some_maker}).files(),
              expected);
}

TEST(NumbersInMemory, AreRefusedWithTheirRowAndWithoutTheirValue) {
  const FileProblem files;
  std::string toml = toml_with_numbers(files, "records = 2\n");
  const std::string ring = "kind = \"ring\"\nnodes = 4";
  toml.replace(toml.find(ring), ring.size(), "kind = \"path\"\nnodes = 2");
  const Configuration configuration = test::read_toml(toml);
  const auto refusal = [&](std::vector<double> numbers, std::size_t columns, std::vector<double> labels) {
    const NumberRows rows{.numbers = numbers.data(),
                          .to_next_row = static_cast<std::ptrdiff_t>(columns),
                          .columns = columns,
                          .labels = labels.data(),
                          .rows = all_of_rows(labels.size())};
    try {
      Scenario(configuration, {.data = {rows}}).objectives(0);
    } catch (const InvalidInput& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({0.5, 1, 0.25, 2}, 2, {0, 1}), "");
  const std::string level = refusal({0.5, 1, 0.25, 2}, 2, {0, 77});
  EXPECT_NE(level.find("row 2"), std::string::npos) << level;
  EXPECT_NE(level.find("none of the declared levels"), std::string::npos) << level;
  EXPECT_EQ(level.find("77"), std::string::npos) << level;
  const std::string wide = refusal({0.5, 1, 3, 0.25, 2, 3}, 3, {0, 1});
  EXPECT_NE(wide.find("3 numbers in a row"), std::string::npos) << wide;
  EXPECT_NE(refusal({0.5, 1}, 2, {0}).find("2 rows are declared"), std::string::npos);
}

TEST(RowsInMemory, AreRefusedOrMendedAsCellsOfFilesAreAndNoValueIsSaid) {
  const FileProblem files;
  const Configuration drop = test::read_toml(files.toml());
  Configuration refuse = drop;
  refuse.data->schema.missing.action = MissingAction::refuse;
  const std::vector<CellRow> good = rows_of_csv(test::small_csv(60));
  const auto with = [&](std::size_t row, CellRow cells) {
    std::vector<CellRow> rows = good;
    rows[row] = std::move(cells);
    return rows;
  };
  EXPECT_EQ(refusal_of(drop, good), "");
  EXPECT_EQ(refusal_of(drop, with(0, {1234.5, 1.0, "yes"})), "") << "it is moved into its range";
  const std::string missing = refusal_of(refuse, good);
  EXPECT_NE(missing.find("row 4"), std::string::npos) << missing;
  EXPECT_NE(missing.find("column 1 (a)"), std::string::npos) << missing;
  EXPECT_NE(missing.find("is missing"), std::string::npos) << missing;
  const std::string narrow = refusal_of(drop, with(1, {0.5, 2.0}));
  EXPECT_NE(narrow.find("2 cells"), std::string::npos) << narrow;
  EXPECT_NE(narrow.find("every row must have 3"), std::string::npos) << narrow;
  const std::string level = refusal_of(drop, with(2, {0.5, 2.0, "secretive"}));
  EXPECT_NE(level.find("is none of the declared levels"), std::string::npos) << level;
  EXPECT_EQ(level.find("secretive"), std::string::npos) << level;
  const std::string word = refusal_of(drop, with(2, {"hidden", 2.0, "yes"}));
  EXPECT_NE(word.find("must be a number"), std::string::npos) << word;
  EXPECT_EQ(word.find("hidden"), std::string::npos) << word;
  EXPECT_NE(refusal_of(drop, {good.begin(), good.end() - 1}).find("60 rows are declared"), std::string::npos);
}

TEST(RowsInMemory, TheirCountsAreToldToNobodyUnlessSomebodyAsks) {
  const FileProblem files;
  const Configuration configuration = test::read_toml(files.toml());
  const std::unique_ptr<Job> job =
      run_job(Scenario(configuration, {.data = {rows_of_csv(test::small_csv(60))}}), "small");
  std::string said;
  std::vector<RowCounts> told;
  const JobResult result = job->run({.remark = [&](const auto& label, const auto& text) { said += label + text; },
                                     .tell_operator = [&](const RowCounts& counts) { told.push_back(counts); }});
  EXPECT_EQ(said, "");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].dropped_rows, 1U);
  EXPECT_EQ(result.files(), job->run({}).files()) << "and no file depends on who asked";
}

TEST(RowsInMemory, MustBeAsManyTablesAsTheConfigurationDeclares) {
  const FileProblem files;
  const Configuration configuration = test::read_toml(files.toml());
  const std::vector<CellRow> rows = rows_of_csv(test::small_csv(60));
  EXPECT_THROW(Scenario(configuration, RecordsInMemory{.data = {}}), InvalidInput);
  EXPECT_THROW(Scenario(configuration, RecordsInMemory{.data = {rows, rows}}), InvalidInput);
  EXPECT_THROW(Scenario(configuration, (RecordsInMemory{.data = {rows}, .test = rows})), InvalidInput)
      << "no test file is declared";
  EXPECT_THROW(Scenario(test::small(), RecordsInMemory{.data = {rows}}), InvalidInput) << "no columns are declared";
}

}  // namespace
}  // namespace sotto
