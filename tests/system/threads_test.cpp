// SPDX-License-Identifier: MIT
// No byte of a result depends on the number of threads.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// What a run says on stdout and writes to its folder, but for what names the threads: configuration and manifest.
std::vector<std::string> bytes_of(const ProgramWithConfiguration& sotto, const Words& words,
                                  const std::string& threads) {
  const std::string out = "with-" + threads;
  std::vector<std::string> bytes{
      sotto(Words{"run", "small.toml", "--json", "--quiet", "--threads", threads, "--out", out} + words).out};
  for (const char* file : {"report.txt", "run.json", "results.csv", "rounds.csv", "nodes.csv"})
    bytes.push_back(sotto.folder.read(out + "/" + file));
  return bytes;
}

void expect_equal_bytes(const Words& words, int trials) {
  const ProgramWithConfiguration sotto;
  const std::vector<std::string> one = bytes_of(sotto, words, "1");
  EXPECT_EQ(Json::parse(one[0]).at("trials"), trials) << one[0];
  for (const char* threads : {"2", "3", "all"}) EXPECT_EQ(bytes_of(sotto, words, threads), one) << threads;
}

const Words short_trials{"--rounds", "4", "--set", "algorithm.consensus_rounds=until-agreement"};

TEST(Threads, DoNotShowInAnyByteOfAResult) {
  expect_equal_bytes(short_trials + Words{"--trials", "500"}, 500);
  expect_equal_bytes(short_trials + Words{"--trials", "200", "--fresh", "graph", "--set", "graph.kind=erdos-renyi"},
                     200);
}

TEST(Threads, DoNotShowWhenARunStopsEarly) {
  expect_equal_bytes(short_trials + Words{"--trials", "100000", "--until-se", "0.045"}, 320);
}

TEST(Threads, AreRefusedWhereTheyAreNoNumberOfThem) {
  const ProgramWithConfiguration sotto;
  for (const char* threads : {"-1", "1025", "1e3", "nan", "some", ""})
    EXPECT_TRUE(blames(faults(sotto({"run", "small.toml", "--json", "--threads", threads}), 2), "run.threads"))
        << threads;
}

}  // namespace
}  // namespace sotto::test
