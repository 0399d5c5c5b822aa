// SPDX-License-Identifier: MIT
// `sotto audit` from outside: what it answers, writes and exits with.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words short_audit{"audit", "small.toml",         "--transcripts", "500",
                        "--set", "privacy.delta=1e-3", "--set",         "privacy.mechanism=lattice"};
const Words in_doubles{"--set", "privacy.mechanism=real"};

TEST(Audit, AnswersWithTheBoundTheClaimAndTheChecks) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto(short_audit + Words{"--out", "result"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("SIMULATION: no privacy"));
  for (const char* part : {"likelihood ratio on node 0", "500 transcripts a side", "lower bound, 95 % sure", "claimed",
                           "exact accountant", "Accuracy", "Noise     passed", "nothing shown", "not refuted"})
    EXPECT_TRUE(contains(said.out, part)) << part << " is not in\n" << said.out;
  EXPECT_EQ(sotto.folder.entries("result"),
            (Words{"audit.json", "configuration.toml", "manifest.json", "report.txt", "tradeoff.csv"}));
  EXPECT_EQ(sotto.folder.read("result/report.txt"), said.out);
  EXPECT_TRUE(sotto.folder.read("result/tradeoff.csv").starts_with("threshold,false_positive_rate,"));
  const Json manifest = Json::parse(sotto.folder.read("result/manifest.json"));
  EXPECT_EQ(manifest.at("verdict"), "not-refuted");
  EXPECT_EQ(manifest.at("private"), false);
  EXPECT_TRUE(manifest.at("sha256").contains("tradeoff.csv"));
  EXPECT_TRUE(contains(sotto.folder.read("result/configuration.toml"), "transcripts = 500"));
}

TEST(Audit, WithJsonHoldsTheSame) {
  const ProgramWithConfiguration sotto;
  const Json json = answer(sotto(short_audit + Words{"--json"}), "sotto.audit/1");
  EXPECT_EQ(json.at("private"), false);
  EXPECT_TRUE(json.at("notice").get<std::string>().starts_with("SIMULATION: no privacy"));
  EXPECT_EQ(json.at("verdict"), "not-refuted");
  EXPECT_TRUE(json.at("refuted_by").empty());
  EXPECT_EQ(json.at("claimed_epsilon"), 4);
  EXPECT_EQ(json.at("confidence"), 0.95);
  EXPECT_EQ(json.at("transcripts_per_side"), 500);
  EXPECT_LE(json.at("lower_bound").get<double>(), json.at("exact_epsilon").get<double>());
  EXPECT_GT(json.at("accuracy").get<double>(), 0.6);
  EXPECT_TRUE(json.at("threshold").is_number());
  EXPECT_EQ(json.at("noise_check").at("passed"), true);
  EXPECT_EQ(json.at("last_bits").at("told_apart"), false);
}

TEST(Audit, ThatRefutesTheClaimExitsWith1) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto(short_audit + Words{"--claim", "0.2", "--json"});
  EXPECT_EQ(said.code, 1) << said.err;
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json.at("verdict"), "refuted");
  EXPECT_EQ(json.at("refuted_by")[0], "likelihood-ratio");
  EXPECT_GT(json.at("lower_bound").get<double>(), 0.2);
  const Transcript text = sotto(short_audit + Words{"--claim", "0.2"});
  EXPECT_EQ(text.code, 1);
  EXPECT_TRUE(contains(text.out, "REFUTED\n          by the likelihood ratio: the lower bound")) << text.out;
}

TEST(Audit, OfNoiseInDoublesIsRefutedByTheLastBitsAloneAndExitsWith1) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto(short_audit + in_doubles + Words{"--json"});
  EXPECT_EQ(said.code, 1) << said.err;
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json.at("verdict"), "refuted");
  EXPECT_EQ(json.at("refuted_by"), Json::array({"last-bits"})) << "the bound by itself keeps within the claim";
  EXPECT_GT(json.at("last_bits").at("delta_at_least").get<double>(), 0.1) << "where 0.001 is promised";
  const Transcript text = sotto(short_audit + in_doubles);
  EXPECT_EQ(text.code, 1);
  for (const char* part : {"REFUTED\n          by the last bits of messages: delta >= 0.", "where 0.001 is promised",
                           "does not refute the claim", "--set privacy.mechanism=lattice"})
    EXPECT_TRUE(contains(text.out, part)) << part << " is not in\n" << text.out;
}

