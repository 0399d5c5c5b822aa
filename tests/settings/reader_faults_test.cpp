// SPDX-License-Identifier: MIT
// All faults at once: in order, with place and suggestion, unknown keys and tables among them.
#include <gtest/gtest.h>

#include "settings/scratch.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {
namespace {

/// A small configuration, read the way the program reads its own.
std::vector<Fault> faults_after_reading(const Settings& settings) {
  Reader reader(settings);
  reader.real("privacy.epsilon", positive_finite());
  reader.real("privacy.delta", probability_open());
  reader.integer_or("graph.nodes", 16, {.least = 2, .most = 100});
  reader.seed_or("seed", 1);
  return faults_of([&] { reader.finish(); });
}

TEST(ReaderFaults, AreAllReportedInTheOrderOfTheFileThenOfTheCommandLineThenWhatIsRequired) {
  const ScratchFile file("seed = -1\ntemperature = 1\n[privacy]\ndetla = nan\n[graph]\nnodes = 1.5\n[alpha]\n");
  Settings settings;
  settings.add_flag("privacy.delta", "--delta", "");
  settings.add_assignment("graph.node=4");
  settings.add_file(file.path());
  std::string text;
  for (const Fault& fault : faults_after_reading(settings)) text += to_text(fault) + "\n";
  const std::string place = " (" + file.path();
  EXPECT_EQ(text, "seed = -1: must be a whole number between 0 and 18446744073709551615" + place + ":1)\n" +
                      "temperature: unknown key" + place + ":2)\n" +
                      "privacy.detla: unknown key; did you mean privacy.delta?" + place + ":4)\n" +
                      "graph.nodes = 1.5: must be a whole number between 2 and 100" + place + ":6)\n" +
                      "alpha: unknown section" + place + ":7)\n" +
                      "graph.node = 4: unknown key; did you mean graph.nodes? (--set)\n" +
                      "privacy.delta = \"\": must be a number strictly between 0 and 1 (--delta)\n" +
                      "privacy.epsilon: is required: a finite number > 0\n");
}

TEST(ReaderFaults, NoneMeansFinishReturns) {
  Settings settings = settings_from_file("privacy = {epsilon = 1, delta = 1e-5}\n[graph]\n");
  Reader reader(settings);
  reader.real("privacy.epsilon", positive_finite());
  reader.real("privacy.delta", probability_open());
  reader.note_known("graph.nodes");
  EXPECT_NO_THROW(reader.finish());
}

TEST(ReaderFaults, AnUnknownKeyOfEveryRankIsRefusedWithASuggestion) {
  for (const std::string key : {"epsilom", "privacy.epsilom", "epsilon", "Privacy.Epsilon"}) {
    const bool is_section = key == "Privacy.Epsilon";  // in a file it makes a table
    Settings settings = settings_from_file(key + " = 4\n[graph]\n");
    EXPECT_EQ(faults_after_reading(settings).at(0).rule,
              is_section ? "unknown section; did you mean privacy?" : "unknown key; did you mean privacy.epsilon?");
    Settings assigned;
    assigned.add_assignment(key + "=4");
    EXPECT_EQ(faults_after_reading(assigned).at(0).rule, "unknown key; did you mean privacy.epsilon?") << key;
  }
}

TEST(ReaderFaults, ATableWhereAValueIsWantedIsSaidOnce) {
  for (const std::string text :
       {"[privacy.epsilon]\n[privacy]\ndelta = 1e-5", "privacy = {epsilon = {}, delta = 1e-5}"}) {
    const Settings settings = settings_from_file(text);
    const auto faults = faults_after_reading(settings);
    ASSERT_EQ(faults.size(), 1u) << text;
    EXPECT_EQ(faults[0].field, "privacy.epsilon");
    EXPECT_EQ(faults[0].rule, "must be one value, not a table");
    EXPECT_TRUE(faults[0].place.ends_with("run.toml:1"));
  }
}

TEST(ReaderFaults, ATableIsRefusedEvenWhenAFlagGivesTheValue) {
  Settings settings = settings_from_file("privacy.delta = 1e-5\n[privacy.epsilon]\n");
  settings.add_flag("privacy.epsilon", "--epsilon", "4");
  EXPECT_EQ(faults_after_reading(settings).size(), 1u);
}

TEST(ReaderFaults, AValueWhereASectionIsWantedNamesAKeyOfIt) {
  const Settings settings = settings_from_file("privacy = 4\n");
  EXPECT_EQ(faults_after_reading(settings).at(0).rule,
            "is a section, not a key; its keys are written like privacy.epsilon");
}

TEST(ReaderFaults, AnEmptyMisspeltSectionIsRefusedOnceWithASuggestion) {
  const Settings settings = settings_from_file("[privcay]\n[x.y.z]\n[graph]\n");
  const auto faults = faults_after_reading(settings);
  ASSERT_EQ(faults.size(), 2u) << "that privacy.epsilon is required would follow";
  EXPECT_EQ(faults[0].rule, "unknown section; did you mean privacy?");
  EXPECT_EQ(faults[1].field, "x.y.z");
}

/// TOML that sets nothing known may be anything: somebody's passwords, say.
TEST(ReaderFaults, AFileWithoutOneKnownSectionIsRefusedAsAWholeAndNothingOfItIsSaid) {
  for (const std::string text : {"password = \"MARKER\"\n", "[MARKER]\nx = 1\n", "MARKER = 1\n[MARKERS.a]\n"}) {
    Settings settings = settings_from_file(text);
    settings.add_flag("privacy.epsilon", "--epsilon", "-1");
    const auto faults = faults_after_reading(settings);
    ASSERT_EQ(faults.size(), 1u) << text;
    EXPECT_EQ(to_text(faults[0]).find("MARKER"), std::string::npos) << to_text(faults[0]);
    EXPECT_EQ(faults[0].rule, "is TOML, but another file: it has none of the sections graph, privacy, seed");
    EXPECT_NE(faults[0].place.find("run.toml:"), std::string::npos) << faults[0].place;
  }
}

TEST(ReaderFaults, OfUnknownKeysInAFileTheValueIsNotSaidNorAKeyThatLooksLikeNone) {
  const std::string long_key(41, 'k');
  const Settings settings = settings_from_file("[privacy]\nepsilon = 1\ndelta = 1e-5\npasswort = \"MARKER\"\n" +
                                               long_key + " = 1\n4711 = 1\n-dash = 1\n[4712]\n");
  const auto faults = faults_after_reading(settings);
  ASSERT_EQ(faults.size(), 5u);
  const std::vector<std::string> fields{"privacy.passwort", "configuration file", "configuration file",
                                        "configuration file", "configuration file"};
  for (std::size_t k = 0; k < fields.size(); ++k) {
    EXPECT_EQ(faults[k].field, fields[k]) << k;
    EXPECT_EQ(faults[k].value, "");
  }
}

/// A caller may refuse a key before anybody has asked for it, and after.
TEST(ReaderFaults, OfAKeyThatACallerRefusesTheValueIsSaidWhereTheKeyIsKnown) {
  const Settings settings = settings_from_file("[graph]\nnodes = 3\nother = \"MARKER\"\n");
  Reader reader(settings);
  reader.refuse("graph.nodes", "does not belong here");
  reader.refuse("graph.other", "does not belong here");
  reader.note_known("graph.nodes");
  const auto faults = faults_of([&] { reader.finish(); });
  EXPECT_EQ(faults.at(0).value, "3");
  EXPECT_EQ(faults.at(1).field + faults.at(1).value, "graph.other");
}

TEST(ReaderFaults, TheCallersOwnCheckCarriesValueAndPlace) {
  Settings settings = settings_from_flag("graph.nodes", "7");
  Reader reader(settings);
  reader.integer_or("graph.nodes", 16, {});
  reader.refuse("graph.nodes", "must be even");
  reader.refuse("graph.nodes", "must be even");
  reader.refuse("graph.kind", "must be given with graph.nodes");
  const auto faults = faults_of([&] { reader.finish(); });
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(to_text(faults[0]), "graph.nodes = 7: must be even (--flag)");
  EXPECT_EQ(to_text(faults[1]), "graph.kind: must be given with graph.nodes");
}

TEST(ReaderFaults, KnowsWhatWasAskedForAndWhatWasGiven) {
  const Settings settings = settings_from_flag("b", "7");
  Reader reader(settings);
  reader.real_or("b", 1, any_finite());
  reader.note_known("a");
  reader.text_or("b", "");
  EXPECT_EQ(reader.known_keys(), (std::vector<std::string>{"b", "a"}));
  EXPECT_TRUE(reader.has("b"));
  EXPECT_FALSE(reader.has("a"));
}

}  // namespace
}  // namespace sotto
