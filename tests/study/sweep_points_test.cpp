// SPDX-License-Identifier: MIT
// Points of a sweep: each a whole configuration, together where they share everything but promise and steps.
#include "sotto/study/sweep_points.hpp"

#include <gtest/gtest.h>

#include "study/some_sweep.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

/// Two series, the second of which departs by this.
std::vector<SweepGroup> groups_with(const std::string& departure, const std::string& more = "") {
  return test::whole_sweep(test::small_file + more +
                           "[sweep]\nx = 'privacy.epsilon'\nvalues = [1, 2]\nbaselines = []\n"
                           "[sweep.series.a]\n[sweep.series.b]\n" +
                           departure)
      .groups;
}

TEST(SweepPoints, ThatDifferInPromiseAndStepsAloneAreOneGroup) {
  for (const std::string departure :
       {"", "privacy.delta = 1e-3", "privacy.accountant = 'paper'", "privacy.schedule = 'paper'",
        "algorithm.step = 'paper'", "node.1.epsilon = 0.5", "method = 'curator'", "privacy.delta = [1e-3, 1e-4]"}) {
    const std::vector<SweepGroup> groups = groups_with(departure);
    ASSERT_EQ(groups.size(), 2U) << departure;
    for (std::size_t k = 0; k < 2; ++k) {
      ASSERT_EQ(groups[k].points.size(), 2U) << departure;
      for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_EQ(groups[k].points[s].series, s);
        EXPECT_EQ(groups[k].points[s].x, k);
        EXPECT_EQ(groups[k].points[s].configuration.privacy.budget.epsilon, 1.0 + static_cast<double>(k));
      }
    }
  }
}

TEST(SweepPoints, ThatDifferInAnythingElseAreNot) {
  for (const std::string departure :
       {"problem.dimension = 4", "problem.records_per_node = 6", "problem.radius = 3.0", "problem.mean = 0.5",
        "problem.domain = 'ball'", "graph.kind = 'path'", "graph.nodes = 5", "graph.weights = 'metropolis'",
        "algorithm.rounds = 6", "algorithm.consensus = 'chebyshev'", "algorithm.consensus_rounds = 3",
        "algorithm.tolerance = 1e-3", "privacy.mechanism = 'lattice'", "run.seed = 2", "run.trials = 21",
        "run.fresh = 'noise'", "run.engine = 'reference'", "run.noise_precision = 'single'", "run.until_se = 0.5"})
    EXPECT_EQ(groups_with(departure).size(), 4U) << departure;
}

TEST(SweepPoints, AListGivesEveryPointItsOwnValue) {
  const std::vector<SweepGroup> groups = groups_with("privacy.delta = [1e-3, 1e-4]");
  EXPECT_EQ(groups[0].points[1].configuration.privacy.budget.delta, 1e-3);
  EXPECT_EQ(groups[1].points[1].configuration.privacy.budget.delta, 1e-4);
  EXPECT_EQ(groups[1].points[0].configuration.privacy.budget.delta, 1e-6) << "and the other series keeps the file's";
}

TEST(SweepPoints, AnIdentityChangesWithEverythingThatMatters) {
  const std::string plain = groups_with("")[0].identity;
  EXPECT_NE(groups_with("")[1].identity, plain);
  for (const std::string departure :
       {"privacy.delta = 1e-3", "privacy.accountant = 'paper'", "privacy.schedule = 'paper'",
        "algorithm.step = 'paper'", "node.1.epsilon = 0.5", "method = 'curator'"})
    EXPECT_NE(groups_with(departure)[0].identity, plain) << departure;
  for (const std::string more : {"run.seed = 2\n", "run.noise_precision = 'single'\n", "graph.weights = 'metropolis'\n",
                                 "algorithm.consensus = 'chebyshev'\n", "run.until_se = 0.5\n"})
    EXPECT_NE(groups_with("", more)[0].identity, plain) << more;
  for (const std::string more : {"metrics = ['node_error']", "against = 'spectral_gap'"})
    EXPECT_NE(test::whole_sweep(test::small_file + "[sweep]\nx = 'privacy.epsilon'\nvalues = [1, 2]\nbaselines = []\n" +
                                more + "\n[sweep.series.a]\n[sweep.series.b]")
                  .groups[0]
                  .identity,
              plain)
        << more;
  EXPECT_NE(test::whole_sweep(test::small_file + "[sweep]\nx = 'privacy.epsilon'\nvalues = [1, 2]\nbaselines = []\n"
                                                 "[sweep.series.a]\n[sweep.series.c]")
                .groups[0]
                .identity,
            plain)
      << "a series' name";
}

TEST(SweepPoints, AnIdentityChangesWithTheBytesOfAGraphsFiles) {
  const test::TemporaryFolder folder;
  const auto identity = [&](const std::string& edges, const std::string& weights) {
    folder.write("edges.txt", edges);
    folder.write("w.csv", weights);
    const std::string path = folder.path().string();
    return groups_with("", "graph.file = '" + path + "/edges.txt'\ngraph.weights_file = '" + path + "/w.csv'\n")[0]
        .identity;
  };
  const std::string plain = identity("0 1\n", "1");
  EXPECT_NE(identity("0 2\n", "1"), plain);
  EXPECT_NE(identity("0 1\n", "2"), plain);
  EXPECT_NE(identity("", "1"), plain);
  EXPECT_EQ(identity("0 1\n", "1"), plain);
}

TEST(SweepPoints, AnIdentityDoesNotChangeWithWhatNoResultDependsOn) {
  const std::string plain = groups_with("")[0].identity;
  EXPECT_EQ(groups_with("", "run.threads = 3\n")[0].identity, plain);
  EXPECT_EQ(groups_with("", "audit.transcripts = 300\n")[0].identity, plain);
  EXPECT_EQ(
      test::whole_sweep(test::small_file + "[sweep]\ntitle = 'another'\nscale = 'words'\nx = 'privacy.epsilon'\n"
                                           "values = [1.0, 7]\nbaselines = []\n[sweep.series.a]\n[sweep.series.b]")
          .groups[0]
          .identity,
      plain)
      << "nor with titles and other points";
}

}  // namespace
}  // namespace sotto
