// SPDX-License-Identifier: MIT
// Places that cannot be written to: a clear error, exit 7, and what can be kept is kept.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

TEST(StoreFaults, AnExistingFolderIsRefusedAndLeftAsItWas) {
  const ProgramWithConfiguration sotto;
  std::filesystem::create_directory(sotto.folder.path() / "result");
  sotto.folder.write("result/precious.txt", "keep me");
  const std::vector<Json> list = faults(sotto({"run", "small.toml", "--out", "result", "--json"}), 2);
  EXPECT_TRUE(blames(list, "--out"));
  EXPECT_TRUE(contains(list[0].at("rule"), "exists already"));
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "small.toml"}));
  EXPECT_EQ(sotto.folder.entries("result"), Words{"precious.txt"});
  EXPECT_EQ(sotto.folder.read("result/precious.txt"), "keep me");
}

TEST(StoreFaults, SoIsAFileALinkAnEmptyFolderAndTheRoot) {
  const ProgramWithConfiguration sotto;
  std::filesystem::create_directory(sotto.folder.path() / "empty");
  std::filesystem::create_symlink("nowhere", sotto.folder.path() / "link");
  for (const char* name : {"small.toml", "empty", "empty/", "link", ".", "..", "/"})
    EXPECT_TRUE(blames(faults(sotto({"run", "small.toml", "--out", name, "--json"}), 2), "--out")) << name;
  EXPECT_EQ(sotto.folder.read("small.toml"), small_configuration);
}

TEST(StoreFaults, AFolderThatCannotBeMadeIsRefusedBeforeAnythingIsComputed) {
  const ProgramWithConfiguration sotto;
  const std::vector<Json> list = faults(sotto({"run", "small.toml", "--out", "small.toml/result", "--json"}), 7);
  EXPECT_TRUE(blames(list, "--out"));
  EXPECT_EQ(faults(sotto({"run", "small.toml", "--out", std::string(300, 'x'), "--json"}), 7).size(), 1U);
}

TEST(StoreFaults, OnAFullDiskTheResultIsStillPrintedAndNoHalfFolderStays) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--out", "result"});
  launch.largest_file = 200;
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 7);
  EXPECT_TRUE(contains(said.out, "each node alone")) << said.out;
  EXPECT_TRUE(contains(said.err, "sotto: error: --out = result: ")) << said.err;
  EXPECT_TRUE(contains(said.err, "cannot be written: ")) << said.err;
  EXPECT_FALSE(contains(said.err, "written: result\n")) << said.err;
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

TEST(StoreFaults, OnAFullDiskJsonHoldsTheResultAloneAndStderrTheError) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"run", "small.toml", "--out", "result", "--json"});
  launch.largest_file = 2000;  // the first files fit
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 7);
  EXPECT_EQ(Json::parse(said.out).value("schema", ""), "sotto.run/1");
  EXPECT_TRUE(contains(said.err, "sotto: error: --out = result: ")) << said.err;
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

TEST(StoreFaults, AFullStdoutIsSaidAndTheRunFolderIsKept) {
  for (const Words& mode : {Words{}, Words{"--json"}}) {
    const ProgramWithConfiguration sotto;
    Launch launch = sotto.launch(Words{"run", "small.toml", "--out", "result"} + mode);
    launch.stdout_to = "/dev/full";
    const Transcript said = run_subprocess(launch);
    EXPECT_EQ(said.code, 7);
    EXPECT_TRUE(contains(said.err, "stdout: the result could not be written: No space left on device")) << said.err;
    EXPECT_EQ(Json::parse(sotto.folder.read("result/run.json")).at("trials"), 4);
  }
}

TEST(StoreFaults, EveryCommandNoticesAFullStdout) {
  const ProgramWithConfiguration sotto;
  for (const Words& words :
       {Words{"init"}, Words{"init", "--json"}, plan_words, Words{"graph"}, Words{"--help"}, Words{"--version"}}) {
    Launch launch = sotto.launch(words);
    launch.stdout_to = "/dev/full";
    const Transcript said = run_subprocess(launch);
    EXPECT_EQ(said.code, 7) << words[0];
    EXPECT_TRUE(contains(said.err, "stdout")) << words[0] << ": " << said.err;
  }
}

TEST(StoreFaults, ARunsFolderThatCannotBeMadeCostsAWarningAndNothingElse) {
  const ProgramWithConfiguration sotto;
  sotto.folder.write("runs", "a file in the way");
  const Transcript said = sotto({"run", "small.toml", "--json"});
  answer(said, "sotto.run/1");
  EXPECT_TRUE(contains(said.err, "sotto: warning: no run folder is written: ")) << said.err;
  EXPECT_EQ(sotto.folder.read("runs"), "a file in the way");
}

}  // namespace
}  // namespace sotto::test
