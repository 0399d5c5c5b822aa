// SPDX-License-Identifier: MIT
// The run id stands for what was agreed, and for nothing else: how it is written down and where files lie do not count.
#include <gtest/gtest.h>

#include "federation/manifest/some_manifest.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::SomeManifest;

TEST(RunId, DoesNotDependOnTheOrderOfKeysAndTables) {
  const SomeManifest some;
  const std::string id = some.run_id();
  test::RandomPoints points(1);
  const auto shuffle = [&](auto& list, std::size_t size) {
    for (std::size_t k = size; k > 1; --k) std::swap(list[k - 1], list[points.below(k)]);
  };
  for (int k = 0; k < 20; ++k) {
    SomeManifest other;
    shuffle(other.sections, other.sections.size() - 2);  // the order of columns is the order of coordinates
    for (auto& section : other.sections) shuffle(section.lines, section.lines.size());
    EXPECT_EQ(other.run_id(), id) << other.text();
  }
}

TEST(RunId, DoesNotDependOnCommentsBlanksAndWaysToWriteAValue) {
  const SomeManifest some;
  std::string text = "# agreed on Monday\n\n";
  for (const char c : some.text()) text += c == '\n' ? std::string("   # a remark\n\n") : std::string(1, c);
  EXPECT_EQ(Manifest::read_text("other-name.toml", text).run_id().hex(), some.run_id());
  EXPECT_EQ(some.with("[privacy]", "delta = 0.000001").run_id(), some.run_id());
  EXPECT_EQ(some.with("[run]", "seed = \"7\"").run_id(), some.run_id());
  EXPECT_EQ(some.with("[node.0]", "name = 'north'").run_id(), some.run_id());
}

TEST(RunId, DoesNotDependOnWhetherADefaultIsWrittenOut) {
  const SomeManifest some;
  const std::pair<const char*, const char*> defaults[] = {
      {"[graph]", "weights = \"paper\""},       {"[privacy]", "accountant = \"exact\""},
      {"[privacy]", "schedule = \"constant\""}, {"[privacy]", "adjacency = \"replace-one\""},
      {"[data]", "intercept = true"},           {"[data]", "format = \"by-name\""},
      {"[algorithm]", "step = \"shifted\""},    {"[algorithm]", "consensus = \"plain\""},
      {"[problem]", "domain = \"ball\""},       {"[problem]", "weighting = \"records\""}};
  for (const auto& [header, line] : defaults) EXPECT_EQ(some.with(header, line).run_id(), some.run_id()) << line;
  EXPECT_NE(some.without_section("[federation]").run_id(), some.run_id());
  EXPECT_EQ(some.without_section("[federation]").run_id(), some.with("[federation]", "purpose = \"real\"").run_id());
}

TEST(RunId, DoesNotDependOnWhatOnlyDryRunsLookAt) {
  const SomeManifest some;
  EXPECT_EQ(some.with("[advice]", "most_rounds = 10").run_id(), some.run_id());
}

/// Each line with the field that the two parties are told to look at.
TEST(RunId, ChangesWithEveryFieldThatCountsAndTheDifferenceIsNamed) {
  const SomeManifest some;
  const std::string other_key = "public_key = \"" + test::key_of_site(3).public_key().text() + "\"";
  const std::vector<std::array<std::string, 3>> changes = {
      {"[federation]", "purpose = \"real\"", "federation.purpose: \"trial\" here, \"real\" there"},
      {"[federation]", "round_period = 0.25", "federation.round_period: nothing here, 0.25 there"},
      {"[problem]", "kind = \"svm\"", "problem.kind: \"logistic\" here, \"svm\" there"},
      {"[problem]", "regularisation = 0.0625", "problem.regularisation: 0.05 here, 0.0625 there"},
      {"[problem]", "radius = 8.5", "problem.radius: 8.0 here, 8.5 there"},
      {"[data]", "missing = \"refuse\"", "data.missing: \"drop\" here, \"refuse\" there"},
      {"[data]", "intercept = false", "data.intercept: true here, false there"},
      {"[data]", "row_norm = 1.5", "data.row_norm: nothing here, 1.5 there"},
      {"[graph]", "kind = \"path\"", "graph.kind: \"ring\" here, \"path\" there"},
      {"[graph]", "weights = \"metropolis\"", "graph.weights: \"paper\" here, \"metropolis\" there"},
      {"[privacy]", "epsilon = 4.5", "privacy.epsilon: 4.0 here, 4.5 there"},
      {"[privacy]", "delta = 1e-7", "privacy.delta: 1e-06 here, 1e-07 there"},
      {"[privacy]", "accountant = \"zcdp-cks\"", "privacy.accountant: \"exact\" here, \"zcdp-cks\" there"},
      {"[algorithm]", "rounds = 13", "algorithm.rounds: 12 here, 13 there"},
      {"[algorithm]", "step = \"paper\"", "algorithm.step: \"shifted\" here, \"paper\" there"},
      {"[algorithm]", "consensus_rounds = 6", "algorithm.consensus_rounds: 5 here, 6 there"},
      {"[algorithm]", "consensus = \"chebyshev\"", "algorithm.consensus: \"plain\" here, \"chebyshev\" there"},
      {"[run]", "seed = 8", "run.seed: \"7\" here, \"8\" there"},
      {"[node.1]", "name = \"east\"", "node.1.name: \"south\" here, \"east\" there"},
      {"[node.1]", "address = \"a.b:1\"", "node.1.address: \"south.example:7300\" here, \"a.b:1\" there"},
      {"[node.1]", other_key, "node.1.public_key: "},
      {"[node.1]", "dataset = \"others\"", "node.1.dataset: \"patients-2024\" here, \"others\" there"},
      {"[node.1]", "records = 22", "node.1.records: 21 here, 22 there"},
      {"[node.1]", "epsilon = 2.0", "node.1.epsilon: nothing here, 2.0 there"}};
  const std::string here = some.read().canonical();
  for (const auto& change : changes) {
    const std::string &header = change[0], &line = change[1], &difference = change[2];
    const Manifest other = some.with(header, line).read();
    EXPECT_NE(other.run_id().hex(), some.run_id()) << line;
    const std::vector<std::string> named = differing_fields(here, other.canonical());
    EXPECT_TRUE(
        std::any_of(named.begin(), named.end(), [&](const std::string& one) { return one.starts_with(difference); }))
        << difference << "\n"
        << ::testing::PrintToString(named);
  }
}

