// SPDX-License-Identifier: MIT
// Runs on real files: four hospitals, from a configuration to a model, and what must not be told on the way.
#include <gtest/gtest.h>

#include <filesystem>

#include "system/program.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

const fs::path data = fs::path(SOTTO_SOURCE_DIR) / "../shared/data", examples = fs::path(SOTTO_SOURCE_DIR) / "examples";

/// The hospitals' files and the example's configuration in a folder.
class Hospitals : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(data)) GTEST_SKIP() << "../shared/data is absent";
    for (const char* name : {"cleveland", "hungarian", "switzerland", "va"})
      fs::copy(data / ("processed." + std::string(name) + ".data"), sotto.folder.path());
    fs::copy(examples / "02_four_hospitals.toml", sotto.folder.path() / "h.toml");
  }

  Program sotto;
};

TEST_F(Hospitals, FitAModelThatPredicts) {
  const Json run = answer(sotto({"run", "h.toml", "--trials", "5", "--out", "r", "--json"}), "sotto.run/1");
  const Json& test = run.at("test");
  EXPECT_GT(test.at("minimiser").at("accuracy").at("mean").get<double>(), 0.7);
  EXPECT_GT(test.at("this plan").at("auc").at("mean").get<double>(), 0.75);
  EXPECT_EQ(test.at("this plan").at("nodes").size(), 4U);
  for (const char* baseline : {"no_privacy", "node_alone", "node_alone_private", "curator"})
    EXPECT_TRUE(test.contains(baseline)) << baseline;
  const Json model = Json::parse(sotto.folder.read("r/model.json"));
  EXPECT_EQ(model.at("private"), false);
  EXPECT_EQ(model.at("coefficients").size(), 16U);
  const Transcript said =
      sotto({"predict", "r/model.json", "processed.va.data", "--format", "csv", "--header", "none"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 201);
}

TEST_F(Hospitals, ExactNoiseEarnsACertificate) {
  const Words words{"run",      "h.toml",
                    "--trials", "1",
                    "--out",    "r",
                    "--set",    "privacy.mechanism=lattice",
                    "--set",    "run.randomness=system"};
  EXPECT_EQ(sotto(words).code, 0);
  const Json model = Json::parse(sotto.folder.read("r/model.json"));
  EXPECT_EQ(model.at("private"), true);
  EXPECT_TRUE(contains(sotto.folder.read("r/certificate.txt"), "epsilon = 4"));
}

TEST_F(Hospitals, OneCertificateStatesNoPromisesThatDiffer) {
  const Words words{"run",      "h.toml",
                    "--trials", "1",
                    "--out",    "r",
                    "--set",    "privacy.mechanism=lattice",
                    "--set",    "run.randomness=system",
                    "--set",    "node.0.epsilon=12"};
  EXPECT_EQ(sotto(words).code, 0);
  EXPECT_EQ(Json::parse(sotto.folder.read("r/model.json")).at("private"), false);
  EXPECT_EQ(Json::parse(sotto.folder.read("r/certificate-node-0.json")).at("epsilon"), 12);
}

/// 303 - 2 rows of Cleveland are whole, and so on: such counts are for eyes at a terminal alone.
TEST_F(Hospitals, CountsOfDroppedRowsReachNoLogAndNoFolder) {
  const Transcript quiet = sotto({"run", "h.toml", "--trials", "2", "--out", "r"});
  EXPECT_FALSE(contains(quiet.out + quiet.err, "dropped")) << quiet.err;
  for (const char* file :
       {"report.txt", "run.json", "results.csv", "rounds.csv", "nodes.csv", "page.json", "manifest.json"})
    EXPECT_FALSE(contains(sotto.folder.read(std::string("r/") + file), "dropped")) << file;
  Launch launch = sotto.launch({"run", "h.toml", "--trials", "2", "--out", "s"});
  launch.terminal = true;
  EXPECT_TRUE(contains(run_subprocess(launch).err, " dropped, ")) << "who sits there may know";
}

TEST_F(Hospitals, APlanOpensNoFile) {
  for (const char* name : {"cleveland", "hungarian", "switzerland", "va"})
    fs::remove(sotto.folder.path() / ("processed." + std::string(name) + ".data"));
  const Transcript said = sotto({"plan", "h.toml"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(sotto({"run", "h.toml"}).code, 3) << "a run does";
}

TEST_F(Hospitals, ACellThatIsNoNumberIsNamedByItsPlaceAlone) {
  std::string text = sotto.folder.read("processed.va.data");
  text.replace(0, text.find(','), "canary-7f3a");
  fs::remove(sotto.folder.path() / "processed.va.data");
  sotto.folder.write("processed.va.data", text);
  const Transcript said = sotto({"run", "h.toml"});
  EXPECT_EQ(said.code, 3);
  EXPECT_TRUE(contains(said.err, "processed.va.data:1")) << said.err;
  EXPECT_FALSE(contains(said.out + said.err, "canary-7f3a"));
}

}  // namespace
}  // namespace sotto::test
