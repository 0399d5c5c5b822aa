// SPDX-License-Identifier: MIT
// Manifests that cannot be run are refused, with the field and the rule.
#include <gtest/gtest.h>

#include "federation/manifest/some_manifest.hpp"

namespace sotto {
namespace {

using test::faults_of, test::SomeManifest;

void expect_fault(const SomeManifest& manifest, const std::string& field, const std::string& rule) {
  const std::vector<Fault> faults = faults_of(manifest.text());
  EXPECT_TRUE(std::any_of(
      faults.begin(), faults.end(),
      [&](const Fault& fault) { return fault.field == field && fault.rule.find(rule) != std::string::npos; }))
      << field << ": " << rule << "\nis not among\n"
      << [&] {
           std::string all;
           for (const Fault& fault : faults) all += to_text(fault) + "\n";
           return all;
         }();
}

TEST(BadManifests, WithoutAnythingAPartyMustSayAreRefused) {
  const SomeManifest some;
  ASSERT_TRUE(faults_of(some.text()).empty());
  for (const char* key : {"name", "address", "public_key", "dataset", "records"})
    expect_fault(some.without("[node.1]", key), "node.1." + std::string(key), "is required");
}

TEST(BadManifests, TellAllThatIsMissingAtOnce) {
  SomeManifest bare;
  for (const char* node : {"[node.0]", "[node.1]", "[node.2]"})
    for (const char* key : {"name", "address", "public_key", "dataset"}) bare = bare.without(node, key);
  EXPECT_EQ(faults_of(bare.text()).size(), 12u);
}

/// What would be ignored is not signed.
TEST(BadManifests, ThatSayWhereFilesLieOrWhatSimulationsDoAreRefused) {
  const SomeManifest some;
  const std::array<const char*, 3> out_of_place[] = {{"[node.0]", "file = \"/data/mine.csv\"", "node.0.file"},
                                                     {"[graph]", "file = \"/data/edges.txt\"", "graph.file"},
                                                     {"[graph]", "weights_file = \"w.csv\"", "graph.weights_file"},
                                                     {"[audit]", "records = \"d.csv\"", "audit.records"},
                                                     {"[data]", "file = \"all.csv\"", "data.file"},
                                                     {"[node.1]", "labels_file = \"y.npy\"", "node.1.labels_file"},
                                                     {"[data]", "test_file = \"t.csv\"", "data.test_file"},
                                                     {"[run]", "trials = 3", "run.trials"},
                                                     {"[run]", "randomness = \"seeded\"", "run.randomness"},
                                                     {"[audit]", "node = 1", "audit.node"}};
  for (const auto& [header, line, key] : out_of_place)
    expect_fault(some.with(header, line), key, "does not belong in a manifest");
}

TEST(BadManifests, WhoseGraphStandsInAFileAreRefusedAndNothingIsOpened) {
  const SomeManifest some;
  expect_fault(some.with("[graph]", "kind = \"file\""), "graph.kind", "a manifest names no files");
  expect_fault(some.with("[graph]", "weights = \"file\""), "graph.weights", "a manifest names no files");
  for (const char* target : {"/dev/zero", "/", "/nowhere"})
    for (const Fault& fault : faults_of(
             some.with("[graph]", "kind = \"file\"").with("[graph]", "file = \"" + std::string(target) + "\"").text()))
      EXPECT_TRUE(fault.rule.find("plain file") == std::string::npos && fault.rule.find("opened") == std::string::npos)
          << to_text(fault);
}

TEST(BadManifests, WithEdgesThatAreNoneAreRefused) {
  const SomeManifest some = SomeManifest().with("[graph]", "kind = \"edges\"");
  expect_fault(some, "graph.edges", "is required");
  for (const char* edges : {"", "0", "0-", "-1", "0-1,1-2", "0-1 x", "0-1 1-2-3", "0 - 1", "0-4294967296"})
    expect_fault(some.with("[graph]", "edges = \"" + std::string(edges) + "\""), "graph.edges", "must be edges");
  for (const char* edges : {"0-1", "0-1 1-2 2-0 1-0", "0-1 1-1 1-2", "0-1 1-2 2-3", "0-1 2-2"})
    EXPECT_FALSE(faults_of(some.with("[graph]", "edges = \"" + std::string(edges) + "\"").text()).empty()) << edges;
}

TEST(BadManifests, WithWeightsThatDoNotMixAreRefused) {
  const SomeManifest some = SomeManifest().with("[graph]", "weights = \"listed\"");
  expect_fault(some, "graph.listed_weights", "is required");
  for (const char* weights : {"", "0-1", "0-1:", "0-1:x", "0-1:0.5,", "0:0.5"})
    expect_fault(some.with("[graph]", "listed_weights = \"" + std::string(weights) + "\""), "graph.listed_weights",
                 "must be weights");
  for (const char* weights : {"0-1:0.5", "0-0:1 1-1:1 2-2:1", "0-1:0.5 0-1:0.5", "0-3:0.5", "0-0:nan 0-1:0.5",
                              "0-0:0.25 0-1:0.5 0-2:0.5 1-1:0 1-2:0.5 2-2:0"})
    EXPECT_FALSE(faults_of(some.with("[graph]", "listed_weights = \"" + std::string(weights) + "\"").text()).empty())
        << weights;
}

TEST(BadManifests, WithOnePartyTwiceAreRefused) {
  const SomeManifest some;
  const std::string key = "public_key = \"" + test::key_of_site(0).public_key().text() + "\"";
  expect_fault(some.with("[node.2]", "name = \"north\""), "node.2.name", "another party's");
  expect_fault(some.with("[node.2]", "address = \"north.example:7300\""), "node.2.address", "another party's");
  expect_fault(some.with("[node.2]", key), "node.2.public_key", "another party's");
}

TEST(BadManifests, WithTextsThatAreNoNamesKeysOrAddressesAreRefused) {
  const SomeManifest some;
  for (const char* name : {"North", "9a", "a b", "a/b", "../x", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    expect_fault(some.with("[node.0]", "name = \"" + std::string(name) + "\""), "node.0.name", "must be 1 to 40");
  for (const char* dataset : {"Patients", "9", "a b", "x/y", "-"})
    expect_fault(some.with("[node.0]", "dataset = \"" + std::string(dataset) + "\""), "node.0.dataset", "must be 1 to");
  for (const char* address : {"north", "north:0", "north:65536", ":7300", "a b:1", "::1:80"})
    expect_fault(some.with("[node.0]", "address = \"" + std::string(address) + "\""), "node.0.address", "host:port");
  const std::string zeros = "ed25519:" + std::string(64, '0');
  for (const std::string& key : {std::string("ed25519:ab"), std::string("rsa:1"), zeros})
    expect_fault(some.with("[node.0]", "public_key = \"" + key + "\""), "node.0.public_key", "must be ed25519:");
}

TEST(BadManifests, WithNoiseThatLeaksOrAnEndNobodyKnowsBeforehandAreRefused) {
  const SomeManifest some;
  expect_fault(some.with("[privacy]", "mechanism = \"real\""), "privacy.mechanism", "must be \"lattice\"");
  expect_fault(some.with("[algorithm]", "consensus_rounds = \"until-agreement\""), "algorithm.consensus_rounds",
               "beforehand");
}

TEST(BadManifests, WithABeatThatNobodyCanKeepAreRefused) {
  const SomeManifest some;
  for (const char* seconds : {"0", "0.0009", "-1", "60.5", "inf", "nan"})
    expect_fault(some.with("[federation]", "round_period = " + std::string(seconds)), "federation.round_period",
                 "must be");
}

TEST(BadManifests, WithAnotherNumberOfNodesThanPartiesAreRefused) {
  const SomeManifest some;
  for (const char* nodes : {"nodes = 2", "nodes = 4"})
    EXPECT_FALSE(faults_of(some.with("[graph]", nodes).text()).empty()) << nodes;
  expect_fault(some.with("[graph]", "nodes = 4"), "graph.nodes", "must be the number of parties, 3");
  SomeManifest gap = some.without_section("[node.2]");
  gap.sections.push_back(SomeManifest::node(3, "east"));
  EXPECT_FALSE(faults_of(gap.text()).empty()) << "numbers are 0, 1, 2 without a gap";
  EXPECT_FALSE(faults_of(gap.without("[graph]", "nodes").text()).empty());
  EXPECT_FALSE(
      faults_of(some.without_section("[node.0]").without_section("[node.1]").without_section("[node.2]").text())
          .empty());
}

TEST(BadManifests, ThatDescribeManyRunsOrNoColumnsAreRefused) {
  const SomeManifest some;
  SomeManifest sweep = some;
  sweep.sections.push_back({"[sweep]", {"\"privacy.epsilon\" = [1.0, 2.0]"}});
  EXPECT_FALSE(faults_of(sweep.text()).empty());
  EXPECT_FALSE(faults_of(some.without_section("[[column]]").text()).empty()) << "records of undeclared columns";
  EXPECT_FALSE(faults_of(some.without_section("[[column]]").without_section("[problem]").text()).empty());
}

TEST(BadManifests, WithKeysThatNobodyKnowsAreRefused) {
  const SomeManifest some;
  for (const char* header : {"[federation]", "[privacy]", "[node.1]"})
    EXPECT_FALSE(faults_of(some.with(header, "adress = \"x:1\"").text()).empty()) << header;
  EXPECT_FALSE(faults_of("").empty());
  EXPECT_FALSE(faults_of("[[[").empty());
}

}  // namespace
}  // namespace sotto
