// SPDX-License-Identifier: MIT
// Reverse Cuthill-McKee: nodes in the order in which a breadth-first search from one end of the graph finds them.
#include "sotto/graph/locality_order.hpp"

#include <algorithm>
#include <utility>

namespace sotto {
namespace {

/// A search that begins farther out finds more and thinner levels. Each try costs a search, and few pay.
constexpr int most_tries = 6;

class LevelSearch {
 public:
  enum class Found { as_numbered, fewest_neighbours_first };

  explicit LevelSearch(const WeightMatrix& rows) : rows_(rows) {}

  void from(NodeId source, Found found) {
    seen_.assign(rows_.node_count(), 0);
    order_.assign(1, source);
    order_.reserve(rows_.node_count());
    seen_[source] = 1;
    levels_ = 0;
    for (std::size_t head = 0; head < order_.size(); ++levels_) {
      last_level_ = head;
      for (const std::size_t end = order_.size(); head < end; ++head) add_neighbours(order_[head], found);
    }
  }

  std::size_t levels() const { return levels_; }

  /// In the last level, the node with the fewest neighbours.
  NodeId end() const {
    const auto fewer = [&](NodeId i, NodeId j) { return degree(i) < degree(j); };
    return *std::min_element(order_.begin() + static_cast<std::ptrdiff_t>(last_level_), order_.end(), fewer);
  }

  std::vector<NodeId> take_order() { return std::move(order_); }

 private:
  std::size_t degree(NodeId i) const { return rows_.row(i).columns.size() - 1; }

  void add_neighbours(NodeId i, Found found) {
    const auto first = static_cast<std::ptrdiff_t>(order_.size());
    for (const NodeId j : rows_.row(i).columns) {
      if (seen_[j] != 0) continue;
      seen_[j] = 1;
      order_.push_back(j);
    }
    if (found == Found::as_numbered) return;
    by_degree_.clear();
    for (auto at = order_.begin() + first; at != order_.end(); ++at) by_degree_.emplace_back(degree(*at), *at);
    std::sort(by_degree_.begin(), by_degree_.end());
    for (std::size_t k = 0; k < by_degree_.size(); ++k)
      order_[static_cast<std::size_t>(first) + k] = by_degree_[k].second;
  }

  const WeightMatrix& rows_;
  std::vector<char> seen_;
  std::vector<NodeId> order_;
  std::vector<std::pair<std::size_t, NodeId>> by_degree_;
  std::size_t levels_ = 0;
  std::size_t last_level_ = 0;
};

/// A node from which the graph is as deep as from any that was tried (George and Liu).
NodeId outermost_node(LevelSearch& search) {
  search.from(0, LevelSearch::Found::as_numbered);
  NodeId source = search.end();
  for (int tries = 1; tries < most_tries; ++tries) {
    const std::size_t before = search.levels();
    search.from(source, LevelSearch::Found::as_numbered);
    if (search.levels() <= before) break;
    source = search.end();
  }
  return source;
}

}  // namespace

std::vector<NodeId> locality_order(const WeightMatrix& rows) {
  LevelSearch search(rows);
  search.from(outermost_node(search), LevelSearch::Found::fewest_neighbours_first);
  std::vector<NodeId> order = search.take_order();
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace sotto
