// SPDX-License-Identifier: MIT
// The contract for sums over the nodes of a network. Doubles are not associative, so the order of additions is fixed:
// nodes are cut into blocks of `nodes_in_block` by their numbers, a block is summed from 0 in the order of its numbers,
// and the sums of the blocks are added to the first one in the order of the blocks. Who sums which block is free, so
// any number of threads (and of machines) makes the same bits. One block is the plain sum.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sotto/arithmetic/nodes_in_block.hpp"
#include "sotto/workers/crew.hpp"

namespace sotto {

/// The nodes of one block, by number.
struct NodeBlock {
  std::size_t first;
  std::size_t last;
};

/// `sum_of(NodeBlock)` is the sum of a block, of a type with +=. There is at least one node.
template <class SumOf>
auto blocked_sum(std::size_t nodes, Crew& crew, const SumOf& sum_of) {
  std::vector<decltype(sum_of(NodeBlock{}))> sums((nodes + nodes_in_block - 1) / nodes_in_block);
  crew.share(sums.size(), [&](std::size_t k) {
    sums[k] = sum_of(NodeBlock{k * nodes_in_block, std::min(nodes, (k + 1) * nodes_in_block)});
  });
  for (std::size_t k = 1; k < sums.size(); ++k) sums[0] += sums[k];
  return std::move(sums[0]);
}

}  // namespace sotto