TEST(Audit, ThatCannotTellSaysSoAndExitsWith8) {
  // At epsilon = 14 no count of last bits bounds a delta, and doubles keep no promise all the same.
  const ProgramWithConfiguration sotto;
  const Words words = short_audit + in_doubles + Words{"--set", "privacy.epsilon=14"};
  const Transcript said = sotto(words + Words{"--json"});
  EXPECT_EQ(said.code, 8) << said.err;
  EXPECT_EQ(Json::parse(said.out).at("verdict"), "cannot-tell");
  EXPECT_TRUE(Json::parse(said.out).at("refuted_by").empty());
  const Transcript text = sotto(words);
  EXPECT_EQ(text.code, 8);
  EXPECT_TRUE(contains(text.out, "Verdict   CANNOT TELL: no attack refuted the claim")) << text.out;
  EXPECT_TRUE(contains(sotto({"--help"}).out, "8 a check cannot tell"));
}

TEST(Audit, OfTheSameSeedSaysTheSame) {
  const ProgramWithConfiguration sotto;
  const std::string once = sotto(short_audit).out;
  EXPECT_EQ(once, sotto(short_audit).out);
  EXPECT_NE(once, sotto(short_audit + Words{"--seed", "8"}).out);
}

TEST(Audit, InOneRunSaysThatItIsLoose) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto({"audit", "small.toml", "--mode", "one-run", "--set", "privacy.mechanism=lattice"});
  EXPECT_TRUE(contains(said.out, "15 canaries. One run shows little: this bound is loose")) << said.out;
  EXPECT_EQ(said.code, contains(said.out, "not refuted") ? 0 : 8) << said.out << said.err;
}

TEST(Audit, InOneRunThatShowsNothingSaysSoAndHasItsOwnExitCode) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto({"audit", "small.toml", "--mode", "one-run", "--canaries", "2", "--claim", "0.01",
                                 "--set", "privacy.mechanism=lattice"});
  EXPECT_EQ(said.code, 8) << said.out << said.err;
  EXPECT_TRUE(contains(said.out, "CANNOT TELL: the canaries of this run showed nothing")) << said.out;
}

TEST(Audit, TakesAUsersPairAndRefusesWhatIsNone) {
  const ProgramWithConfiguration sotto;
  const Words words{
      "audit", "small.toml",  "--transcripts", "200",    "--set", "problem.records_per_node=2", "--records",
      "d.csv", "--neighbour", "e.csv",         "--json", "--set", "privacy.mechanism=lattice"};
  sotto.folder.write("d.csv", "1,1,1\n0,0,0\n");
  sotto.folder.write("e.csv", "1,1,1\n0,0,2\n");
  answer(sotto(words), "sotto.audit/1");
  sotto.folder.write("e.csv", "1,1,1\n0,zero\n");
  const std::vector<Json> list = faults(sotto(words), 3);
  EXPECT_TRUE(blames(list, "audit.neighbour"));
  EXPECT_EQ(list.front().at("place"), "e.csv:2");
  EXPECT_TRUE(blames(faults(sotto({"audit", "small.toml", "--records", "d.csv", "--json"}), 2), "audit.neighbour"));
  EXPECT_TRUE(blames(faults(sotto({"audit", "small.toml", "--node", "5", "--json"}), 2), "audit.node"));
  EXPECT_EQ(sotto.folder.entries().size(), 4U) << "a refused audit leaves no folder but runs/ of the first";
}

