// SPDX-License-Identifier: MIT
// Runs without the network as a whole: the same metrics as with it, the same bits on any number of ranks.
#include <gtest/gtest.h>

#include "simulation/comparison/spread_run.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

using test::large;
using test::numbers_of;
using test::spread_run;

void expect_near(const std::vector<double>& ours, const std::vector<double>& expected) {
  ASSERT_EQ(ours.size(), expected.size());
  // x* is a projected mean here and the end of an iteration there.
  for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], expected[k], 1e-11 * (1 + std::abs(expected[k])));
}

TEST(SpreadRun, HasTheMetricsAndBaselinesOfARunOnTheWholeNetwork) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"algorithm.consensus_rounds=2"},
        {"privacy.trust=all-but-q", "privacy.colluders=2"},
        {"algorithm.acceleration=nesterov", "algorithm.step=constant", "algorithm.consensus_rounds=2"},
        {"problem.domain=ball", "algorithm.consensus_rounds=2"}}) {
    const Configuration configuration = large(more);
    ASSERT_EQ(why_whole(configuration), "");
    expect_near(numbers_of(spread_run(scenario_of_run(configuration))),
                numbers_of(spread_run(Scenario(configuration))));
  }
}

TEST(SpreadRun, GivesTheSameBitsOnAnyNumberOfRanks) {
  const Configuration configuration =
      large({"graph.kind=erdos-renyi", "graph.edge_probability=2.3e-4", "algorithm.consensus_rounds=2"});
  const std::vector<double> expected = numbers_of(spread_run(scenario_of_run(configuration)));
  for (const unsigned count : {2u, 3u})
    test::run_on_ranks(count, [&](Ranks& ranks) {
      EXPECT_EQ(numbers_of(spread_run(scenario_of_run(configuration, ranks))), expected);
    });
}

}  // namespace
}  // namespace sotto
