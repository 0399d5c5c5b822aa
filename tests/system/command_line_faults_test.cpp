// SPDX-License-Identifier: MIT
// Command lines that cannot be meant: exit 2, and a hint.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

std::string refusal(const Words& words) {
  const ProgramWithConfiguration sotto;
  const Transcript in_words = sotto(words);
  expect_text_refusal(in_words, 2);
  faults(sotto(words + Words{"--json"}), 2);
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"}) << "a refused command writes nothing";
  return in_words.err;
}

TEST(CommandLineFaults, NoSubcommandOfAGroup) {
  EXPECT_TRUE(contains(refusal({"budget"}), "subcommand is required"));
}

TEST(CommandLineFaults, AnUnknownSubcommandIsNamedWithASuggestion) {
  EXPECT_TRUE(contains(refusal({"pln"}), "pln: is not known here"));
  EXPECT_TRUE(contains(refusal({"pln"}), "did you mean plan?"));
  EXPECT_TRUE(contains(refusal({"rum", "small.toml"}), "did you mean run?"));
  EXPECT_TRUE(contains(refusal({"frobnicate"}), "frobnicate"));
}

TEST(CommandLineFaults, AnUnknownOptionIsNamedWithASuggestion) {
  EXPECT_TRUE(contains(refusal({"plan", "--epsilonn", "3"}), "did you mean --epsilon?"));
  EXPECT_TRUE(contains(refusal({"plan", "--epsilonn=3"}), "did you mean --epsilon?"));
  EXPECT_TRUE(contains(refusal({"run", "small.toml", "--trails", "3"}), "did you mean --trials?"));
  EXPECT_TRUE(contains(refusal({"--verison"}), "did you mean --version?"));
}

TEST(CommandLineFaults, AnOptionOfAnotherSubcommandIsNotSuggested) {
  const std::string said = refusal({"init", "--set", "graph.kind=ring"});
  EXPECT_TRUE(contains(said, "--set: is not known here")) << said;
  EXPECT_FALSE(contains(said, "did you mean")) << said;
}

TEST(CommandLineFaults, AnOptionBeforeTheSubcommandIsToldItsPlace) {
  const Transcript said = Program()({"--json", "init"});
  EXPECT_TRUE(contains(faults(said, 2).at(0).at("rule"), "after the subcommand"));
}

TEST(CommandLineFaults, AMissingFileAMissingValueAndAWordTooManyAreNamed) {
  EXPECT_TRUE(contains(refusal({"run"}), "CONFIG is required"));
  EXPECT_TRUE(contains(refusal({"run", "small.toml", "second.toml"}), "second.toml"));
  const Transcript said = ProgramWithConfiguration()({"run", "small.toml", "--trials"});
  expect_text_refusal(said, 2);
  EXPECT_TRUE(contains(said.err, "--trials"));
}

TEST(CommandLineFaults, AConstantBesideAConfigurationIsRefusedAndToldWhy) {
  EXPECT_TRUE(
      contains(refusal({"plan", "small.toml", "--sensitivity", "3"}), "follows from the problem in small.toml"));
}

TEST(CommandLineFaults, AnEmptyOutIsNotTheDefault) {
  EXPECT_TRUE(contains(refusal({"run", "small.toml", "--out", ""}), "must name a folder"));
}

TEST(CommandLineFaults, ControlCharactersDoNotReachTheTerminal) {
  const std::string said = refusal({"\033[31mred", "x"});
  EXPECT_FALSE(contains(said, "\033"));
}

}  // namespace
}  // namespace sotto::test
