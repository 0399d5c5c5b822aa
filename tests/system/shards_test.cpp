// SPDX-License-Identifier: MIT
// `sotto run --shard` and `sotto merge`, and `--resume`, from outside.
#include <gtest/gtest.h>

#include "system/large_network.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

/// Seven chunks.
const Words seven_chunks{"run", "small.toml", "--trials", "100"};

void make_shards(const Program& sotto, const Words& words, int of) {
  for (int k = 1; k <= of; ++k) {
    const std::string number = std::to_string(k);
    const Transcript said =
        sotto(words + Words{"--shard", number + "/" + std::to_string(of), "--out", "shard" + number});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(said.out.starts_with("SIMULATION: no privacy")) << said.out;
  }
}

void expect_same_files(const Program& sotto, const Words& files) {
  for (const std::string& file : files)
    EXPECT_EQ(sotto.folder.read("merged/" + file), sotto.folder.read("whole/" + file)) << file;
}

TEST(Shards, AreMergedToTheRunOfOneProgram) {
  const ProgramWithConfiguration sotto;
  const Transcript whole = sotto(seven_chunks + Words{"--out", "whole"});
  make_shards(sotto, seven_chunks, 3);
  EXPECT_EQ(sotto.folder.entries("shard1"), (Words{"chunks.bin", "configuration.toml", "shard.json"}));
  const Transcript merged = sotto({"merge", "shard2", "shard1", "shard3", "--out", "merged"});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_EQ(sotto.folder.entries("merged"), sotto.folder.entries("whole"));
  expect_same_files(sotto, {"results.csv", "rounds.csv", "nodes.csv", "run.json", "configuration.toml", "report.txt"});
  EXPECT_EQ(sotto({"verify", "merged"}).code, 0);
}

/// Two chunks. The merged page and run.json name the engine of the run, which no program here holds as a whole.
TEST(Shards, OfALargeNetworkAreMergedToTheRunOfOneProgram) {
  const ProgramWithLargeNetwork sotto;
  const Words two_chunks{"run", "large.toml", "--trials", "17", "--rounds", "1"};
  const Transcript whole = sotto(two_chunks + Words{"--out", "whole"});
  make_shards(sotto, two_chunks, 2);
  const Transcript merged = sotto({"merge", "shard1", "shard2", "--out", "merged"});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_EQ(sotto.folder.entries("merged"), sotto.folder.entries("whole"));
  expect_same_files(sotto, {"results.csv", "rounds.csv", "nodes.csv", "run.json", "configuration.toml", "report.txt"});
}

TEST(Shards, OfASweepAreMergedToIt) {
  const ProgramWithSweep sotto;
  const Words sweep_it{"run", "sweep.toml"};
  EXPECT_EQ(sotto(sweep_it + Words{"--out", "whole"}).code, 0);
  make_shards(sotto, sweep_it, 2);
  EXPECT_EQ(sotto({"merge", "shard1", "shard2", "--out", "merged"}).code, 0);
  expect_same_files(sotto, {"results.csv", "sweep.json", "means.npy", "report.txt"});
}

TEST(Shards, OfARunToAPrecisionEndWhereTheRunWould) {
  const ProgramWithConfiguration sotto;
  const Words until{"run", "small.toml", "--trials", "1000", "--until-se", "0.1"};
  EXPECT_EQ(sotto(until + Words{"--out", "whole"}).code, 0);
  make_shards(sotto, until, 4);
  EXPECT_EQ(sotto({"merge", "shard1", "shard2", "shard3", "shard4", "--out", "merged"}).code, 0);
  expect_same_files(sotto, {"results.csv", "run.json"});
  EXPECT_LT(Json::parse(sotto.folder.read("merged/run.json")).at("trials"), 1000);
}

TEST(Shards, AnswerInJson) {
  const ProgramWithConfiguration sotto;
  const Json json = answer(sotto(seven_chunks + Words{"--shard", "3/3", "--out", "s", "--json"}), "sotto.shard/1");
  EXPECT_EQ(json.at("shard"), 3);
  EXPECT_EQ(json.at("of"), 3);
  EXPECT_EQ(json.at("chunks"), 2);
  EXPECT_EQ(json.at("all_chunks"), 7);
}

