// SPDX-License-Identifier: MIT
// Problems on files: what is public is known before a file is opened, and trials run on what files hold.
#include "sotto/simulation/comparison/real_problem.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "simulation/comparison/files.hpp"
#include "sotto/problem/minimiser.hpp"

namespace sotto {
namespace {

using test::refusal;

TEST(RealProblem, ConstantsFollowFromDeclarationsWithoutAFile) {
  const test::FileProblem files;
  const Configuration configuration = test::read_toml(files.toml());
  std::filesystem::remove(files.folder().path() / "all.csv");
  const Scenario scenario(configuration);
  const PublicConstants known = scenario.constants();
  const double squared_norm = 1 + 1 + 1;  // two features within [-1, 1] and the intercept
  EXPECT_DOUBLE_EQ(known.curvature.strong_convexity, 0.05 * 60 / 4);
  EXPECT_NEAR(known.curvature.smoothness, 0.05 * 60 / 4 + 15 * 0.25 * squared_norm, 1e-12);
  EXPECT_NEAR(known.record_sensitivity, 2 * std::sqrt(squared_norm), 1e-12);
  EXPECT_NO_THROW(scenario.plan());
  EXPECT_EQ(scenario.declared()->sizes(), (std::vector<std::uint64_t>{15, 15, 15, 15}));
  EXPECT_EQ(scenario.records_in_all(), 60U);
  EXPECT_THROW(scenario.objectives(0), InvalidInput) << "now the file is needed";
}

TEST(RealProblem, DividesAFileAmongNodesSoThatTheirSumIsTheWhole) {
  const test::FileProblem files;
  std::string lone = files.toml();
  lone.replace(lone.find("\"ring\"\nnodes = 4"), 16, "\"path\"\nnodes = 1");
  const Scenario scenario(test::read_toml(files.toml())), alone(test::read_toml(lone));
  const Objectives nodes = scenario.objectives(0), whole = alone.objectives(0);
  const SumObjective sum(nodes.view);
  const std::vector<double> x{0.3, -1, 2};
  std::vector<double> a(3), b(3);
  sum.gradient(x, a);
  whole.view[0]->gradient(x, b);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-12);
  EXPECT_NEAR(sum.value(x), whole.view[0]->value(x), 1e-11);
}

TEST(RealProblem, WeightsNodesAlikeByPlansOfTheirOwn) {
  const test::FilesOfNodes files({10, 30});
  const Scenario scenario(test::read_toml(files.toml("", "weighting = \"nodes\"\n")));
  const double small = scenario.plan_of(0).noise_scale(1).standard_deviation(),
               large = scenario.plan_of(1).noise_scale(1).standard_deviation();
  EXPECT_NEAR(small / large, 3, 1e-9) << "a record of ten counts three times as much as one of thirty";
  EXPECT_EQ(scenario.plan_of(0).step(5), scenario.plan_of(1).step(5));
  EXPECT_EQ(scenario.configuration().privacy.nodes.size(), 0U) << "files are no promises";
}

TEST(RealProblem, HoldsOutRowsByTheirPlaceAndMeasuresOnThem) {
  const test::FileProblem files;
  const Scenario scenario(test::read_toml(files.toml("records = 60\nhold_out = 5\n")));
  EXPECT_EQ(scenario.records_in_all(), 48U);
  const Comparison comparison = compare(
      scenario, contest_of(scenario, {{"ours", scenario.plan(), {}}}), [](auto, auto) {}, test::never);
  ASSERT_FALSE(comparison.test_metrics.empty());
  EXPECT_EQ(comparison.test_metrics[0].name, "accuracy");
  const double best = comparison.minimiser_test.mean[0].mean();
  EXPECT_GE(best, 0.75);
  EXPECT_NEAR(best * 12, std::round(best * 12), 1e-9) << "of twelve rows";
  EXPECT_EQ(comparison.plans[0].test.first.size(), 4U) << "one for each node";
  EXPECT_NE(comparison.baseline("node_alone_private"), nullptr);
  EXPECT_EQ(comparison.baseline("node_alone")->test.mean[0].count(), 3U);
  EXPECT_EQ(comparison.plans[0].theory.count(), 0U) << "there is no closed form here";
}

TEST(RealProblem, CountsNoMetricThatDoesNotExist) {
  const test::FileProblem files;
  const Scenario scenario(test::read_toml(files.toml("records = 60\nhold_out = 60\n")));  // one test row: one level
  const Comparison comparison = compare(
      scenario, contest_of(scenario, {{"ours", scenario.plan(), {}}}), [](auto, auto) {}, test::never);
  ASSERT_EQ(comparison.test_metrics[1].name, "auc");
  EXPECT_EQ(comparison.plans[0].test.mean[1].count(), 0U);
  EXPECT_EQ(comparison.plans[0].test.mean[0].count(), 3U);
}

TEST(RealProblem, GivesTheSameBitsOnAnyNumberOfThreads) {
  const test::FileProblem files;
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const Scenario scenario(
        test::read_toml(files.toml("records = 60\n", "", "threads = " + std::to_string(k + 1) + "\n")));
    const Comparison comparison = compare(
        scenario, contest_of(scenario, {{"ours", scenario.plan(), {}}}), [](auto, auto) {}, test::never);
    errors[k] = comparison.plans[0].normalised_error.mean();
  }
  EXPECT_EQ(errors[0], errors[1]);
}

