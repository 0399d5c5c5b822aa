// SPDX-License-Identifier: MIT
// Provenance read back: what made a folder, and nothing that would lead out of it.
#include "sotto/report/document/provenance.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using ManifestJson = nlohmann::json;

ManifestJson good_manifest() {
  return {{"schema", "sotto.manifest/1"},
          {"kind", "reproduction"},
          {"version", "0.1.0"},
          {"commit", "abc"},
          {"command_line", "sotto reproduce"},
          {"interrupted", false},
          {"seed", "18446744073709551615"},
          {"sweeps", {"figure1", "figure2"}},
          {"printed_bound", true},
          {"sha256", {{"results.csv", "00ff"}, {"..csv", "1"}}}};
}

Provenance manifest_in(const std::string& text) {
  return read_provenance({.field = "DIR", .path = "folder/manifest.json"}, text);
}

/// "" when it is taken.
std::string manifest_refusal(const std::string& text) {
  try {
    manifest_in(text);
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::data);
    return refused.what();
  }
  return "";
}

TEST(Manifest, ReadsBackWhatMadeAFolder) {
  const Provenance facts = manifest_in(good_manifest().dump());
  EXPECT_EQ(facts.made_by.kind, "reproduction");
  EXPECT_EQ(facts.made_by.version, "0.1.0");
  EXPECT_EQ(facts.made_by.commit, "abc");
  EXPECT_EQ(facts.made_by.command_line, "sotto reproduce");
  EXPECT_FALSE(facts.interrupted);
  EXPECT_EQ(facts.seed, UINT64_MAX);
  EXPECT_EQ(facts.sweeps, (std::vector<std::string>{"figure1", "figure2"}));
  EXPECT_TRUE(facts.printed_bound);
  EXPECT_EQ(facts.digests, (std::map<std::string, std::string>{{"..csv", "1"}, {"results.csv", "00ff"}}));
}

TEST(Manifest, NamesThatLeadOutOfTheFolderAreRefused) {
  for (const std::string name : {"../x", "/etc/passwd", "a/b", "..", ".", "", "./x"}) {
    ManifestJson file = good_manifest(), sweep = good_manifest();
    file["sha256"][name] = "00";
    sweep["sweeps"].push_back(name);
    EXPECT_NE(manifest_refusal(file.dump()).find("leads out of the folder"), std::string::npos) << name;
    EXPECT_NE(manifest_refusal(sweep.dump()).find("leads out of the folder"), std::string::npos) << name;
  }
}

TEST(Manifest, EveryPartThatIsNeededMustBeThere) {
  for (const char* part : {"schema", "kind", "version", "commit", "command_line", "interrupted", "seed", "sha256"}) {
    ManifestJson without = good_manifest(), empty = good_manifest();
    without.erase(part);
    empty[part] = nullptr;
    EXPECT_NE(manifest_refusal(without.dump()), "") << part;
    EXPECT_NE(manifest_refusal(empty.dump()), "") << part;
  }
  for (const char* part : {"sweeps", "printed_bound"}) {
    ManifestJson without = good_manifest();
    without.erase(part);
    EXPECT_EQ(manifest_refusal(without.dump()), "") << part << " is a reproduction's alone";
  }
}

TEST(Manifest, GarbageIsRefused) {
  const std::string good = good_manifest().dump();
  for (const std::string& text : {std::string(), std::string("{"), std::string("[]"), std::string("3"),
                                  std::string("\xff\xfe"), std::string(3000, '['), good.substr(0, good.size() / 2)})
    EXPECT_NE(manifest_refusal(text), "") << text;
  const auto with = [](const char* part, const ManifestJson& value) {
    ManifestJson other = good_manifest();
    other[part] = value;
    return manifest_refusal(other.dump());
  };
  EXPECT_NE(with("schema", "sotto.manifest/2"), "");
  for (const char* seed : {"", "-1", "x", "12abc", " 1", "18446744073709551616"})
    EXPECT_NE(with("seed", seed), "") << seed;
  EXPECT_NE(with("seed", 1), "");
  EXPECT_NE(with("interrupted", "no"), "");
  EXPECT_NE(with("sha256", {"a", "b"}), "");
  EXPECT_NE(with("sha256", {{"a", 3}}), "");
  EXPECT_NE(with("sweeps", "figure1"), "");
}

TEST(Verification, SaysWhichFilesDifferAndWhetherAllAreTheSame) {
  using State = VerifiedFile::State;
  const std::vector<VerifiedFile> same{{"a.csv", State::same}};
  const std::vector<VerifiedFile> mixed{
      {"a.csv", State::same}, {"b.csv", State::differs, 12}, {"c.csv", State::missing}, {"d.csv", State::damaged}};
  EXPECT_EQ(ManifestJson::parse(verification_json(same))["same"], true);
  const ManifestJson json = ManifestJson::parse(verification_json(mixed));
  EXPECT_EQ(json["same"], false);
  EXPECT_EQ(json["files"],
            ManifestJson({{"a.csv", "same"}, {"b.csv", "differs"}, {"c.csv", "missing"}, {"d.csv", "damaged"}}));
  EXPECT_NE(verification_text(mixed).find("differs from line 12 on"), std::string::npos);
}

}  // namespace
}  // namespace sotto
