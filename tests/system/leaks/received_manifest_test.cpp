// SPDX-License-Identifier: MIT
// F33: a manifest comes from another party. Whatever it names, the receiver's files are not opened, and it cannot make
// a command wait.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "system/leaks/good_lines.hpp"
#include "system/leaks/marked_files.hpp"
#include "system/leaks/marked_runs.hpp"

namespace sotto::test {
namespace {

/// With trust in nobody, and with masked sums.
class F33ReceivedManifest : public ::testing::TestWithParam<const char*> {};

/// The good manifest with "key = value" in the section of the key, in the place of what stood there.
std::string manifest_with(const std::string& good, const std::string& key, const std::string& value) {
  const std::size_t dot = key.rfind('.');
  const std::string section = "[" + key.substr(0, dot) + "]\n", name = key.substr(dot + 1);
  std::string text = good;
  if (text.find(section) == text.npos) text = section + text;
  const std::size_t begin = text.find(section) + section.size();
  const std::size_t end = std::min(text.find("\n[", begin), text.size());
  const std::size_t old = text.find("\n" + name + " = ", begin - 1);
  if (old < end) text.erase(old, text.find('\n', old + 1) - old);
  return text.insert(begin, name + " = \"" + value + "\"\n");
}

std::vector<Words> lines_with(const std::string& manifest, bool is_masked) {
  return {{"manifest", "check", manifest},
          {"manifest", "show", manifest},
          {"manifest", "sign", manifest, "--state", "north", "--yes"},
          {"manifest", "amend", manifest, "--state", "north", "--without", is_masked ? "west" : "south", "--yes"},
          {"node", "--manifest", manifest, "--state", "north", "--data", "good.csv"},
          {"doctor", "--manifest", manifest, "--state", "north"},
          {"federate", "2", manifest, "--out", "never"}};
}

TEST_P(F33ReceivedManifest, ThatNamesAFileIsRefusedByEveryCommandAndTheFileIsNotOpened) {
  const ProgramWithEverything sotto;
  sotto.folder.write("secret.txt", "-----BEGIN PRIVATE KEY-----\n" + mark + "\n-----END PRIVATE KEY-----\n");
  ASSERT_EQ(::mkfifo((sotto.folder.path() / "pipe").c_str(), 0600), 0);
  const std::string good = sotto.folder.read(GetParam());
  std::vector<Words> lines;
  int number = 0;
  for (const std::string target : {"secret.txt", "pipe", "/dev/zero", "."})
    for (const auto& [kind, key] :
         {std::pair("graph.kind", "graph.file"), std::pair("graph.weights", "graph.weights_file")}) {
      const std::string text = manifest_with(manifest_with(good, kind, "file"), key, target);
      const std::string name = sotto.folder.write("received" + std::to_string(number++) + ".toml", text);
      const Transcript said = sotto({"manifest", "check", name});
      EXPECT_TRUE(contains(said.err, std::string(key) + " = \"" + target + "\": does not belong in a manifest"))
          << said.err;
      for (const Words& line : lines_with(name, GetParam() == std::string("sums.toml"))) lines.push_back(line);
    }
  expect_no_mark(sotto, lines);
}

/// Every key there is, so that a new one cannot name a file unseen.
TEST_P(F33ReceivedManifest, MakesNoFileLookedAtWhicheverKeyNamesIt) {
  const ProgramWithEverything sotto;
  const std::string good = sotto.folder.read(GetParam());
  const Words keys = configuration_keys_of(sotto);
  expect_not_looked_at(sotto, keys, [&](std::size_t k, const std::string& name, int) {
    const std::string manifest = "m" + std::to_string(k) + ".toml";
    return Words{"manifest", "check", sotto.folder.write(manifest, manifest_with(good, keys[k], name)), "--json"};
  });
}

INSTANTIATE_TEST_SUITE_P(Trust, F33ReceivedManifest, ::testing::Values("m.toml", "sums.toml"),
                         [](const auto& one) { return std::string(one.index == 0 ? "Nobody" : "MaskedSums"); });

TEST(F33Signatures, AreReadWithoutLinksPipesAndQuotes) {
  const ProgramWithEverything sotto;
  namespace fs = std::filesystem;
  const fs::path signature = sotto.folder.path() / "m.toml.signatures/south.json";
  sotto.folder.write("secret.json", "{\"name\": \"" + mark + "\", \"schema\": \"" + mark + "\"}");
  const auto lines = [] {
    return std::vector<Words>{{"manifest", "check", "m.toml"}, {"doctor", "--manifest", "m.toml", "--state", "north"}};
  };
  fs::remove(signature);
  fs::create_symlink("../secret.json", signature);
  EXPECT_TRUE(contains(sotto({"manifest", "check", "m.toml"}).out, "must be a plain file, not a link"));
  expect_no_mark(sotto, lines());
  fs::remove(signature);
  ASSERT_EQ(::mkfifo(signature.c_str(), 0600), 0);
  expect_no_mark(sotto, lines());
  fs::remove(signature);
  sotto.folder.write("m.toml.signatures/south.json", sotto.folder.read("secret.json"));
  expect_no_mark(sotto, lines());
}

/// With masked sums amendments come from other parties, too.
TEST(F33Amendments, AreReadWithoutLinksPipesAndQuotes) {
  const ProgramWithEverything sotto;
  namespace fs = std::filesystem;
  const fs::path amendment = sotto.folder.path() / "sums.toml.amendments/1/south.json";
  sotto.folder.write("secret.json", "{\"name\": \"" + mark + "\", \"schema\": \"" + mark + "\"}");
  fs::create_directories(amendment.parent_path());
  const auto lines = [] {
    return std::vector<Words>{{"manifest", "amend", "sums.toml", "--state", "north", "--without", "west"},
                              {"manifest", "amend", "sums.toml", "--state", "north", "--without", "west", "--yes"},
                              {"node", "--manifest", "sums.toml", "--state", "north", "--data", "good.csv"},
                              {"doctor", "--manifest", "sums.toml", "--state", "north"}};
  };
  fs::create_symlink("../../secret.json", amendment);
  EXPECT_TRUE(contains(sotto(lines()[0]).err, "must be a plain file, not a link")) << sotto(lines()[0]).err;
  expect_no_mark(sotto, lines());
  fs::remove(amendment);
  ASSERT_EQ(::mkfifo(amendment.c_str(), 0600), 0);
  expect_no_mark(sotto, lines());
  fs::remove(amendment);
  sotto.folder.write("sums.toml.amendments/1/south.json", sotto.folder.read("secret.json"));
  expect_no_mark(sotto, lines());
}

/// What a graph file said goes into the manifest, so that a trial of such a configuration still works.
TEST(F33ManifestOfATrial, HoldsTheEdgesAndWeightsThatStoodInFiles) {
  const Program sotto;
  sotto.folder.write("edges.txt", "0 1\n1 2\n");
  sotto.folder.write("w.csv", "0.75,0.25,0\n0.25,0.5,0.25\n0,0.25,0.75\n");
  sotto.folder.write(
      "c.toml",
      "[problem]\ndimension = 2\nrecords_per_node = 5\nradius = 2.0\n[graph]\nkind = \"file\"\nfile = \"edges.txt\"\n"
      "weights = \"file\"\nweights_file = \"w.csv\"\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n[algorithm]\nrounds = "
      "4\n");
  const Transcript said = sotto({"federate", "3", "c.toml", "--out", "trial", "--quiet"});
  EXPECT_EQ(said.code, 0) << said.err << said.out;
  const std::string manifest = sotto.folder.read("trial/manifest.toml");
  EXPECT_TRUE(contains(manifest, "kind = \"edges\"\n")) << manifest;
  EXPECT_TRUE(contains(manifest, "edges = \"0-1 1-2\"\n")) << manifest;
  EXPECT_TRUE(contains(manifest, "listed_weights = \"0-0:0.75 0-1:0.25 1-1:0.5 1-2:0.25 2-2:0.75\"\n")) << manifest;
  EXPECT_FALSE(contains(manifest, "edges.txt") || contains(manifest, "w.csv")) << manifest;
}

}  // namespace
}  // namespace sotto::test
