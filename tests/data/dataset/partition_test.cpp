// SPDX-License-Identifier: MIT
// Rows divided among nodes: each row once, every node some, in the shares that are claimed.
#include "sotto/data/dataset/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

std::vector<double> labels_of(std::size_t rows, std::size_t classes) {
  std::vector<double> labels(rows);
  for (std::size_t k = 0; k < rows; ++k) labels[k] = static_cast<double>(k * 7 % classes);
  return labels;
}

void expect_each_row_once(const Partition& partition, std::size_t rows) {
  std::vector<int> seen(rows, 0);
  for (const auto& node : partition) {
    EXPECT_FALSE(node.empty());
    EXPECT_TRUE(std::is_sorted(node.begin(), node.end()));
    for (const std::uint32_t row : node) ++seen.at(row);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(rows));
}

std::size_t kinds_at(const std::vector<std::uint32_t>& node, const std::vector<double>& labels) {
  std::set<double> kinds;
  for (const std::uint32_t row : node) kinds.insert(labels[row]);
  return kinds.size();
}

TEST(Division, GivesEachRowToOneNodeWhateverItsKind) {
  const std::vector<double> labels = labels_of(1003, 10);
  std::vector<std::uint32_t> groups(1003);
  for (std::uint32_t k = 0; k < 1003; ++k) groups[k] = k * k % 7;
  for (const PartitionKind kind :
       {PartitionKind::iid, PartitionKind::by_column, PartitionKind::dirichlet, PartitionKind::shards})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const PartitionSpec spec{.kind = kind, .nodes = 7, .seed = seed};
      std::vector<std::uint32_t> own = groups;
      for (std::uint32_t k = 0; k < 7; ++k) own[k] = k;
      const RowsToDivide rows{.count = 1003, .labels = labels, .groups = own};
      const Partition partition = divide(spec, rows);
      EXPECT_EQ(partition.size(), 7u);
      expect_each_row_once(partition, 1003);
      EXPECT_EQ(partition, divide(spec, rows)) << "a function of its seed";
    }
}

TEST(Division, DependsOnSeedAndTrial) {
  const std::vector<double> labels = labels_of(200, 4);
  for (const PartitionKind kind : {PartitionKind::iid, PartitionKind::dirichlet, PartitionKind::shards}) {
    const RowsToDivide rows{.count = 200, .labels = labels};
    const Partition base = divide({.kind = kind, .nodes = 5, .seed = 1}, rows);
    EXPECT_NE(base, divide({.kind = kind, .nodes = 5, .seed = 2}, rows));
    EXPECT_NE(base, divide({.kind = kind, .nodes = 5, .seed = 1, .trial = 1}, rows));
  }
}

TEST(Division, IidGivesSizesThatDifferByAtMostOneAndEveryRowEverywhere) {
  std::vector<int> times_at_first(10, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Partition partition = divide({.nodes = 4, .seed = seed}, {.count = 10});
    std::vector<std::size_t> sizes = sizes_of(partition);
    std::sort(sizes.begin(), sizes.end());
    ASSERT_EQ(sizes, (std::vector<std::size_t>{2, 2, 3, 3}));
    for (const std::uint32_t row : partition[0]) ++times_at_first[row];
  }
  // Node 0 holds 2 of 10 rows: each is there 400 times of 2000, with deviation 18; beyond 5 of them: 1e-5 for all ten.
  for (const int times : times_at_first) EXPECT_NEAR(times, 400, 5 * 18);
}

TEST(Division, ByColumnFollowsTheColumn) {
  const std::vector<std::uint32_t> groups{2, 0, 2, 1};
  EXPECT_EQ(divide({.kind = PartitionKind::by_column, .nodes = 3}, {.count = 4, .groups = groups}),
            (Partition{{1}, {3}, {0, 2}}));
}

TEST(Division, ShardsGiveANodeFewLabels) {
  const std::vector<double> labels = labels_of(1000, 10);
  const Partition partition = divide({.kind = PartitionKind::shards, .nodes = 10, .seed = 3, .shards_per_node = 2},
                                     {.count = 1000, .labels = labels});
  for (const auto& node : partition) {
    EXPECT_EQ(node.size(), 100u);
    EXPECT_LE(kinds_at(node, labels), 2u) << "a shard of 50 rows lies within one label's 100";
  }
}

TEST(Division, ByDirichletIsEvenForALargeConcentrationAndUnevenForASmallOne) {
  const std::vector<double> labels = labels_of(5000, 10);
  const auto kinds = [&](double concentration) {
    std::size_t sum = 0;
    for (const auto& node :
         divide({.kind = PartitionKind::dirichlet, .nodes = 5, .seed = 4, .concentration = concentration},
                {.count = 5000, .labels = labels}))
      sum += kinds_at(node, labels);
    return sum;
  };
  EXPECT_EQ(kinds(1000), 50u);
  EXPECT_LT(kinds(0.01), 20u);
  for (const std::size_t size : sizes_of(divide({.kind = PartitionKind::dirichlet, .nodes = 5, .concentration = 1e6},
                                                {.count = 5000, .labels = labels})))
    EXPECT_NEAR(static_cast<double>(size), 1000, 15);
}

