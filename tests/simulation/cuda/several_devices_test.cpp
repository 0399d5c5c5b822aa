// SPDX-License-Identifier: MIT
// Several devices give what one gives: the same sums, to the last bit.
#include <gtest/gtest.h>

#include <cstring>

#include "sotto/simulation/cuda/team_device.hpp"
#include "support/trials.hpp"

namespace sotto {
namespace {

TeamSums sums_by(TeamDevice& device, const TeamInput& input) {
  TeamSums sums(input.task);
  device.run_and_sum(input, sums);
  device.run_and_sum(input, sums);  // after what was there
  return sums;
}

TEST(SeveralDevices, GiveTheSumsOfOne) {
  for (const bool fresh_graphs : {false, true})
    for (const bool same_records : {false, true})
      for (const std::size_t trials : {1u, 16u, 17u, 75u}) {
        SCOPED_TRACE(testing::Message() << fresh_graphs << same_records << trials);
        test::World world({.stop = UntilAgreement{1e-2, 1000},
                           .trials = trials,
                           .consensus = Consensus::chebyshev,
                           .fresh_graphs = fresh_graphs,
                           .same_records = same_records});
        for (Trial& trial : world.trials) trial.every_node = false;
        const TeamInput input = team_input(world.trials);
        std::vector<std::unique_ptr<TeamDevice>> three;
        for (int k = 0; k < 3; ++k) three.push_back(processor_as_device());
        const std::unique_ptr<TeamDevice> one = processor_as_device(), all = together(std::move(three));
        const TeamSums expected = sums_by(*one, input), ours = sums_by(*all, input);
        ASSERT_EQ(ours.columns.size(), expected.columns.size());
        EXPECT_EQ(std::memcmp(ours.columns.data(), expected.columns.data(),
                              ours.columns.size() * sizeof(RunningStatistic::Sums)),
                  0);
        EXPECT_EQ(ours.buckets, expected.buckets);
        EXPECT_EQ(ours.averaged, expected.averaged);
      }
}

}  // namespace
}  // namespace sotto
