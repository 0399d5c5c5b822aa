// SPDX-License-Identifier: MIT
// The contract for sums over nodes: one order of additions, whoever adds.
#include "sotto/simulation/engine/blocked_sum.hpp"

#include <gtest/gtest.h>

#include "sotto/random/gaussian.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

std::vector<double> some_values(std::size_t count) {
  std::vector<double> values(count);
  fill_gaussian(1, {}, values);
  return values;
}

double plain_sum(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum;
}

double sum_by(Crew& crew, const std::vector<double>& values) {
  return blocked_sum(values.size(), crew, [&](NodeBlock block) {
    return plain_sum(std::span(values).subspan(block.first, block.last - block.first));
  });
}

TEST(BlockedSum, OfOneBlockIsThePlainSum) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{10}, nodes_in_block}) {
    const std::vector<double> values = some_values(count);
    EXPECT_EQ(sum_by(one_worker(), values), plain_sum(values));
  }
}

TEST(BlockedSum, AddsTheSumsOfBlocksInTheirOrder) {
  const std::vector<double> values = some_values(3 * nodes_in_block + 5);
  const auto block = [&](std::size_t k, std::size_t count) {
    return plain_sum(std::span(values).subspan(k * nodes_in_block, count));
  };
  const double expected =
      ((block(0, nodes_in_block) + block(1, nodes_in_block)) + block(2, nodes_in_block)) + block(3, 5);
  EXPECT_EQ(sum_by(one_worker(), values), expected);
  EXPECT_NE(expected, plain_sum(values)) << "values on which the order can be seen";
}

TEST(BlockedSum, IsTheSameOnAnyNumberOfThreads) {
  for (const std::size_t count : {nodes_in_block + 1, 9 * nodes_in_block}) {
    const std::vector<double> values = some_values(count);
    for (const unsigned threads : {1U, 2U, 3U, 16U}) {
      WorkerPool pool(threads);
      for (int again = 0; again < 20; ++again) EXPECT_EQ(sum_by(pool, values), sum_by(one_worker(), values));
    }
  }
}

}  // namespace
}  // namespace sotto
