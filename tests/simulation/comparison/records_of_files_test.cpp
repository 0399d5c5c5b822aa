// SPDX-License-Identifier: MIT
// Which records of files become whose, what is told of them beforehand, and what tests are measured on.
#include <gtest/gtest.h>

#include <sstream>

#include "simulation/comparison/files.hpp"

namespace sotto {
namespace {

using test::refusal;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

const LinearModel& model_of(const Objectives& objectives, NodeId node) {
  return dynamic_cast<const LinearModel&>(*objectives.view[node]);
}

/// Rows of norm at most sqrt(3): two features within [-1, 1] and the intercept.
const double norm = std::sqrt(3.0);

TEST(ConstantsOfFiles, AreThoseOfTheFormulasAtEveryNode) {
  const test::FilesOfNodes files({10, 30});
  const double even = 20, lambda = 0.05;
  for (const std::string weighting : {"records", "nodes"}) {
    const Scenario scenario(test::read_toml(files.toml("", "weighting = \"" + weighting + "\"\n")));
    for (NodeId i = 0; i < 2; ++i) {
      const double size = i == 0 ? 10 : 30, weight = weighting == "nodes" ? even / size : 1;
      const PublicConstants& own = scenario.declared()->constants(i);
      EXPECT_NEAR(own.curvature.strong_convexity, lambda * even, 1e-12) << "the same at every node";
      EXPECT_NEAR(own.curvature.smoothness, lambda * even + weight * size * norm * norm / 4, 1e-11);
      EXPECT_NEAR(own.record_sensitivity, 2 * weight * norm, 1e-12);
    }
  }
}

TEST(ConstantsOfFiles, InCommonHoldAtEveryNodeAndNoMore) {
  const test::FilesOfNodes files({10, 30, 20});
  const std::string model = "\"logistic\"\nregularisation = 0.05";
  const std::string mean = replaced(files.toml(), model, "\"mean-estimation\"");
  for (const std::string& toml : {files.toml(), files.toml("", "weighting = \"nodes\"\n"), mean}) {
    const Scenario scenario(test::read_toml(toml));
    std::vector<double> mu, L, sensitivity, bound;
    for (NodeId i = 0; i < 3; ++i) {
      const PublicConstants& own = scenario.declared()->constants(i);
      mu.push_back(own.curvature.strong_convexity);
      L.push_back(own.curvature.smoothness);
      sensitivity.push_back(own.record_sensitivity);
      bound.push_back(own.gradient_bound);
    }
    const PublicConstants& common = scenario.constants();
    EXPECT_EQ(common.curvature.strong_convexity, *std::min_element(mu.begin(), mu.end()));
    EXPECT_EQ(common.curvature.smoothness, *std::max_element(L.begin(), L.end()));
    EXPECT_EQ(common.record_sensitivity, *std::max_element(sensitivity.begin(), sensitivity.end()));
    EXPECT_EQ(common.gradient_bound, *std::max_element(bound.begin(), bound.end()));
  }
  const Scenario of_means(test::read_toml(mean));
  EXPECT_EQ(of_means.constants().curvature.strong_convexity, 10) << "nodes' curvatures differ";
  EXPECT_EQ(of_means.constants().curvature.smoothness, 30);
}

TEST(RecordsOfFiles, OfANodeAreThoseThatItsHoldOutLeaves) {
  const test::FilesOfNodes files({10, 30});
  const Scenario scenario(test::read_toml(files.toml("hold_out = 4\n")));
  EXPECT_EQ(scenario.declared()->sizes(), (std::vector<std::uint64_t>{7, 22}));
  const Objectives objectives = scenario.objectives(0);
  EXPECT_EQ(model_of(objectives, 0).rows().labels.size(), 7U);
  EXPECT_EQ(model_of(objectives, 1).rows().labels.size(), 22U);
}

TEST(RecordsOfFiles, EachNodeHasAFileWithRowsOrNoneHas) {
  const auto with_nodes = [](const test::FilesOfNodes& files, const std::string& nodes) {
    return refusal(replaced(files.toml(), "nodes = 2", "nodes = " + nodes));
  };
  const test::FilesOfNodes files({10, 30});
  EXPECT_TRUE(with_nodes(files, "3").starts_with("node.2.file: is required: each of the 3 nodes"));
  EXPECT_TRUE(with_nodes(files, "1").starts_with("node.1.file: there are 1 nodes")) << with_nodes(files, "1");
  const test::FilesOfNodes few({1, 30});
  EXPECT_TRUE(refusal(few.toml("hold_out = 2\n")).starts_with("node.0.file: data.hold_out leaves none"));
}

/// Every so many-th row of a text with a first line of names, but for the row with a missing cell.
std::string every(std::size_t many, const std::string& csv) {
  std::istringstream lines(csv);
  std::string line, kept;
  std::getline(lines, line);
  for (std::size_t row = 0; std::getline(lines, line); ++row)
    if (row % many == 0 && line.find('?') == std::string::npos) kept += line + "\n";
  return kept;
}

const std::vector<double> somewhere{0.4, -1.5, 2};

TEST(TestRecords, ThatAreHeldOutOrLieInAFileMeasureTheSameAndDroppedOnesNothing) {
  const test::FileProblem files;
  const std::string rows = "a,b,y\n" + every(3, files.folder().read("all.csv"));
  const std::string path = (files.folder().path() / files.folder().write("test.csv", rows)).string();
  const Scenario held_out(test::read_toml(files.toml("records = 60\nhold_out = 3\n"))),
      in_a_file(test::read_toml(files.toml("records = 60\ntest_file = \"" + path + "\"\n")));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 20) << "of twenty rows one has a missing cell";
  EXPECT_EQ(held_out.real()->measured(somewhere).metrics, in_a_file.real()->measured(somewhere).metrics);
  EXPECT_EQ(in_a_file.records_in_all(), 60U);
}

TEST(TestRecords, AreHeldOutOfEveryNodesFile) {
  const test::FilesOfNodes files({10, 30});
  const test::TemporaryFolder folder;
  const std::string rows = "a,b,y\n" + every(4, test::small_csv(10, 7)) + every(4, test::small_csv(30, 7));
  const std::string path = (folder.path() / folder.write("test.csv", rows)).string();
  const Scenario held_out(test::read_toml(files.toml("hold_out = 4\n"))),
      in_a_file(test::read_toml(files.toml("test_file = \"" + path + "\"\n")));
  EXPECT_EQ(held_out.real()->measured(somewhere).metrics, in_a_file.real()->measured(somewhere).metrics);
}

TEST(Division, OfAFileIsDrawnAnewInEveryTrialOnlyIfAskedFor) {
  const test::FileProblem files;
  for (const std::string fresh : {"data", "noise"}) {
    const Scenario scenario(test::read_toml(files.toml("records = 60\n", "", "fresh = \"" + fresh + "\"\n")));
    const Objectives first = scenario.objectives(0), second = scenario.objectives(1);
    EXPECT_EQ(first.view[0]->value(somewhere) == second.view[0]->value(somewhere), fresh == "noise") << fresh;
  }
}

TEST(Division, HasTheConcentrationThatIsDeclared) {
  const test::FileProblem files;
  const auto spread = [&](const std::string& concentration) {
    const Scenario scenario(test::read_toml(
        files.toml("records = 60\npartition = \"dirichlet\"\nconcentration = " + concentration + "\n")));
    const auto& sizes = scenario.declared()->sizes();
    return *std::max_element(sizes.begin(), sizes.end()) - *std::min_element(sizes.begin(), sizes.end());
  };
  EXPECT_LE(spread("1e6"), 4U) << "nearly even";
  EXPECT_GT(spread("0.5"), 4U);
}

TEST(Division, HasTheShardsThatAreDeclared) {
  const test::FileProblem files;
  const Scenario scenario(test::read_toml(files.toml("records = 60\npartition = \"shards\"\nshards_per_node = 1\n")));
  const Objectives objectives = scenario.objectives(0);
  int mixed = 0;
  for (NodeId i = 0; i < 4; ++i) {
    const std::vector<double>& labels = model_of(objectives, i).rows().labels;
    mixed += std::count(labels.begin(), labels.end(), labels[0]) == std::ssize(labels) ? 0 : 1;
  }
  EXPECT_LE(mixed, 1) << "one shard of sorted labels at most holds both";
}

TEST(Division, ByAColumnGivesEachNodeItsLevel) {
  const test::TemporaryFolder folder;
  const std::string path =
      (folder.path() / folder.write("towns.csv", "x,y,town\n0,0.1,B\n0,0.2,A\n0,0.3,B\n0,0.4,B\n0,0.5,A\n")).string();
  const Scenario scenario(test::read_toml("[problem]\nkind = \"linear\"\nregularisation = 0.1\n[data]\nfile = \"" +
                                          path +
                                          R"("
records = 5
partition = "by-column"
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
scale = "none"
[[column]]
name = "town"
role = "node"
type = "category"
levels = ["A", "B"]
)"));
  EXPECT_EQ(scenario.declared()->sizes(), (std::vector<std::uint64_t>{2, 3}));
  const Objectives objectives = scenario.objectives(0);
  EXPECT_EQ(model_of(objectives, 0).rows().labels, (std::vector<double>{0.2, 0.5}));
  EXPECT_EQ(model_of(objectives, 1).rows().labels, (std::vector<double>{0.1, 0.3, 0.4}));
}

}  // namespace
}  // namespace sotto
