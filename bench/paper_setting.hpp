// SPDX-License-Identifier: MIT
// Mean estimation at the paper's size, N = 10 and p = 10, and on a large network: made once, shared by the benchmarks.
#pragma once

#include <vector>

#include "support/network.hpp"

namespace sotto::bench {

struct Size {
  NodeId nodes;
  std::size_t dimension;
  Round rounds;
};
inline constexpr Size paper_size{10, 10, 1000}, large_size{100'000, 16, 20};
inline constexpr std::size_t records_per_node = 5;

struct Setting {
  explicit Setting(const Size& size);
  Box box;
  test::TestNetwork net;
  std::vector<std::vector<double>> record_sums;  ///< [node][coordinate]
};

const Setting& setting(const Size& size);

}  // namespace sotto::bench
