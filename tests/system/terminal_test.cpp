// SPDX-License-Identifier: MIT
// Colours and progress: on a terminal only, on stderr only, and NO_COLOR is honoured.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

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

}  // namespace
}  // namespace sotto::test
