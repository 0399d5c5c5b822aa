// SPDX-License-Identifier: MIT
// Groups of points on a network that is large enough to be nowhere as a whole.
#include <gtest/gtest.h>

#include "study/some_sweep.hpp"

namespace sotto {
namespace {

/// Whether the group of a series and of one that departs from it so has its network as a whole.
bool is_whole(const std::string& departure) {
  std::string file = test::small_file;
  file.replace(file.find("graph.nodes = 4"), 15, "graph.nodes = 100000");
  const test::WholeSweep swept = test::whole_sweep(file +
                                                   "[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\nbaselines = []\n"
                                                   "[sweep.series.a]\n[sweep.series.b]\n" +
                                                   departure);
  EXPECT_EQ(swept.groups.size(), 1U);
  return scenario_of_group(swept.sweep, swept.groups.front()).spread() == nullptr;
}

TEST(LargeGroup, IsWholeWhereABaselineOrAPromiseNeedsIt) {
  EXPECT_FALSE(is_whole("privacy.delta = 1e-3"));
  EXPECT_FALSE(is_whole("method = 'curator'"));
  EXPECT_TRUE(is_whole("method = 'gossip_pairs'"));
  EXPECT_TRUE(is_whole("node.1.epsilon = 0.5"));
}

}  // namespace
}  // namespace sotto
