// SPDX-License-Identifier: MIT
// Colours and progress: on a terminal only, on stderr only, and NO_COLOR is honoured.
#include <gtest/gtest.h>

#include <filesystem>

#include "system/program.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* escape = "\033";
constexpr const char* bold = "\033[1m";

TEST(Terminal, WithoutOneThereIsNoEscapeCharacter) {
  const ProgramWithConfiguration sotto;
  for (const Words& words :
       {Words{"run", "small.toml"}, Words{"run", "small.toml", "--json"}, Words{"run", "small.toml", "--delta", "0.5"},
        Words{"plan", "small.toml"}, Words{"graph"}, Words{"init"}, Words{"--help"}, Words{"frobnicate"}}) {
    const Transcript said = sotto(words);
    EXPECT_FALSE(contains(said.out + said.err, escape)) << words[0];
  }
}

TEST(Terminal, SeesProgressWithTheTimeLeft) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--json"});
  launch.terminal = true;
  const Transcript said = run_subprocess(launch);
  answer(said, "sotto.run/1");
  EXPECT_TRUE(contains(said.err, "4/4 trials")) << said.err;
  EXPECT_TRUE(contains(said.err, " left")) << said.err;
  EXPECT_FALSE(contains(said.out, escape));
}

TEST(Terminal, ProgressIsWipedBeforeTheRemarks) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--json"});
  launch.terminal = true;
  const std::string err = run_subprocess(launch).err;
  EXPECT_TRUE(contains(err, "\r\033[K\033[1msotto: written:")) << err;
}

TEST(Terminal, QuietShowsNoProgress) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--json", "--quiet"});
  launch.terminal = true;
  EXPECT_EQ(run_subprocess(launch).err, "");
}

TEST(Terminal, EmphasisIsLeftOutOnRequest) {
  const Program sotto;
  Launch launch = sotto.launch({"frobnicate"});
  launch.terminal = true;
  EXPECT_TRUE(contains(run_subprocess(launch).err, bold));
  launch.environment = {{"NO_COLOR", "1"}};
  EXPECT_FALSE(contains(run_subprocess(launch).err, escape));
  launch.environment = {{"NO_COLOR", ""}};  // set to nothing is not set: no-color.org
  EXPECT_TRUE(contains(run_subprocess(launch).err, bold));
}

TEST(Terminal, OfEightyColumnsHoldsEveryLine) {
  const ProgramWithConfiguration sotto;
  const std::string clinics = std::string(SOTTO_SOURCE_DIR) + "/examples/08_three_clinics/";
  for (const Words& words :
       {Words{"demo", "--quiet", "--trials", "20", "--out", "d"}, Words{"plan", "small.toml"},
        Words{"run", "small.toml", "--quiet"}, Words{"plan", clinics + "clinics.toml"}, Words{"graph"},
        Words{"account", "--accountant", "exact", "--epsilon", "1", "--delta", "1e-6"}, Words{"--help"},
        Words{"help", "plan"}, Words{"federate", "--help"}}) {
    Launch launch = sotto.launch(words);
    const Transcript piped = run_subprocess(launch);
    launch.columns = 80;
    if (words[0] == "demo") launch.words.back() = "e";
    const Transcript said = run_subprocess(launch);
    EXPECT_EQ(piped.code, 0) << words[0] << piped.err;
    EXPECT_EQ(said.code, 0) << words[0] << said.err;
    EXPECT_LE(longest_line(said.out), 80U) << words[0] << "\n" << said.out;
    launch.columns = 1000;
    if (words[0] == "demo") launch.words.back() = "f";
    std::string wide = run_subprocess(launch).out;
    std::erase(wide, '\r');
    EXPECT_EQ(wide, piped.out) << words[0] << ": what fits is as it is on a pipe";
  }
}

TEST(Terminal, OfEightyColumnsHoldsRefusalsToo) {
  const Program sotto;
  Launch launch = sotto.launch({"plan", "--epsilon", "1", "--delta", "2", "--rounds", "10", "--sensitivity", "2",
                                "--strong-convexity", "1", "--smoothness", "10", "--accountant", "exactly"});
  launch.environment = {{"NO_COLOR", "1"}};
  EXPECT_GT(longest_line(run_subprocess(launch).err), 80U) << "nothing is folded on a pipe";
  launch.terminal = true;
  EXPECT_LE(longest_line(run_subprocess(launch).err), 80U);
}

TEST(Terminal, HoldsTheRunOfTheClinics) {
  const Program sotto;
  const fs::path clinics = fs::path(SOTTO_SOURCE_DIR) / "examples/08_three_clinics";
  fs::copy(clinics, sotto.folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  Launch launch = sotto.launch({"run", "clinics.toml", "--quiet", "--trials", "4", "--out", "r"});
  launch.columns = 80;
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_LE(longest_line(said.out), 80U) << said.out;
  EXPECT_TRUE(contains(said.out, "answering the more frequent level")) << said.out;
  EXPECT_GT(longest_line(sotto.folder.read("r/report.txt")), 80U) << "files are not folded";
}

/// How far reading records and the search for x* are follows from records: that is for a person's eyes.
TEST(Terminal, WhereThereIsNoneNoLineSaysHowFarAWaitOnRecordsIs) {
  const Program sotto;
  const fs::path clinics = fs::path(SOTTO_SOURCE_DIR) / "examples/08_three_clinics";
  fs::copy(clinics, sotto.folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  const std::string file = sotto.folder.read("north_synthetic.csv"), rows = file.substr(file.find('\n') + 1);
  std::string many = file;
  for (int copies = 1; copies < 20; ++copies) many += rows;
  sotto.folder.write("north_synthetic.csv", many);
  Launch launch =
      sotto.launch({"run", "clinics.toml", "--set", "node.0.records=8000", "--trials", "2", "--progress", "0"});
  const std::string log = run_subprocess(launch).err;
  EXPECT_TRUE(contains(log, "sotto: progress: reading records, finding x* without privacy, and the first trial ..."))
      << log;
  EXPECT_FALSE(contains(log, " %")) << log;
  launch.terminal = true;
  EXPECT_TRUE(contains(run_subprocess(launch).err, " %"));
}

TEST(Terminal, SaysWhatIsWaitedForBeforeAnythingCanBeCounted) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--json"});
  launch.terminal = true;
  const std::string err = run_subprocess(launch).err;
  EXPECT_TRUE(contains(err, "making the graph, its weights and beta ...")) << err;
  EXPECT_TRUE(contains(err, "finding x* without privacy, and the first trial ...")) << err;
}

}  // namespace
}  // namespace sotto::test