TEST(RealProblem, ConfigurationsReadBackTheSame) {
  const test::FileProblem files;
  const std::string data =
      "records = 60\nrow_norm = 1.5\nsparse = true\npartition = \"shards\"\nshards_per_node = 3\nunknown = \"none\"\n";
  const std::string once = to_toml(test::read_toml(files.toml(data, "clip = 0.5\nweighting = \"nodes\"\n")));
  EXPECT_EQ(to_toml(test::read_toml(once)), once);
  EXPECT_NE(once.find("levels = [\"no\", \"yes\"]"), std::string::npos);
}

TEST(RealProblem, FaultsOfDeclarationsNameTheirPlace) {
  const test::FileProblem files;
  const auto expect = [&](const std::string& toml, const std::string& words) {
    EXPECT_NE(refusal(toml).find(words), std::string::npos) << refusal(toml);
  };
  expect(files.toml(""), "data.records: is required");
  expect(files.toml("records = 59\n"), "59");
  expect(files.toml("records = 60\nhold_out = 1\n"), "data.hold_out = 1: must be 0 or at least 2");
  expect(files.toml("records = 60\n", "dimension = 7\n"), "problem.dimension = 7: must be absent or the columns' 3");
  expect(files.toml() + "[[column]]\nname = \"z\"\nrange = [2, 1]\n", "two numbers that rise");
  expect(files.toml() + "[[column]]\nname = \"z\"\nrnage = [1, 2]\n", "did you mean range");
  expect(files.toml() + "[[column]]\nrole = \"label\"\n", "column.4.name: is required");
  expect(files.toml() + "[[column]]\nname = \"z\"\nrole = \"king\"\n", "must be one of feature, label, node, ignore");
  expect("[problem]\nkind = \"logistic\"\nregularisation = 1.0\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n",
         "needs records that lie in files");
  expect(files.toml("records = 60\npartition = \"dirichlet\"\n", "", "randomness = \"system\"\n"), "must be seeded");
  expect(files.toml("records = 60\npartition = \"shards\"\n", "", "randomness = \"system\"\n"), "must be seeded");
  expect(files.toml("records = 60\npartition = \"shards\"\n", "", "fresh = \"data\"\n"), "must be noise or graph");
}

TEST(RealProblem, DataWithoutAFileIsNotPassedOver) {
  EXPECT_NE(refusal("[data]\nrecords = 9\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n").find("data.file: is required"),
            std::string::npos);
}

TEST(RealProblem, RegularisationMustBePositive) {
  const test::FileProblem files;
  std::string toml = files.toml();
  toml.replace(toml.find("0.05"), 4, "0.00");
  EXPECT_NE(refusal(toml).find("problem.regularisation"), std::string::npos) << refusal(toml);
}

}  // namespace
}  // namespace sotto