TEST(Shards, ThatAreNoneAreRefused) {
  const ProgramWithConfiguration sotto;
  for (const char* shard : {"0/3", "4/3", "3", "a/b", "1/", "/2", "-1/3", "1/1001", "1/8", "01x/3"}) {
    const Transcript said = sotto(seven_chunks + Words{"--shard", shard, "--out", "s"});
    expect_text_refusal(said, 2);
    EXPECT_TRUE(contains(said.err, "--shard")) << said.err;
  }
  expect_text_refusal(sotto(seven_chunks + Words{"--shard", "1/2", "--resume"}), 2);
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

TEST(Merge, NamesWhatIsMissingDoubledOrForeign) {
  const ProgramWithConfiguration sotto;
  make_shards(sotto, seven_chunks, 3);
  ASSERT_EQ(sotto({"run", "small.toml", "--trials", "99", "--shard", "2/3", "--out", "foreign"}).code, 0);
  for (const auto& [words, rule] : std::vector<std::pair<Words, std::string>>{
           {{"shard1", "shard3"}, "shard 2 of 3 is missing"},
           {{"shard1", "shard2", "shard3", "shard2"}, "DIR = shard2: is shard 2 of 3, and so is shard2"},
           {{"shard1", "foreign", "shard3"}, "DIR = foreign: is a shard of another run than shard1"},
           {{"shard1", "nothing"}, "DIR = nothing: holds no shard.json"}}) {
    const Transcript said = sotto(Words{"merge"} + words + Words{"--out", "merged"});
    expect_text_refusal(said, 3);
    EXPECT_TRUE(contains(said.err, rule)) << said.err;
  }
}

/// Ended by a signal when its first state is on the disk.
Transcript ended_at_first_state(const Program& sotto, int signal, const Words& words) {
  Launch launch = sotto.launch(words);
  launch.signal = signal;
  launch.signal_when = [&](const Transcript&) {
    return std::filesystem::exists(sotto.folder.path() / "result.unfinished" / "state.bin");
  };
  return run_subprocess(launch);
}

const Words forty_thousand{"run",   "small.toml",   "--out", "result",    "--trials",
                           "40000", "--checkpoint", "0",     "--threads", "1"};

TEST(Resume, GoesOnFromWhatAnInterruptedOrKilledRunLeftToTheSameBytes) {
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGKILL}) {
    const ProgramWithConfiguration sotto, alone;
    ASSERT_EQ(alone(forty_thousand).code, 0);
    const Transcript cut = ended_at_first_state(sotto, signal, forty_thousand);
    EXPECT_EQ(cut.code, signal == SIGKILL ? 128 + SIGKILL : 130) << cut.err;
    if (signal != SIGKILL) {
      EXPECT_TRUE(contains(cut.err, "the same command with --resume goes on from there")) << cut.err;
      EXPECT_EQ(Json::parse(sotto.folder.read("result/run.json")).at("interrupted"), true);
      const Transcript without = sotto(forty_thousand);
      expect_text_refusal(without, 2);
      EXPECT_TRUE(contains(without.err, "exists already")) << without.err;
    }
    const Transcript said = sotto(forty_thousand + Words{"--resume"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(contains(said.err, "sotto: resuming: from result.unfinished")) << said.err;
    EXPECT_FALSE(std::filesystem::exists(sotto.folder.path() / "result.unfinished"));
    for (const char* file : {"results.csv", "rounds.csv", "nodes.csv", "run.json", "report.txt"})
      EXPECT_EQ(sotto.folder.read(std::string("result/") + file), alone.folder.read(std::string("result/") + file));
  }
}

TEST(Resume, RefusesWhatAnotherConfigurationLeft) {
  const ProgramWithConfiguration sotto;
  ASSERT_EQ(ended_at_first_state(sotto, SIGKILL, forty_thousand).code, 128 + SIGKILL);
  const Transcript said = sotto(forty_thousand + Words{"--seed", "8", "--resume"});
  expect_text_refusal(said, 7);
  EXPECT_TRUE(contains(said.err, "another configuration")) << said.err;
}

TEST(Resume, OfNothingIsARunFromTheFirstTrial) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(sotto({"run", "small.toml", "--out", "result", "--resume"}).code, 0);
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "small.toml"}));
}

TEST(Resume, WithoutANameFindsWhatTheSameCommandLeft) {
  const ProgramWithConfiguration sotto;
  const Words unnamed{"run", "small.toml", "--trials", "40000", "--checkpoint", "0", "--threads", "1"};
  Launch launch = sotto.launch(unnamed);
  launch.signal = SIGKILL;
  const auto left = [&] {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(sotto.folder.path() / "runs", error))
      if (std::filesystem::exists(entry.path() / "state.bin")) return true;
    return false;
  };
  launch.signal_when = [&](const Transcript&) { return left(); };
  run_subprocess(launch);
  const Transcript said = sotto(unnamed + Words{"--resume"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, "sotto: resuming: from runs/small-")) << said.err;
  EXPECT_FALSE(left());
}

TEST(Resume, ThePaceOfCheckpointsAndOfProgressIsWholeSeconds) {
  const ProgramWithConfiguration sotto;
  for (const char* flag : {"--checkpoint", "--progress"})
    for (const char* seconds : {"-1", "1.5", "x", "86401"})
      expect_text_refusal(sotto({"run", "small.toml", flag, seconds}), 2);
}

}  // namespace
}  // namespace sotto::test