TEST(Division, ThatLeavesANodeWithoutRowsIsRefused) {
  const std::vector<double> labels(5, 1.0), numbers = labels_of(3000, 2999);
  const std::vector<std::uint32_t> groups{0, 0, 2, 2, 2};
  using enum PartitionKind;
  struct Case {
    PartitionSpec spec;
    RowsToDivide rows;
    const char* blamed;  ///< a key of the configuration and what it says
  };
  const Case cases[] = {
      {{.nodes = 0}, {.count = 5}, "graph.nodes = 0"},
      {{.nodes = 6}, {.count = 5}, "graph.nodes = 6"},
      {{.kind = by_column, .nodes = 3}, {.count = 5, .groups = groups}, "data.partition = by-column"},
      {{.kind = by_column, .nodes = 2}, {.count = 5, .groups = groups}, "graph.nodes = 2"},
      {{.kind = by_column, .nodes = 2}, {.count = 5}, "data.partition = by-column"},
      {{.kind = dirichlet, .nodes = 2}, {.count = 5}, "data.partition = dirichlet"},
      {{.kind = dirichlet, .nodes = 2, .concentration = std::nan("")},
       {.count = 5, .labels = labels},
       "data.concentration"},
      {{.kind = dirichlet, .nodes = 2, .concentration = 0}, {.count = 5, .labels = labels}, "data.concentration = 0"},
      {{.kind = dirichlet, .nodes = 5, .concentration = 0.001},
       {.count = 5, .labels = labels},
       "data.concentration = 0.001"},
      {{.kind = dirichlet, .nodes = 2}, {.count = 3000, .labels = numbers}, "data.partition = dirichlet"},
      {{.kind = shards, .nodes = 3, .shards_per_node = 2}, {.count = 5, .labels = labels}, "data.shards_per_node = 2"},
      {{.kind = shards, .nodes = 3, .shards_per_node = 0}, {.count = 5, .labels = labels}, "data.shards_per_node = 0"},
      {{.kind = shards, .nodes = 2}, {.count = 5}, "data.partition = shards"}};
  for (const Case& c : cases) try {
      divide(c.spec, c.rows);
      ADD_FAILURE() << c.blamed;
    } catch (const InvalidInput& refused) {
      EXPECT_TRUE(std::string(refused.what()).starts_with(c.blamed)) << refused.what();
    }
}

TEST(RowsOf, AreTheSameRowsDenseOrSparse) {
  const LabelledRows dense{.features = Records{.dimension = 2, .values = {1, 2, 3, 4, 5, 6}}, .labels = {7, 8, 9}};
  const std::uint32_t chosen[] = {2, 0};
  const LabelledRows some = rows_of(dense, chosen);
  EXPECT_EQ(std::get<Records>(some.features).values, (std::vector<double>{5, 6, 1, 2}));
  EXPECT_EQ(some.labels, (std::vector<double>{9, 7}));
  const LabelledRows sparse{
      .features = SparseRows{.dimension = 9, .begins = {0, 2, 2, 3}, .columns = {1, 8, 4}, .values = {5, 6, 7}}};
  const LabelledRows few = rows_of(sparse, chosen);
  const auto& rows = std::get<SparseRows>(few.features);
  EXPECT_EQ(rows.dimension, 9u);
  EXPECT_EQ(rows.begins, (std::vector<std::uint64_t>{0, 1, 3}));
  EXPECT_EQ(rows.columns, (std::vector<std::uint32_t>{4, 1, 8}));
  EXPECT_EQ(rows.values, (std::vector<double>{7, 5, 6}));
  EXPECT_TRUE(few.labels.empty());
}

struct Claim {
  double shape;
  double mean;
};

/// The mean of G over its standard error's distance from the claim; beyond 4.5 with probability 7e-6.
double misfit(const Claim& claim) {
  constexpr int draws = 20000;
  RandomSequence random(9, {.stream = Stream::partition});
  double sum = 0;
  for (int k = 0; k < draws; ++k) sum += std::exp(draw_log_gamma(random, claim.shape));
  return std::abs(sum / draws - claim.mean) / std::sqrt(claim.shape / draws);  // mean and variance of Gamma(a) are a
}

TEST(LogGamma, HasTheMeanOfItsShapeAndATenPercentWrongOneIsNoticed) {
  for (const double shape : {0.3, 0.9, 1.0, 2.5, 40.0}) {
    EXPECT_LT(misfit({.shape = shape, .mean = shape}), 4.5) << shape;
    EXPECT_GT(misfit({.shape = shape, .mean = shape * 1.1}), 4.5) << shape;
  }
}

TEST(LogGamma, OfTheExponentialDistributionHasItsMedianAndTail) {
  RandomSequence random(10, {.stream = Stream::partition});
  int below_median = 0, below_tenth = 0;
  constexpr int draws = 20000;
  for (int k = 0; k < draws; ++k) {  // shape 1: P(G < g) = 1 - exp(-g)
    const double log_g = draw_log_gamma(random, 1);
    below_median += log_g < std::log(std::log(2.0)) ? 1 : 0;
    below_tenth += log_g < std::log(-std::log(0.9)) ? 1 : 0;
  }
  EXPECT_NEAR(below_median, draws * 0.5, 4.5 * std::sqrt(draws * 0.25));  // 7e-6 each
  EXPECT_NEAR(below_tenth, draws * 0.1, 4.5 * std::sqrt(draws * 0.09));
}

}  // namespace
}  // namespace sotto
