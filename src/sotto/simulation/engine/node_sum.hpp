// SPDX-License-Identifier: MIT
// The contract for sums over the nodes of a network. Doubles are not associative, so somebody must say how they are
// added. A network of at most `most_added_plainly` nodes lies in one place and is added in the order of the nodes'
// numbers. A larger one is added without rounding (ExactSums) and rounded once: so any order of its nodes, any number
// of threads and any number of ranks makes the same bits.
#pragma once

#include <mutex>
#include <vector>

#include "sotto/arithmetic/exact_sum.hpp"
#include "sotto/arithmetic/most_added_plainly.hpp"
#include "sotto/workers/crew.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// The nodes of a network that lie here, and with whom their work is shared.
struct NodesHere {
  std::size_t count;
  std::size_t in_all;
  Crew& crew = one_worker();
  Ranks& ranks = alone();
};

/// Some of the nodes that lie here.
struct NodePart {
  std::size_t first;
  std::size_t last;
};

/// Adds vectors in their order.
class PlainSums {
 public:
  explicit PlainSums(std::span<double> sums) : sums_(sums) {}
  void add(std::span<const double> vector) {
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += vector[k];
  }

 private:
  std::span<double> sums_;
};

/// The sums over all nodes of vectors of `size` numbers. add_nodes(part, sums) calls sums.add(vector) for each node of
/// the part, in the order of the numbers where the network is not larger than `most_added_plainly`. All ranks call it
/// together.
template <class AddNodes>
std::vector<double> node_sum(const NodesHere& nodes, std::size_t size, const AddNodes& add_nodes) {
  std::vector<double> sums(size, 0.0);
  if (nodes.in_all <= most_added_plainly) {
    PlainSums plain(sums);
    add_nodes(NodePart{0, nodes.count}, plain);
    return sums;
  }
  ExactSums all(size);
  std::mutex mutex;
  share_out(nodes.crew, nodes.count, [&](std::size_t first, std::size_t last) {
    ExactSums of_part(size);
    add_nodes(NodePart{first, last}, of_part);
    const std::lock_guard lock(mutex);
    all += of_part;
  });
  nodes.ranks.add(all.settled());
  all.round_to(sums);
  return sums;
}

}  // namespace sotto
