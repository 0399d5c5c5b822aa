// SPDX-License-Identifier: MIT
// Memory is planned from sizes: what a batch will take is known before it is made, and a batch that does not fit is cut
// or refused. Indices hold at their ends.
#include "sotto/simulation/cuda/batch_memory.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "sotto/simulation/cuda/team_statistics.hpp"
#include "support/trials.hpp"

namespace sotto {
namespace {

constexpr std::size_t gibibyte = std::size_t{1} << 30;

TEST(TeamArray, IsIndexedBeyond32Bits) {
  const TeamArray own{.begin = std::size_t{1} << 33, .stride = 1 << 17};
  EXPECT_EQ(own.at((1U << 22) - 1, (1U << 17) - 1), (std::size_t{1} << 33) + (std::size_t{1} << 39) - 1);
  const TeamArray shared{.begin = std::size_t{1} << 33, .stride = 1};
  EXPECT_EQ(shared.at(7, 5), (std::size_t{1} << 33) + 7);
}

TEST(TeamExtent, EndsWhere32BitsDo) {
  const TeamExtent most{.nodes = 1 << 12,
                        .dimension = (1 << 10) - 1,
                        .plans = 1 << 12,
                        .gradient_rounds = (1 << 20) - 1,
                        .stage_one_messages = (1 << 29) - 1};
  EXPECT_TRUE(can_be_numbered(most));
  for (const auto larger : {&TeamExtent::nodes, &TeamExtent::dimension, &TeamExtent::plans,
                            &TeamExtent::gradient_rounds, &TeamExtent::stage_one_messages}) {
    TeamExtent too_large = most;
    too_large.*larger += 1;
    EXPECT_FALSE(can_be_numbered(too_large));
  }
}

TEST(TeamMemory, OfTheLargestNetworksIsNumberedBy32Bits) {
  for (const std::uint32_t nodes : {1U, 2U, 4096U})
    for (const bool masked : {false, true}) {
      TeamTask task{};
      task.nodes = nodes;
      task.dimension = (1U << 22) / nodes - 1;
      task.weighs = task.accelerated = task.chebyshev = true;
      task.masked = masked;
      EXPECT_LT(memory_of(task).size, std::size_t{1} << 32);
    }
}

TeamInput input_of(const test::Case& of) {
  test::World world(of);
  for (Trial& trial : world.trials) trial.every_node = false;
  return team_input(world.trials);
}

TEST(BatchBytes, OfManyTrialsAreKnownFromTwo) {
  for (const bool fresh_graphs : {false, true})
    for (const bool same_records : {false, true}) {
      test::Case of{.stop = UntilContracted{1e-3, 1000},
                    .trials = 2,
                    .consensus = Consensus::chebyshev,
                    .fresh_graphs = fresh_graphs,
                    .same_records = same_records,
                    .mixing_rounds = 3};
      const TeamInput two = input_of(of);
      of.trials = 35;
      const TeamInput many = input_of(of);
      if (fresh_graphs) EXPECT_LE(two.task.most_averaging, many.task.most_averaging);
      const std::size_t longer = many.task.factors.exists() && fresh_graphs
                                     ? std::size_t{35} * (many.task.most_averaging - two.task.most_averaging)
                                     : 0;
      EXPECT_EQ(many.numbers.size(), two.numbers.size() + 33 * two.own_numbers + longer);
      EXPECT_EQ(many.whole.size(), two.whole.size() + 33 * two.own_whole);
    }
}

TEST(BatchBytes, HoldAllThatADeviceTakes) {
  const TeamInput input = input_of({.trials = 35, .fresh_graphs = true});
  const TeamTask& task = input.task;
  const BatchBytes bytes = bytes_on_device(input, 1);
  const std::size_t columns = task.columns(), sums = sizeof(RunningStatistic::Sums);
  EXPECT_EQ(bytes.shared + 48 * bytes.of_trial,
            input.numbers.size() * 8 + input.whole.size() * 4 + 13 * (input.own_numbers * 8 + input.own_whole * 4) +
                48 * columns * 8 + 48 * 4 + 3 * columns * sums + columns * sums + end_values * bucket_count * 4);
  EXPECT_EQ(bytes.of_group, task.memory.size * 8);
  EXPECT_EQ(bytes_on_device(input, 3).of_trial, bytes.of_trial + 2 * (input.own_numbers * 8 + input.own_whole * 4));
}

TEST(BatchBytes, OfALongRunDoNotWrapAround) {
  TeamInput input;
  input.task.gradient_rounds = 1 << 28;
  input.task.mixing_rounds = 2;
  input.task.most_averaging = 1 << 30;
  input.task.every_round = true;
  input.task.trials = 1;
  EXPECT_GT(bytes_on_device(input, 1).of_trial, std::size_t{1} << 35);
}

TEST(BatchBytes, HereGrowWithRecordsAndGraphsOfTheirOwn) {
  const BatchBytes alike = bytes_here(input_of({.trials = 1}), 1);
  const BatchBytes fresh = bytes_here(input_of({.trials = 2}), 1);
  const BatchBytes graphs = bytes_here(input_of({.trials = 2, .fresh_graphs = true}), 1);
  EXPECT_GE(fresh.of_trial, alike.of_trial + 7 * sizeof(MeanEstimation));
  EXPECT_GE(graphs.of_trial, fresh.of_trial + sizeof(WeightMatrix));
}

TEST(BatchPlan, NeverGivesOutMoreThanSevenTenths) {
  for (const std::size_t of_group : {std::size_t{0}, std::size_t{1} << 20, gibibyte})
    for (const std::size_t of_trial : {std::size_t{1}, std::size_t{32'000}, std::size_t{1} << 26})
      for (const std::size_t free : {4 * gibibyte, 139 * gibibyte}) {
        const BatchBytes bytes{.shared = 1000, .of_trial = of_trial, .of_group = of_group};
        const BatchPlan plan = plan_batch(bytes, free, {.least = 16, .most = 1 << 17, .groups = 500});
        EXPECT_EQ(plan.trials % 16, 0U);
        EXPECT_GE(plan.trials, 16U);
        EXPECT_LE(plan.trials, 1U << 17);
        EXPECT_LE(plan.groups, 500U);
        EXPECT_EQ(plan.groups == 0, of_group == 0);
        const std::size_t taken = bytes.shared + plan.trials * of_trial + plan.groups * of_group;
        EXPECT_LE(taken, free / 10 * 7);
        const bool no_more = taken + 16 * of_trial + of_group > free / 10 * 7 / 2;
        EXPECT_TRUE(no_more || plan.trials == 1U << 17) << "half of it stays empty";
      }
}

TEST(BatchPlan, RefusesInOneSentenceWhatDoesNotFit) {
  const BatchBytes bytes{.shared = 0, .of_trial = gibibyte};
  EXPECT_EQ(plan_batch(bytes, 24 * gibibyte, {.least = 16, .most = 64}).trials, 16U);
  try {
    plan_batch(bytes, 22 * gibibyte, {.least = 16, .most = 64});
    FAIL() << "16 GiB are more than seven tenths of 22";
  } catch (const TooLittleMemory& refused) {
    EXPECT_STREQ(refused.what(),
                 "too little free memory for 16 trials: of 22529 MiB seven tenths are given out, and they take "
                 "16385 MiB");
  }
}

TEST(BatchPlan, HoldsTheRecordsOfALinearModel) {
  LinearRecords records{};
  records.shape = {.nodes = 2, .features = 3, .margins = 1, .records = 100, .dense = true};
  records.arrays.values.resize(300);
  records.arrays.labels.resize(100);
  const BatchBytes bytes = bytes_on_device(records);
  EXPECT_EQ(bytes.shared, 400U * 8);
  EXPECT_EQ(bytes.of_trial, (100U + 2 * 2 * 4) * 8) << "slopes, points and gradients";
}

TEST(TrialsOfASecond, AreFewerWhereATrialIsLongButKeepTheDeviceFull) {
  TeamTask task{};
  task.nodes = task.dimension = 10;
  task.mixing_rounds = 1;
  task.gradient_rounds = 1000;
  EXPECT_EQ(trials_of_a_second(task, 16'896), 687'194U) << "2^36 numbers of noise, 10^5 each";
  task.gradient_rounds = 10'000;
  EXPECT_EQ(trials_of_a_second(task, 16'896), 68'719U);
  task.gradient_rounds = 1'000'000;
  EXPECT_EQ(trials_of_a_second(task, 16'896), 16'896U);
}

}  // namespace
}  // namespace sotto
