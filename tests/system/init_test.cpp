// SPDX-License-Identifier: MIT
// `sotto init --from`: a configuration from the header of a file, of which nothing else is read.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words logistic{"init", "--kind", "logistic", "--label", "sick", "--from"};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string rows() {
  std::string text = "age;blood pressure;sick\r\n";
  for (int k = 0; k < 60; ++k)
    text += std::to_string(20 + k) + ";" + std::to_string(100 + k % 50) + (k % 3 == 0 ? ";no\r\n" : ";yes\r\n");
  return text;
}

TEST(InitFrom, AHeaderWritesAConfigurationThatRunsOnceItIsFilledIn) {
  const Program sotto;
  sotto.folder.write("data.csv", rows());
  const Transcript said = sotto(logistic + Words{"data.csv"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, "nothing behind it")) << said.err;
  std::string text = replaced(said.out, "\n#records = 1000", "\nrecords = 60");
  for (const char* line : {"levels", "epsilon", "delta", "range"})
    text = replaced(text, std::string("\n#") + line, std::string("\n") + line);
  sotto.folder.write("run.toml", replaced(text, "[LOWEST, HIGHEST]", "[0, 200]"));
  const Json run = answer(sotto({"run", "run.toml", "--trials", "2", "--json", "--quiet"}), "sotto.run/1");
  EXPECT_TRUE(run.contains("test"));
}

/// The configuration goes to the standard output, so its own folder is not known.
TEST(InitFrom, APathIsRelativeToTheFolderWhereItRan) {
  const Program sotto;
  sotto.folder.write("data.csv", rows());
  std::filesystem::create_directory(sotto.folder.path() / "inner");
  Launch launch = sotto.launch(logistic + Words{"../data.csv"});
  launch.folder = sotto.folder.path() / "inner";
  const std::string text = run_subprocess(launch).out;
  EXPECT_TRUE(text.starts_with("# Names of columns are from the first line alone.")) << text;
  EXPECT_TRUE(contains(text, "file = \"../data.csv\"\n")) << text;
  EXPECT_TRUE(contains(text, "relative to the folder of this file. It is right where `sotto init` ran.\n")) << text;
  EXPECT_TRUE(contains(text, "# DECLARE: put the level whose probability you want last\n")) << text;
}

TEST(InitFrom, AnUnfinishedConfigurationIsRefusedKeyByKey) {
  const Program sotto;
  sotto.folder.write("data.csv", rows());
  sotto.folder.write("run.toml", sotto(logistic + Words{"data.csv"}).out);
  const std::vector<Json> said = faults(sotto({"run", "run.toml", "--json"}), 2);
  for (const char* field : {"data.records", "privacy.epsilon", "privacy.delta"})
    EXPECT_TRUE(blames(said, field)) << field;
  std::size_t columns = 0;
  for (const Json& fault : said) columns += contains(fault.at("field"), "column") ? 1 : 0;
  EXPECT_EQ(columns, 3U) << Json(said);
}

/// The program and `cat` share one open file: what the program read is gone for cat.
TEST(InitFrom, ReadsNoByteBehindTheFirstLineBreak) {
  const Program sotto;
  sotto.folder.write("data.csv", rows());
  sotto.folder.write("both.sh", "exec <data.csv\n'" + shipped_program() +
                                    "' init --kind logistic --label sick --from - >made.toml\ncat\n");
  const Transcript said = run_subprocess({.words = {"/bin/bash", "both.sh"}, .folder = sotto.folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, rows().substr(rows().find('\n') + 1));
  EXPECT_TRUE(contains(sotto.folder.read("made.toml"), "blood pressure"));
}

TEST(InitFrom, DoesNotWaitForASecondLine) {
  const Program sotto;
  sotto.folder.write("wait.sh", "mkfifo line\nexec 5<>line\nprintf 'age,sick\\n' >&5\ntimeout 20 '" +
                                    shipped_program() + "' init --kind logistic --label sick --from - <line\n");
  const Transcript said = run_subprocess({.words = {"/bin/bash", "wait.sh"}, .folder = sotto.folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.out, "name = \"age\""));
}

TEST(InitFrom, AFirstLineThatMayBeARecordIsRefusedWithoutAWordOfIt) {
  const std::string mark = "Zebediah";
  for (const std::string line : {"Zebediah,44,sick", "Zebediah,sick,-3.5", "Zebediah,sick,1999-01-02", "Zebediah,,sick",
                                 "Zebediah,sick,$12", "Zebediah,sick,nan", "Zebediah,Zebediah,sick"}) {
    const Program sotto;
    sotto.folder.write("data.csv", line + "\nother,44,sick\n");
    const Transcript said = sotto(logistic + Words{"data.csv"});
    expect_text_refusal(said, 3);
    EXPECT_FALSE(contains(said.err, mark)) << said.err;
    for (const char* count : {"2 ", "3 ", "two fields", "three"}) EXPECT_FALSE(contains(said.err, count)) << said.err;
    EXPECT_TRUE(contains(said.err, "data.csv")) << said.err;
  }
  const Program sotto;  // a record of words alone has no column of the label's name
  sotto.folder.write("data.csv", mark + ",male,ill\n");
  const Transcript said = sotto(logistic + Words{"data.csv"});
  expect_text_refusal(said, 2);
  EXPECT_FALSE(contains(said.err, mark)) << said.err;
}

TEST(InitFrom, AListOfColumnsNeedsNoFile) {
  const Transcript said = Program()({"init", "--kind", "linear", "--columns", "age,weight", "--label", "weight"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "") << "nothing was read, so nothing is said of it";
  EXPECT_TRUE(contains(said.out, "name = \"weight\"\nrole = \"label\"\n")) << said.out;
  EXPECT_TRUE(said.out.starts_with("# Names of columns were given; no file was read.")) << said.out;
}

TEST(InitFrom, WhatIsMissingIsNamed) {
  const Program sotto;
  sotto.folder.write("data.csv", "a,sick\n");
  EXPECT_TRUE(contains(sotto({"init", "--from", "data.csv"}).err, "--kind: is required"));
  EXPECT_TRUE(contains(sotto({"init", "--kind", "logistic", "--from", "data.csv"}).err, "--label: is required"));
  EXPECT_TRUE(contains(sotto({"init", "--kind", "logistik", "--from", "data.csv"}).err, "did you mean logistic?"));
  EXPECT_TRUE(contains(sotto({"init", "--kind", "logistic", "--label", "sick"}).err, "--from: must be given"));
  EXPECT_TRUE(contains(sotto(logistic + Words{"absent.csv"}).err, "absent.csv"));
}

}  // namespace
}  // namespace sotto::test
