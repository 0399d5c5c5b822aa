// SPDX-License-Identifier: MIT
// The folder of a run: complete, true to its manifest, and enough to repeat the run.
#include <gtest/gtest.h>

#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words files{"configuration.toml", "manifest.json", "nodes.csv",  "page.json", "report.html",
                  "report.txt",         "results.csv",   "rounds.csv", "run.json"};

/// The digest that coreutils computes.
std::string sha256sum(const std::filesystem::path& file) {
  const Transcript said = run_subprocess({.words = {"/usr/bin/sha256sum", file.string()}, .folder = "/"});
  EXPECT_EQ(said.code, 0) << said.err;
  return said.out.substr(0, 64);
}

TEST(RunFolder, IsAllThatARunWritesAndItIsComplete) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto({"run", "small.toml", "--out", "result"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.err, "sotto: written: result\n");
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "small.toml"}));
  EXPECT_EQ(sotto.folder.entries("result"), files);
}

TEST(RunFolder, IsWrittenAlsoWhereTheFileOfSettingsHasNoName) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto({"run",       "",
                                 "--epsilon", "4",
                                 "--delta",   "1e-3",
                                 "--rounds",  "3",
                                 "--trials",  "2",
                                 "--set",     "problem.dimension=2",
                                 "--set",     "problem.records_per_node=5",
                                 "--set",     "problem.radius=1",
                                 "--set",     "graph.kind=ring",
                                 "--set",     "graph.nodes=4",
                                 "--out",     "result"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(sotto.folder.entries("result"), files);
}

TEST(RunFolder, HoldsWhatWasPrinted) {
  const ProgramWithConfiguration sotto;
  const std::string in_words = sotto({"run", "small.toml", "--out", "a"}).out;
  const std::string as_json = sotto({"run", "small.toml", "--out", "b", "--json"}).out;
  EXPECT_EQ(in_words, sotto.folder.read("a/report.txt"));
  EXPECT_EQ(as_json, sotto.folder.read("b/run.json"));
}

TEST(RunFolder, RepeatsFromItsOwnConfiguration) {
  const ProgramWithConfiguration sotto;
  sotto({"run", "small.toml", "--out", "first", "--seed", "18446744073709551615", "--set", "problem.radius=0.1",
         "--set", "algorithm.consensus_rounds=until-agreement", "--set", "graph.kind=erdos-renyi"});
  EXPECT_EQ(sotto({"run", "first/configuration.toml", "--out", "second"}).code, 0);
  for (const std::string& file : files) {
    if (file == "manifest.json" || file == "page.json" || file == "report.html") continue;  // name their command
    EXPECT_EQ(sotto.folder.read("first/" + file), sotto.folder.read("second/" + file)) << file;
  }
}

TEST(RunFolder, TheManifestSaysWhatWasDoneAndWhichBytesCameOfIt) {
  const ProgramWithConfiguration sotto;
  sotto({"run", "small.toml", "--out", "result", "--seed", "3"});
  const Json manifest = Json::parse(sotto.folder.read("result/manifest.json"));
  EXPECT_EQ(manifest.at("schema"), "sotto.manifest/1");
  EXPECT_EQ(manifest.at("private"), false);
  EXPECT_EQ(manifest.at("seed"), "3");
  EXPECT_EQ(manifest.at("interrupted"), false);
  EXPECT_TRUE(contains(manifest.at("command_line"), "run small.toml --out result --seed 3"));
  EXPECT_TRUE(contains(manifest.at("notice"), "SIMULATION"));
  EXPECT_FALSE(manifest.at("version").get<std::string>().empty());
  EXPECT_FALSE(manifest.at("commit").get<std::string>().empty());
  EXPECT_NEAR(manifest.at("privacy_of_one_trial").at("this plan").at("epsilon").get<double>(), 4, 4e-9);
  EXPECT_EQ(manifest.at("sha256").size(), files.size() - 1);
  for (const auto& [name, digest] : manifest.at("sha256").items())
    EXPECT_EQ(digest, sha256sum(sotto.folder.path() / "result" / name)) << name;
}

TEST(RunFolder, SaysInEveryReportThatItIsASimulation) {
  const ProgramWithConfiguration sotto;
  sotto({"run", "small.toml", "--out", "result"});
  for (const char* name : {"report.txt", "run.json", "manifest.json"})
    EXPECT_TRUE(contains(sotto.folder.read(std::string("result/") + name), "SIMULATION")) << name;
}

TEST(RunFolder, IsMadeUnderRunsWhenNoneIsNamedAndEveryRunGetsItsOwn) {
  const ProgramWithConfiguration sotto;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(sotto({"run", "small.toml"}).code, 0);
  const Words names = sotto.folder.entries("runs");
  EXPECT_EQ(names.size(), 3U);
  for (const std::string& name : names) {
    EXPECT_TRUE(name.starts_with("small-")) << name;
    EXPECT_EQ(sotto.folder.entries("runs/" + name), files);
  }
}

TEST(RunFolder, MayLieInFoldersThatDoNotExistYet) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(sotto({"run", "small.toml", "--out", "a/b/c/"}).code, 0);
  EXPECT_EQ(sotto.folder.entries("a/b/c"), files);
  EXPECT_EQ(sotto.folder.entries("a/b"), Words{"c"});
}

TEST(RunFolder, RoundsCarryTheBudgetSpentSoFar) {
  const ProgramWithConfiguration sotto;
  const Json run = answer(sotto({"run", "small.toml", "--out", "result", "--json"}), "sotto.run/1");
  std::istringstream lines(sotto.folder.read("result/rounds.csv"));
  std::string line, last;
  std::getline(lines, line);
  EXPECT_EQ(line, "series,round,stage,alpha_spent,metric,trials,mean,standard_error");
  while (std::getline(lines, line)) last = line;
  std::vector<std::string> cells;
  std::istringstream row(last);
  for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
  ASSERT_EQ(cells.size(), 8U);
  EXPECT_EQ(cells[2], "2");
  const double spent = run.at("privacy").at("alpha_spent").get<double>();
  EXPECT_NEAR(std::stod(cells[3]), spent, 1e-12 * spent);
  EXPECT_EQ(std::stod(cells[6]), run.at("metrics").at("disagreement").at("mean").get<double>());
}

}  // namespace
}  // namespace sotto::test
