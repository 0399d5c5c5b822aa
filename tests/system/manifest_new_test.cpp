// SPDX-License-Identifier: MIT
// `sotto manifest new`: from a configuration to a manifest, which `sotto plan` reads too.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const std::string terms = R"([problem]
kind = "logistic"
radius = 5.0
regularisation = 0.01
[data]
file = "all.csv"
records = 1000
partition = "shards"
test_file = "test.csv"
[[column]]
name = "age"
range = [18, 95]
[[column]]
name = "ill"
role = "label"
type = "category"
levels = ["no", "yes"]
[graph]
kind = "complete"
nodes = 3
[privacy]
epsilon = 2.0
delta = 1e-5
[algorithm]
rounds = 6
[run]
trials = 7
)";

std::string filled(std::string text, const std::string& gap, const std::string& line) {
  const std::size_t at = text.find(gap);
  return at == std::string::npos ? text : text.replace(at, text.find('\n', at) - at, line);
}

TEST(ManifestNew, MarksGapsAndPassesTheCheckOnceTheyAreFilled) {
  const Program sotto;
  sotto.folder.write("c.toml", terms);
  const Json made = answer(sotto({"manifest", "new", "c.toml", "--json"}), "sotto.manifest-new/1");
  EXPECT_EQ(made.at("to_fill_in").size(), 15U) << "four of each party, and its number of records";
  EXPECT_EQ(made.at("left_out"), Json({"data.file", "data.test_file", "run.trials"}));
  std::string text = made.at("manifest");
  EXPECT_FALSE(contains(text, "all.csv"));
  sotto.folder.write("m.toml", text);
  const std::vector<Json> open = faults(sotto({"manifest", "check", "m.toml", "--json"}), 2);
  EXPECT_EQ(open.size(), 15U);
  for (const Json& gap : made.at("to_fill_in")) EXPECT_TRUE(blames(open, gap)) << gap;
  for (int k = 0; k < 3; ++k) {
    const std::string n = std::to_string(k);
    answer(sotto({"id", "new", "--name", "site-" + n, "--state", "s" + n, "--json"}), "sotto.identity/1");
    const Json site = answer(sotto({"id", "show", "--state", "s" + n, "--json"}), "sotto.identity/1");
    text = filled(text, "name = \"\"", "name = \"site-" + n + "\"");
    text = filled(text, "address = \"\"", "address = \"10.0.0." + n + ":7700\"");
    text = filled(text, "public_key = \"\"", "public_key = " + site.at("public_key").dump());
    text = filled(text, "dataset = \"\"", "dataset = \"patients\"");
    text = filled(text, "#records = 1000", "records = 300");
  }
  sotto.folder.write("m.toml", text);
  const Transcript checked = sotto({"manifest", "check", "m.toml", "--json"});
  EXPECT_EQ(checked.code, 1) << "nobody has signed" << checked.out << checked.err;
  EXPECT_EQ(Json::parse(checked.out).at("parties").size(), 3U);
}

TEST(ManifestNew, TakesSitesFromFlags) {
  const Program sotto;
  sotto.folder.write("c.toml", terms);
  const Json made =
      answer(sotto({"manifest", "new", "c.toml", "--site", "north,n.example:7700", "--site", "south", "--json"}),
             "sotto.manifest-new/1");
  EXPECT_TRUE(contains(made.at("manifest"), "name = \"north\"\naddress = \"n.example:7700\"\n"));
  EXPECT_EQ(made.at("to_fill_in").size(), 12U);
  EXPECT_TRUE(blames(faults(sotto({"manifest", "new", "c.toml", "--site", "a,b,c,d,e", "--json"}), 2), "--site"));
}

TEST(ManifestNew, RefusesWhatNoManifestCanSay) {
  const ProgramWithConfiguration sotto;
  EXPECT_TRUE(blames(faults(sotto({"manifest", "new", "small.toml", "--json"}), 2), "data.file"));
  sotto.folder.write("c.toml", terms);
  const Words more{"--set", "algorithm.acceleration=nesterov", "--set", "algorithm.mixing_rounds=3"};
  const std::vector<Json> said = faults(sotto(Words{"manifest", "new", "c.toml", "--json"} + more), 2);
  EXPECT_EQ(said.size(), 2U);
  EXPECT_TRUE(blames(said, "algorithm.acceleration") && blames(said, "algorithm.mixing_rounds"));
}

TEST(Plan, OfAManifestIsThatOfItsConfigurationEvenWithGaps) {
  const Program sotto;
  std::string own = terms;
  own.replace(own.find("file = \"all.csv\"\nrecords = 1000\npartition = \"shards\"\n"), 53, "");
  for (int k = 0; k < 3; ++k)
    own += "[node." + std::to_string(k) + "]\nfile = \"" + std::to_string(k) + ".csv\"\nrecords = 300\n";
  sotto.folder.write("c.toml", own + "[advice]\nmost_rounds = 3\ntrials = 2\nnumbers = 1000\n");
  sotto.folder.write("m.toml", sotto({"manifest", "new", "c.toml"}).out);
  const Json from_manifest = answer(sotto({"plan", "m.toml", "--json"}), "sotto.plan/1");
  const Json lattice =
      answer(sotto({"plan", "c.toml", "--set", "privacy.mechanism=lattice", "--json"}), "sotto.plan/1");
  EXPECT_EQ(from_manifest, lattice);
  const Words few{"--set", "advice.most_rounds=3", "--set", "advice.trials=2", "--set", "advice.numbers=1000"};
  answer(sotto(Words{"plan", "m.toml", "--advise", "--out", "advice", "--json"} + few), "sotto.advice/2");
  EXPECT_EQ(answer(sotto({"verify", "advice", "--json"}), "sotto.verify/1").at("same"), true);
}

}  // namespace
}  // namespace sotto::test
