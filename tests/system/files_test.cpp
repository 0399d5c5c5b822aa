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

/// One trial's messages are what a certificate speaks of. The costs of several on the same records add.
TEST(ModelOfARun, HasACertificateOfOneTrialAlone) {
  const Program sotto;
  sotto.folder.write("two.toml", R"([problem]
kind = "linear"
regularisation = 0.1
[data]
file = "two.csv"
records = 4
[graph]
kind = "path"
nodes = 2
[privacy]
epsilon = 1.0
delta = 1e-6
mechanism = "lattice"
[algorithm]
rounds = 3
[run]
randomness = "system"
[[column]]
name = "x"
range = [0, 1]
[[column]]
name = "y"
role = "label"
range = [0, 1]
)");
  sotto.folder.write("two.csv", "x,y\n0,1\n1,0\n1,1\n0.5,0\n");
  for (const std::string trials : {"1", "2", "3"}) {
    const Transcript said = sotto({"run", "two.toml", "--trials", trials, "--out", trials, "--quiet"});
    ASSERT_EQ(said.code, 0) << said.err;
    const Json model = Json::parse(sotto.folder.read(trials + "/model.json"));
    EXPECT_EQ(model.at("private"), trials == "1");
    EXPECT_EQ(model.contains("certificate"), trials == "1");
    if (trials != "1") {
      EXPECT_TRUE(contains(model.at("why_not_private"), "several trials ran on the same records")) << model;
    }
  }
}

TEST(PlanOnFiles, WhoseDivisionFollowsFromRecordsSaysThatItIsForASimulationOnly) {
  const std::string file = R"([problem]
kind = "linear"
regularisation = 0.1
[data]
file = "all.csv"
records = 4
PARTITION
[graph]
kind = "path"
nodes = 2
[privacy]
epsilon = 1.0
delta = 1e-6
[[column]]
name = "x"
range = [0, 1]
[[column]]
name = "y"
role = "label"
range = [0, 1]
[[column]]
name = "town"
role = "node"
type = "category"
levels = ["A", "B"]
)";
  const Program sotto;
  sotto.folder.write("all.csv", "x,y,town\n0,1,A\n1,0,B\n1,1,B\n0.5,0,A\n");
  sotto.folder.write("iid.toml", std::string(file).replace(file.find("PARTITION"), 9, ""));
  sotto.folder.write("town.toml", std::string(file).replace(file.find("PARTITION"), 9, "partition = \"by-column\""));
  const std::string why = "For a simulation only: with data.partition = \"by-column\"";
  const Transcript said = sotto({"plan", "town.toml"}), iid = sotto({"plan", "iid.toml"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, why)) << said.err;
  EXPECT_TRUE(contains(said.out, why)) << said.out;
  EXPECT_FALSE(contains(iid.out + iid.err, "simulation only")) << iid.err;
  const Json json = answer(sotto({"plan", "town.toml", "--json", "--quiet"}), "sotto.plan/1");
  EXPECT_TRUE(contains(json.at("certificate").at("statement"), why));
}

}  // namespace
}  // namespace sotto::test
