// SPDX-License-Identifier: MIT
// Advice on declarations whose file does not exist.
#include <gtest/gtest.h>

#include <algorithm>

#include "sotto/study/advice.hpp"
#include "study/some_advice.hpp"

namespace sotto {
namespace {

TEST(Advice, OpensNoFile) {
  const test::FileProblem files;
  std::string text = files.toml("records = 2000\n") + "[advice]\nmost_rounds = 100\ntrials = 2\nnumbers = 3000\n";
  text.replace(text.find("0.05"), 4, "0.002");  // or the best model hardly knows more than the more frequent level
  std::filesystem::remove(files.folder().path() / "all.csv");
  const Advice advice = test::advised(test::read_toml(text));
  EXPECT_EQ(advice.measures.shown.name, "accuracy");
  EXPECT_EQ(advice.measures.chosen_by.name, "log_loss");
  EXPECT_GT(advice.no_privacy->shown.median, 0.7);
  const AdviceAt &least = advice.over_epsilon.front(), &most = advice.over_epsilon.back();
  EXPECT_LT(most.joining.chosen_by.value, least.joining.chosen_by.value - 0.1) << "epsilon is worth something";
  EXPECT_GT(least.alone_private.chosen_by.median, advice.alone.chosen_by.median + 0.1) << "to publish alone costs";
  EXPECT_NEAR(most.joining.chosen_by.value, advice.no_privacy->chosen_by.lowest, 0.03);
  EXPECT_LT(most.over_worlds.chosen_by.median, most.alone_private.chosen_by.median + 0.01);
}

/// Clipping, momentum, mixing rounds and weights are tried beside schedule, steps and T; what is advised can be run.
TEST(Advice, TriesWhatIsFreeOfPrivacyCostAndAClip) {
  const test::FileProblem files;
  const std::string text = files.toml("records = 400\n") + "[advice]\nmost_rounds = 30\ntrials = 2\nnumbers = 1200\n";
  const Advice advice = test::advised(test::read_toml(text));
  const auto tried = [&](const auto& which) {
    return std::any_of(advice.candidates.begin(), advice.candidates.end(),
                       [&](const PredictedCandidate& one) { return which(one.candidate); });
  };
  EXPECT_TRUE(tried([](const Candidate& one) { return one.clipped; }));
  EXPECT_TRUE(tried([](const Candidate& one) { return one.acceleration == Acceleration::nesterov && one.clipped; }));
  EXPECT_TRUE(tried([](const Candidate& one) { return one.acceleration == Acceleration::nesterov && !one.clipped; }));
  EXPECT_TRUE(tried([](const Candidate& one) { return one.row_norm.has_value(); }));
  const double before = test::read_toml(text).problem.regularisation;
  EXPECT_TRUE(tried([&](const Candidate& one) { return one.regularisation > before; }));
  EXPECT_TRUE(tried([&](const Candidate& one) { return one.regularisation < before; }));
  EXPECT_LE(advice.candidates.size(), 5U + 3U + 8U + 5U + 3U + 2U) << "the search is bounded";
  const Configuration again = test::read_toml(to_toml(advice.advised));
  EXPECT_EQ(again.problem.clip_at_half_norm, advice.chosen.candidate.clipped);
  EXPECT_EQ(Scenario(again).plan().request().acceleration, advice.chosen.candidate.acceleration);
}

/// Every partition that looks at records is replaced: sizes are declared or even.
TEST(Advice, DoesNotAskRecordsForTheSizesOfNodes) {
  const test::FileProblem files;
  const std::string text = files.toml("records = 400\npartition = \"dirichlet\"\n") +
                           "[advice]\nmost_rounds = 3\ntrials = 2\nnumbers = 1200\n";
  std::filesystem::remove(files.folder().path() / "all.csv");
  const Advice advice = test::advised(test::read_toml(text));
  EXPECT_NE(advice.assumptions[advice.assumptions.size() - 3].find("follows from records"), std::string::npos);
}

TEST(Advice, IsTheSameAgainAndForAnyNumberOfThreads) {
  const test::FileProblem files;
  const std::string text = files.toml("records = 300\n") + "[advice]\nmost_rounds = 3\ntrials = 3\nnumbers = 1000\n";
  Configuration configuration = test::read_toml(text);
  const Advice one = test::advised(configuration);
  configuration.run.threads = 2;
  const Advice two = test::advised(configuration);
  for (std::size_t k = 0; k < one.candidates.size(); ++k)
    EXPECT_EQ(one.candidates[k].chosen_by.value, two.candidates[k].chosen_by.value);
}

/// Fewer rows, each counted several times: L, mu and the noise stay those of the declared sizes, and so do objectives.
TEST(Advice, CountsARowSeveralTimesWhereTheyAreTooMany) {
  const test::FileProblem files;
  const Configuration few = test::read_toml(files.toml("records = 40000\n") + "[advice]\nnumbers = 12000\n");
  const Configuration all = test::read_toml(files.toml("records = 40000\n") + "[advice]\nnumbers = 1000000\n");
  const Scenario cut = simulated(few), whole = simulated(all);
  EXPECT_EQ(cut.real()->simulated_records(), 4000U);
  EXPECT_EQ(whole.real()->simulated_records(), 40000U);
  EXPECT_EQ(cut.constants().record_sensitivity, whole.constants().record_sensitivity);
  EXPECT_EQ(cut.plan().noise_scale(1).standard_deviation(), whole.plan().noise_scale(1).standard_deviation());
  const std::vector<double> x{0.5, -0.3, 0.2};
  const double some = cut.objectives(0).view[0]->value(x), every = whole.objectives(0).view[0]->value(x);
  EXPECT_NEAR(some / every, 1, 0.1) << "1000 rows stand for 10000";
  EXPECT_LE(cut.objectives(0).view[0]->public_constants().curvature.smoothness,
            whole.constants().curvature.smoothness * (1 + 1e-12));
}

/// Thinned rows are tried like any other: the plan's noise is that of the declared sizes.
TEST(Advice, IsGivenWhereRowsAreTooMany) {
  const test::FileProblem files;
  const std::string advice = "[advice]\nmost_rounds = 3\ntrials = 2\nnumbers = 3000\n";
  const Advice given = test::advised(test::read_toml(files.toml("records = 100000\n") + advice));
  EXPECT_NE(given.assumptions[2].find("1000 rows stand for 100000"), std::string::npos) << given.assumptions[2];
}

/// Another seed is another population; the same one is the same, and its worlds are those of the seeds that follow.
TEST(Advice, IsAFunctionOfItsSeedAndRangesOverWorlds) {
  const test::FileProblem files;
  Configuration configuration =
      test::read_toml(files.toml("records = 300\n") + "[advice]\nmost_rounds = 3\ntrials = 2\nnumbers = 1000\n");
  const Advice one = test::advised(configuration), again = test::advised(configuration);
  EXPECT_EQ(one.over_worlds.chosen_by.median, again.over_worlds.chosen_by.median);
  EXPECT_EQ(one.alone.chosen_by.highest, again.alone.chosen_by.highest);
  EXPECT_EQ(one.worlds, 5U);
  const WorldRange& range = one.over_worlds.chosen_by;
  EXPECT_LT(range.lowest, range.median);
  EXPECT_LT(range.median, range.highest);
  EXPECT_LE(range.lowest, one.chosen.chosen_by.value);
  EXPECT_GE(range.highest, one.chosen.chosen_by.value);
  configuration.run.seed += 100;
  EXPECT_NE(test::advised(configuration).over_worlds.chosen_by.median, range.median);
}

/// The search goes on from what is promised; what is tried of nodes alone does not.
TEST(Advice, OfNodesAloneIsTheSameWhateverIsPromised) {
  const test::FileProblem files;
  Configuration configuration =
      test::read_toml(files.toml("records = 300\n") + "[advice]\nmost_rounds = 3\ntrials = 2\nnumbers = 1000\n");
  configuration.privacy.budget.epsilon = 3;
  const Advice small = test::advised(configuration);
  configuration.privacy.budget.epsilon = 30;
  const Advice large = test::advised(configuration);
  EXPECT_EQ(small.alone.shown.median, large.alone.shown.median);
  EXPECT_EQ(small.no_privacy->shown.median, large.no_privacy->shown.median);
  ASSERT_EQ(small.over_epsilon.size(), large.over_epsilon.size());
  for (std::size_t e = 0; e < small.over_epsilon.size(); ++e) {
    EXPECT_EQ(small.over_epsilon[e].epsilon, large.over_epsilon[e].epsilon);
    EXPECT_EQ(small.over_epsilon[e].alone_private.shown.median, large.over_epsilon[e].alone_private.shown.median);
  }
}

/// The labels of a world do not depend on what is tried on it.
TEST(Advice, HasTheSameLabelsWhateverIsTriedOnAWorld) {
  const test::FileProblem files;
  MadeUpWorld world(test::read_toml(files.toml("records = 400\n") + "[advice]\nnumbers = 2000\n"), 1);
  Candidate other = configured_candidate(world.configured().configuration());
  other.row_norm = world.configured().declared()->encoding().row_norm() / 4;
  const Scenario& scaled = world.of(other);
  EXPECT_EQ(&scaled, &world.of(other));
  EXPECT_NE(&scaled, &world.configured());
  const LabelledRows rows = scaled.real()->rows(0), before = world.configured().real()->rows(0);
  EXPECT_EQ(rows.labels, before.labels);
  EXPECT_LT(scaled.constants().record_sensitivity, world.configured().constants().record_sensitivity);
}

TEST(Advice, SpeaksOfNodesWhoseSizesDiffer) {
  const test::FileProblem files;
  std::string text =
      "[problem]\nkind = \"logistic\"\nregularisation = 0.05\nradius = 8.0\n[data]\nmissing = \"drop\"\n";
  for (int i = 0; i < 3; ++i)
    text += fmt::format("[node.{}]\nfile = \"nowhere{}.csv\"\nrecords = {}\n", i, i, i == 1 ? 20 : 2000);
  text +=
      "[graph]\nkind = \"ring\"\nnodes = 3\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n[algorithm]\nrounds = 30\n"
      "[advice]\nmost_rounds = 30\ntrials = 2\nnumbers = 12060\n" +
      test::small_columns;
  const Advice advice = test::advised(test::read_toml(text));
  ASSERT_EQ(advice.nodes.size(), 3U);
  EXPECT_EQ(advice.nodes[1].records, 20U);
  EXPECT_GT(advice.nodes[1].alone.chosen_by.median, advice.nodes[0].alone.chosen_by.median)
      << "the small one knows less";
  ASSERT_TRUE(advice.nodes[1].pays.median.epsilon) << "and gains first";
  EXPECT_TRUE(!advice.nodes[0].pays.median.epsilon ||
              *advice.nodes[0].pays.median.epsilon >= *advice.nodes[1].pays.median.epsilon);
}

}  // namespace
}  // namespace sotto
