// SPDX-License-Identifier: MIT
// Paths in a configuration are relative to its folder, wherever the program runs; those of flags to where it runs.
#include <gtest/gtest.h>

#include <filesystem>

#include "system/program.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

const std::string mean_of_a_file = R"([data]
file = "rows.csv"
records = 6
[[column]]
name = "a"
range = [0, 1]
[graph]
kind = "file"
file = "net/edges.txt"
[privacy]
epsilon = 4.0
delta = 1e-6
[algorithm]
rounds = 5
[run]
trials = 2
)";

class ProgramElsewhere : public Program {
 public:
  ProgramElsewhere() {
    fs::create_directories(folder.path() / "study/net");
    folder.write("study/mean.toml", mean_of_a_file);
    folder.write("study/rows.csv", "a\n1\n1\n0\n1\n1\n1\n");
    folder.write("study/net/edges.txt", "0 1\n1 2\n");
  }
};

TEST(Paths, OfAConfigurationAreRelativeToItsFolderAndItsResultsCanBeVerified) {
  const ProgramElsewhere sotto;
  answer(sotto({"run", "study/mean.toml", "--out", "o", "--json"}), "sotto.run/1");
  EXPECT_EQ(answer(sotto({"verify", "o", "--json"}), "sotto.verify/1").at("same"), true);
  sotto.folder.write("study/sweep.toml", mean_of_a_file + "[sweep]\nx = \"algorithm.rounds\"\nvalues = [2, 3]\n");
  answer(sotto({"run", "study/sweep.toml", "--out", "s", "--json"}), "sotto.sweep/1");
  EXPECT_EQ(answer(sotto({"verify", "s", "--json"}), "sotto.verify/1").at("same"), true);
}

TEST(Paths, OfFlagsAreRelativeToWhereTheProgramRuns) {
  const ProgramElsewhere sotto;
  sotto.folder.write("here.csv", "a\n1\n1\n0\n1\n1\n1\n");
  fs::remove(sotto.folder.path() / "study/rows.csv");
  answer(sotto({"run", "study/mean.toml", "--set", "data.file=here.csv", "--out", "o", "--json"}), "sotto.run/1");
}

TEST(Paths, AreAbsoluteInFaults) {
  const ProgramElsewhere sotto;
  fs::remove(sotto.folder.path() / "study/rows.csv");
  const std::vector<Json> said = faults(sotto({"run", "study/mean.toml", "--out", "o", "--json"}), 3);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].at("field"), "data.file");
  EXPECT_EQ(said[0].at("value"), (fs::canonical(sotto.folder.path()) / "study/rows.csv").string());
}

TEST(Paths, OfFlagsAndOtherFilesSayInWhichFolderTheyWereSought) {
  const ProgramElsewhere sotto;
  const std::string sought = (fs::canonical(sotto.folder.path()) / "gone").string();
  for (const Words& words : {Words{"run", "study/mean.toml", "--set", "data.file=gone.csv"}, Words{"run", "gone.toml"},
                             Words{"predict", "gone.json", "study/rows.csv"}}) {
    const Transcript said = sotto(words);
    EXPECT_NE(said.code, 0);
    EXPECT_TRUE(contains(said.err, "No such file or directory (" + sought)) << said.err;
  }
}

}  // namespace
}  // namespace sotto::test
