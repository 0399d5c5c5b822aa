// SPDX-License-Identifier: MIT
// Ctrl-C in a long run: what was done is kept and said. The signal follows what is seen, never a clock.
#include <gtest/gtest.h>

#include <algorithm>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// Never finishes on its own.
const Words endless{"run", "small.toml", "--out", "result", "--trials", "1000000000"};

bool has_partial_folder(const Program& sotto) {
  const Words names = sotto.folder.entries();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.starts_with("result.partial-"); });
}

void expect_kept(const Program& sotto, const Transcript& said) {
  EXPECT_EQ(said.code, 130) << said.err;
  EXPECT_TRUE(contains(said.err, " of 1000000000 trials; what was done is kept")) << said.err;
  EXPECT_TRUE(contains(said.err, "written:")) << said.err;
  Words names = sotto.folder.entries();
  std::erase(names, "result.unfinished");  // of a run that had taken some seconds
  EXPECT_EQ(names, (Words{"result", "small.toml"}));
  const Json run = Json::parse(sotto.folder.read("result/run.json")),
             manifest = Json::parse(sotto.folder.read("result/manifest.json"));
  EXPECT_EQ(run.at("interrupted"), true);
  EXPECT_EQ(manifest.at("interrupted"), true);
  EXPECT_EQ(run.at("trials"), manifest.at("trials"));
  EXPECT_LT(run.at("trials").get<int>(), 1000000000);
}

TEST(Interrupt, AsSoonAsTheRunHasBegunLeavesAWholeFolder) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const ProgramWithConfiguration sotto;
    Launch launch = sotto.launch(endless);
    launch.signal = signal;
    launch.signal_when = [&](const Transcript&) { return has_partial_folder(sotto); };
    const Transcript said = run_subprocess(launch);
    EXPECT_TRUE(said.out.starts_with("SIMULATION")) << said.out;
    expect_kept(sotto, said);
  }
}

TEST(Interrupt, AfterSomeTrialsKeepsTheirResults) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch(endless + Words{"--json"});
  launch.terminal = true;  // progress is shown, so we know that a trial is done
  launch.signal_when = [](const Transcript& said) { return contains(said.err, "/1000000000 trials"); };
  const Transcript said = run_subprocess(launch);
  expect_kept(sotto, said);
  const Json run = Json::parse(said.out);
  const std::string trials = std::to_string(run.at("trials").get<int>());
  EXPECT_GE(run.at("trials").get<int>(), 1);
  EXPECT_TRUE(contains(said.err, "after " + trials + " of")) << said.err;
  // The trials that were finished are those of a run that wanted no more.
  const Json whole = answer(sotto({"run", "small.toml", "--json", "--trials", trials}), "sotto.run/1");
  EXPECT_EQ(whole.at("metrics"), run.at("metrics"));
  EXPECT_EQ(whole.at("baselines"), run.at("baselines"));
}

TEST(Interrupt, InTheMiddleOfALongFirstTrialEndsAtOnceAndSaysThatNoneIsDone) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch(endless + Words{"--json", "--rounds", "10000000", "--set", "graph.nodes=100"});
  launch.signal_when = [&](const Transcript&) { return has_partial_folder(sotto); };
  const Transcript said = run_subprocess(launch);
  EXPECT_FALSE(said.too_slow);
  expect_kept(sotto, said);
  EXPECT_EQ(Json::parse(said.out).at("trials"), 0);
  EXPECT_TRUE(contains(said.err, "after 0 of")) << said.err;
}

/// A large graph takes seconds. The signal comes before the run has a folder.
TEST(Interrupt, WhileTheGraphIsMadeIsHeardWhenTheRunBegins) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch(endless + Words{"--set", "graph.kind=random-regular", "--set", "graph.degree=8", "--set",
                                               "graph.nodes=400000", "--set", "algorithm.consensus_rounds=2"});
  launch.terminal = true;  // which says what is waited for
  launch.signal = SIGTERM;
  bool too_late = false;
  launch.signal_when = [&](const Transcript& said) {
    too_late = has_partial_folder(sotto);
    return contains(said.err, "making the graph");
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_FALSE(too_late);
  expect_kept(sotto, said);
  EXPECT_TRUE(contains(said.err, "after 0 of")) << said.err;
}

}  // namespace
}  // namespace sotto::test