TEST(Audit, OnFilesHasMaliciousNeighboursAndUsesMostOfThePromise) {
  const Program sotto;
  std::string rows = "a,b,y\n";
  for (int r = 0; r < 40; ++r)
    rows += std::to_string(r % 7 - 3) + "," + std::to_string(r % 10) + (r % 3 == 0 ? ",yes\n" : ",no\n");
  sotto.folder.write("rows.csv", rows);
  sotto.folder.write("files.toml", R"([problem]
kind = "logistic"
regularisation = 0.05
radius = 8.0
[data]
file = "rows.csv"
records = 40
[graph]
kind = "ring"
nodes = 4
[privacy]
epsilon = 4.0
delta = 1e-3
mechanism = "lattice"
[algorithm]
rounds = 20
[[column]]
name = "a"
range = [-3, 3]
[[column]]
name = "b"
range = [0, 10]
[[column]]
name = "y"
role = "label"
type = "category"
levels = ["no", "yes"]
)");
  const Words words{"audit", "files.toml", "--transcripts", "500"};
  const Json json = answer(sotto(words + Words{"--json"}), "sotto.audit/1");
  EXPECT_EQ(json.at("verdict"), "not-refuted");
  EXPECT_GT(json.at("used_epsilon").get<double>(), 3.1);
  EXPECT_LE(json.at("used_epsilon").get<double>(), 4);
  const std::string text = sotto(words).out;
  for (const char* part : {"the worst found within the declared columns", "all its neighbours are malicious",
                           "used by the attacked pair", "not refuted"})
    EXPECT_TRUE(contains(text, part)) << part << " is not in\n" << text;
}

const Words masked{"--set", "privacy.trust=all-but-q", "--set", "privacy.colluders=1"};

TEST(Audit, OfMaskedSumsSpeaksOfThoseWhoColludeAndOfBothPromises) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto(short_audit + masked);
  EXPECT_EQ(said.code, 0) << said.out << said.err;
  for (const char* part :
       {"1 of 5 members colludes (node 1)", "1 colluding member, as planned", "all others together", "Noise     passed",
        "Masks     passed", "not refuted", "The plan's promise is against 1 colluding member, as many as here"})
    EXPECT_TRUE(contains(said.out, part)) << part << " is not in\n" << said.out;
}

TEST(Audit, WithMoreColludersThanPlannedExitsWith1AndSaysWhatTheorySays) {
  const ProgramWithConfiguration sotto;
  const Words words = short_audit + masked + Words{"--colluders", "1,2,3,4"};
  const Transcript said = sotto(words);
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_TRUE(contains(said.out, "against 1 colluding member; here there were 4, and theory says")) << said.out;
  const Json json = Json::parse(sotto(words + Words{"--json"}).out);
  EXPECT_EQ(json.at("refuted_by").back(), "movement");
  EXPECT_EQ(json.at("collusion").at("colluders"), Json::array({1, 2, 3, 4}));
  EXPECT_EQ(json.at("collusion").at("planned_colluders"), 1);
  EXPECT_EQ(json.at("collusion").at("epsilon_all"), json.at("exact_epsilon"));
  EXPECT_GT(json.at("exact_epsilon").get<double>(), 8);
  EXPECT_EQ(json.at("mask_check").at("passed"), true);
  const double theory = json.at("exact_epsilon").get<double>();
  EXPECT_EQ(sotto(words + Words{"--claim", std::to_string(theory + 1e-3)}).code, 0) << "that claim is about them";
}

TEST(Audit, OfMaskedSumsInDoublesIsRefused) {
  const ProgramWithConfiguration sotto;
  EXPECT_TRUE(blames(faults(sotto(short_audit + masked + in_doubles + Words{"--json"}), 2), "privacy.mechanism"));
  EXPECT_TRUE(blames(faults(sotto(short_audit + Words{"--colluders", "1", "--json"}), 2), "audit.colluders"));
}

TEST(Audit, InterruptedKeepsWhatWasDoneAndSaysSo) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"audit", "small.toml", "--transcripts", "2000000", "--out", "result", "--json"});
  launch.terminal = true;  // progress is shown, so we know that some transcripts are done
  launch.signal_when = [](const Transcript& said) {
    const std::size_t first = said.err.find("pairs of runs");
    return first != std::string::npos && said.err.find("pairs of runs", first + 1) != std::string::npos;
  };
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 130) << said.err;
  const std::string unfolded = std::regex_replace(said.err, std::regex("\\s+"), " ");  // as wide as the terminal is
  EXPECT_TRUE(contains(unfolded, "of 2000000 transcripts a side; what was done is kept")) << said.err;
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json.at("interrupted"), true);
  EXPECT_GE(json.at("transcripts_per_side").get<int>(), 100);
  EXPECT_EQ(Json::parse(sotto.folder.read("result/manifest.json")).at("interrupted"), true);
}

}  // namespace
}  // namespace sotto::test
