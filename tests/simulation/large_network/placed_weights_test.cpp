// SPDX-License-Identifier: MIT
// W in a local order: the same numbers, in the same order within a row, beside their neighbours.
#include "sotto/simulation/large_network/placed_weights.hpp"

#include <gtest/gtest.h>

#include "simulation/large_network/support.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

TEST(PlacedWeights, HoldEveryRowInTheOrderOfItsNumbers) {
  const WeightMatrix weights = make_weights(test::numbered_at_random(star_graph(40)), WeightRule::metropolis);
  const PlacedWeights placed(weights);
  EXPECT_EQ(placed.entry_count(), weights.entry_count());
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    const NodeId place = placed.places()[i];
    EXPECT_EQ(placed.numbers()[place], i);
    const std::uint32_t start = placed.rows().starts[place];
    ASSERT_EQ(placed.rows().starts[place + 1] - start, row.columns.size());
    for (std::size_t k = 0; k < row.columns.size(); ++k) {
      EXPECT_EQ(placed.numbers()[placed.rows().columns[start + k]], row.columns[k]);
      EXPECT_EQ(placed.rows().weights[start + k], row.weights[k]);
    }
  }
}

TEST(PlacedWeights, BringNeighboursTogether) {
  const PlacedWeights placed(make_weights(test::numbered_at_random(grid_graph({8, 60})), WeightRule::metropolis));
  for (NodeId place = 0; place < placed.node_count(); ++place)
    for (std::uint32_t k = placed.rows().starts[place]; k < placed.rows().starts[place + 1]; ++k)
      EXPECT_LE(std::abs(int(placed.rows().columns[k]) - int(place)), 9);
}

}  // namespace
}  // namespace sotto
