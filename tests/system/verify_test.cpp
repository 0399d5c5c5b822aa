// SPDX-License-Identifier: MIT
// `sotto verify` says of every file whether it is what was written and what comes out again.
#include <gtest/gtest.h>

#include "system/program.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

void replace(const Program& sotto, const std::string& file, const std::string& from, const std::string& to) {
  std::string text = sotto.folder.read(file);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from << " is not in " << file;
  sotto.folder.write(file, text.replace(at, from.size(), to));
}

Json files_of(const Transcript& said, bool same) {
  EXPECT_EQ(said.code, same ? 0 : 1) << said.err << said.out;
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json.at("schema"), "sotto.verify/1");
  EXPECT_EQ(json.at("same"), same);
  return json.at("files");
}

void expect_refusal(const Transcript& said, const std::string& part) {
  expect_text_refusal(said, 3);
  EXPECT_TRUE(contains(said.err, part)) << said.err;
}

class SweepFolder : public ProgramWithSweep {
 public:
  SweepFolder() { EXPECT_EQ((*this)({"run", "sweep.toml", "--out", "result", "--quiet"}).code, 0); }
};

TEST(Verify, FindsEveryFolderThatTheProgramMakesTheSame) {
  const ProgramWithSweep sotto;
  sotto.folder.write("small.toml", small_configuration);
  for (const Words& made : {Words{"run", "small.toml"}, Words{"run", "small.toml", "--until-se", "0.9"},
                            Words{"run", "sweep.toml"}, Words{"demo", "--trials", "2"},
                            Words{"audit", "small.toml", "--transcripts", "200", "--set", "privacy.delta=1e-3", "--set",
                                  "privacy.mechanism=lattice"}}) {
    const std::string folder = made[0] + std::to_string(sotto.folder.entries().size());
    ASSERT_EQ(sotto(made + Words{"--out", folder}).code, 0) << made[0];
    const Json manifest = Json::parse(sotto.folder.read(folder + "/manifest.json"));
    const Json files = files_of(sotto({"verify", folder, "--json"}), true);
    EXPECT_EQ(files.size(), manifest.at("sha256").size()) << folder;
    EXPECT_EQ(files.size() + 1, sotto.folder.entries(folder).size()) << folder;
    for (const auto& [name, state] : files.items()) EXPECT_EQ(state, "same") << folder << name;
  }
}

TEST(Verify, NamesTheFileWithOneByteChanged) {
  for (const char* file : {"results.csv", "report.html", "means.npy"}) {
    const SweepFolder sotto;
    std::string bytes = sotto.folder.read(std::string("result/") + file);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    sotto.folder.write(std::string("result/") + file, bytes);
    const Json files = files_of(sotto({"verify", "result", "--json"}), false);
    for (const auto& [name, state] : files.items()) EXPECT_EQ(state, name == file ? "damaged" : "same") << name;
  }
}

TEST(Verify, NamesTheFileThatIsGone) {
  const SweepFolder sotto;
  std::filesystem::remove(sotto.folder.path() / "result" / "results.csv");
  const Transcript said = sotto({"verify", "result"});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_TRUE(contains(said.out, "missing")) << said.out;
  EXPECT_EQ(files_of(sotto({"verify", "result", "--json"}), false).at("results.csv"), "missing");
}

TEST(Verify, SeesResultsThatDoNotFollowFromTheConfiguration) {
  const SweepFolder sotto;
  replace(sotto, "result/configuration.toml", "seed = 7", "seed = 8");
  sign_again(sotto, "result", "configuration.toml");
  const Json files = files_of(sotto({"verify", "result", "--json"}), false);
  EXPECT_EQ(files.at("configuration.toml"), "same");
  EXPECT_EQ(files.at("results.csv"), "differs");
  EXPECT_EQ(files.at("means.npy"), "differs");
  EXPECT_TRUE(contains(sotto({"verify", "result"}).out, "differs from line 2 on"));
}

TEST(Verify, SeesAFileThatTheManifestDoesNotName) {
  const SweepFolder sotto;
  Json manifest = Json::parse(sotto.folder.read("result/manifest.json"));
  manifest.at("sha256").erase("results.csv");
  sotto.folder.write("result/manifest.json", manifest.dump());
  EXPECT_EQ(files_of(sotto({"verify", "result", "--json"}), false).at("results.csv"), "not in the manifest");
  sotto.folder.write("result/manifest.json", "{\"x\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}");
  EXPECT_TRUE(blames(faults(sotto({"verify", "result", "--json"}), 3), "DIR"));
}

TEST(Verify, SeesResultsThatWereChangedAndSignedAgain) {
  const SweepFolder sotto;
  std::string csv = sotto.folder.read("result/results.csv");
  csv.back() = ' ';
  sotto.folder.write("result/results.csv", csv);
  sign_again(sotto, "result", "results.csv");
  EXPECT_EQ(files_of(sotto({"verify", "result", "--json"}), false).at("results.csv"), "differs");
}

TEST(Verify, RefusesWhatCannotBeRunAgain) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(sotto({"run", "small.toml", "--out", "result"}).code, 0);
  const std::string manifest = sotto.folder.read("result/manifest.json");
  replace(sotto, "result/manifest.json", "\"interrupted\": false", "\"interrupted\": true");
  expect_refusal(sotto({"verify", "result"}), "was interrupted");
  sotto.folder.write("result/manifest.json", manifest);
  replace(sotto, "result/manifest.json", "\"kind\": \"run\"", "\"kind\": \"dance\"");
  expect_refusal(sotto({"verify", "result"}), "a command that this program does not know");
  sotto.folder.write("result/manifest.json", manifest);
  replace(sotto, "result/manifest.json", "\"kind\": \"run\"", "\"kind\": \"sweep\"");
  expect_refusal(sotto({"verify", "result"}), "describes none");
  EXPECT_EQ(sotto({"run", "small.toml", "--out", "secret", "--set", "run.randomness=system", "--set",
                   "privacy.mechanism=lattice", "--trials", "1"})
                .code,
            0);
  expect_refusal(sotto({"verify", "secret"}), "came from the operating system");
}

TEST(Verify, RefusesWhatIsNoFolderOfResults) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(sotto({"run", "small.toml", "--out", "result"}).code, 0);
  const std::string manifest = sotto.folder.read("result/manifest.json");
  expect_refusal(sotto({"verify", "nowhere"}), "holds no manifest.json");
  expect_refusal(sotto({"verify", "small.toml"}), "holds no manifest.json");
  for (const std::string& text : {std::string(), std::string("{}"), std::string("[1, 2"), std::string("null"),
                                  manifest.substr(0, manifest.size() / 2)}) {
    sotto.folder.write("result/manifest.json", text);
    expect_refusal(sotto({"verify", "result"}), "manifest.json");
  }
  for (const char* name : {"../small.toml", "..", "/etc/passwd", ""}) {
    Json json = Json::parse(manifest);
    json["sha256"][name] = std::string(64, '0');
    sotto.folder.write("result/manifest.json", json.dump());
    expect_refusal(sotto({"verify", "result"}), "leads out of the folder");
  }
}

}  // namespace
}  // namespace sotto::test
