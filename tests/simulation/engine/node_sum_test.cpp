// SPDX-License-Identifier: MIT
// The contract for sums over nodes: the same bits, whoever adds.
#include "sotto/simulation/engine/node_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

constexpr std::size_t dimension = 3;
using Sums = std::vector<double>;

/// The vectors of some nodes, side by side.
Sums some_vectors(std::size_t nodes) {
  Sums values(nodes * dimension);
  fill_gaussian(1, {}, values);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::ldexp(values[k], static_cast<int>(k % 60));
  return values;
}

Sums sum_of(const NodesHere& nodes, const Sums& values) {
  return node_sum(nodes, dimension, [&](NodePart part, auto& sums) {
    for (std::size_t i = part.first; i < part.last; ++i) sums.add(std::span(values).subspan(i * dimension, dimension));
  });
}

Sums plain_sum(const Sums& values) {
  Sums sums(dimension, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) sums[k % dimension] += values[k];
  return sums;
}

Sums exact_sum(const Sums& values) {
  std::vector<ExactSum> exact(dimension);
  for (std::size_t k = 0; k < values.size(); ++k) exact[k % dimension].add(values[k]);
  Sums sums;
  for (const ExactSum& sum : exact) sums.push_back(sum.rounded());
  return sums;
}

TEST(NodeSum, OfFewNodesIsThePlainSum) {
  WorkerPool pool(3);
  for (const std::size_t nodes : {std::size_t{1}, std::size_t{10}, most_added_plainly}) {
    const Sums values = some_vectors(nodes);
    EXPECT_EQ(sum_of({nodes, nodes, pool}, values), plain_sum(values));
  }
}

TEST(NodeSum, OfManyNodesIsRoundedOnce) {
  const std::size_t nodes = most_added_plainly + 1;
  const Sums values = some_vectors(nodes);
  EXPECT_EQ(sum_of({nodes, nodes}, values), exact_sum(values));
  EXPECT_NE(exact_sum(values), plain_sum(values)) << "values on which the order can be seen";
}

TEST(NodeSum, IsTheSameOnAnyNumberOfThreads) {
  for (const std::size_t nodes : {most_added_plainly + 1, 9 * most_added_plainly}) {
    const Sums values = some_vectors(nodes), expected = exact_sum(values);
    for (const unsigned threads : {1U, 2U, 3U, 16U}) {
      WorkerPool pool(threads);
      for (int again = 0; again < 20; ++again) EXPECT_EQ(sum_of({nodes, nodes, pool}, values), expected);
    }
  }
}

TEST(NodeSum, IsTheSameWhereverNodesLieAndInAnyOrder) {
  constexpr std::size_t nodes = 2 * most_added_plainly;
  const Sums values = some_vectors(nodes), expected = exact_sum(values);
  for (const unsigned count : {1U, 2U, 3U, 5U}) {
    std::vector<Sums> of_rank(count);
    std::vector<std::size_t> order(nodes);
    for (std::size_t i = 0; i < nodes; ++i) order[i] = i;
    RandomSequence random(count, {});
    shuffle(order, random);
    for (const std::size_t i : order) {
      Sums& its = of_rank[random.below(count)];
      its.insert(its.end(), &values[i * dimension], &values[i * dimension] + dimension);
    }
    test::run_on_ranks(count, [&](Ranks& ranks) {
      const Sums& its = of_rank[ranks.number()];
      WorkerPool pool(2);
      EXPECT_EQ(sum_of({its.size() / dimension, nodes, pool, ranks}, its), expected);
      EXPECT_EQ(sum_of({its.size() / dimension, nodes, one_worker(), ranks}, its), expected);
    });
  }
}

}  // namespace
}  // namespace sotto