/// Its lines are those of before there were beats, and so is its run id.
TEST(RunId, OfAManifestWithoutABeatSaysNothingOfBeats) {
  EXPECT_EQ(SomeManifest().read().canonical().find("round_period"), std::string::npos);
  EXPECT_FALSE(SomeManifest().read().round_period());
}

/// Edges and weights that stand in the manifest are agreed on as they are; without them nothing is said of them.
TEST(RunId, ChangesWithTheEdgesAndWeightsThatStandInTheManifest) {
  const SomeManifest ring,
      path = SomeManifest().with("[graph]", "kind = \"edges\"").with("[graph]", "edges = \"0-1 1-2\"");
  for (const char* word : {"graph.edges", "graph.listed_weights", "graph.file", "graph.weights_file"})
    EXPECT_EQ(ring.read().canonical().find(word), std::string::npos) << word;
  EXPECT_NE(path.read().canonical().find("\ngraph.edges = \"0-1 1-2\"\n"), std::string::npos);
  EXPECT_EQ(path.read().neighbours_of(1), (std::vector<NodeId>{0, 2}));
  EXPECT_NE(path.with("[graph]", "edges = \"0-1 0-2\"").run_id(), path.run_id());
  const SomeManifest listed = path.with("[graph]", "weights = \"listed\"")
                                  .with("[graph]", "listed_weights = \"0-0:0.75 0-1:0.25 1-1:0.5 1-2:0.25 2-2:0.75\"");
  EXPECT_EQ(listed.read().agreement().weights().row(1).weights[1], 0.5);
  const SomeManifest other = listed.with("[graph]", "listed_weights = \"0-0:0.5 0-1:0.5 1-1:0.25 1-2:0.25 2-2:0.75\"");
  EXPECT_NE(other.run_id(), listed.run_id());
}

TEST(RunId, ChangesWithTheColumns) {
  SomeManifest wider, renamed, turned;
  wider.sections[10].lines[1] = "range = [-1.0, 2.0]";
  renamed.sections[10].lines[0] = "name = \"b\"";
  turned.sections[11].lines[3] = "levels = [\"yes\", \"no\"]";
  const SomeManifest some;
  for (const SomeManifest& other : {wider, renamed, turned}) EXPECT_NE(other.run_id(), some.run_id()) << other.text();
  EXPECT_EQ(differing_fields(some.read().canonical(), renamed.read().canonical()),
            std::vector<std::string>{"column.0.name: \"a\" here, \"b\" there"});
}

TEST(RunId, OfADryRunIsAnother) {
  const Manifest manifest = SomeManifest().read();
  EXPECT_NE(manifest.run_id(), manifest.dry_run_id());
}

TEST(DifferingFields, OfTheSameTextAreNoneAndOfAnythingElseNeverTooMuchToHandle) {
  const std::string canonical = SomeManifest().read().canonical();
  EXPECT_TRUE(differing_fields(canonical, canonical).empty());
  EXPECT_EQ(differing_fields("a = 1\n", "a = 1\nb = 2\n"), std::vector<std::string>{"b: nothing here, 2 there"});
  EXPECT_EQ(differing_fields("a = 1\nb = 2\n", "b = 2"), std::vector<std::string>{"a: 1 here, nothing there"});
  for (const std::string& garbage :
       {std::string(), std::string("\n\n = \n"), std::string(1000, '='), std::string(9, '\0')})
    EXPECT_FALSE(differing_fields(canonical, garbage).empty());
}

TEST(CanonicalText, HasALineForEachFieldWhateverTheValuesHold) {
  const SomeManifest sly = SomeManifest().with("[data]", R"(missing_words = "x\"\nprivacy.epsilon = 400.0\n")");
  const std::string text = sly.read().canonical();
  EXPECT_EQ(text.find("\nprivacy.epsilon = 400"), std::string::npos);
  EXPECT_NE(text.find("\nprivacy.epsilon = 4.0\n"), std::string::npos);
}

}  // namespace
}  // namespace sotto
