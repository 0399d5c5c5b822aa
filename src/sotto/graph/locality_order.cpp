// SPDX-License-Identifier: MIT
// Reverse Cuthill-McKee: nodes in the order in which a breadth-first search from one end of the graph finds them.
#include "sotto/graph/locality_order.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sotto {
namespace {

/// A search that begins farther out finds more and thinner levels. Each try costs a search, and few pay.
constexpr int most_tries = 6;

class LevelSearch {
 public:
  enum class Found { as_numbered, fewest_neighbours_first };

  LevelSearch(NodeId nodes, const RowOf& row_of) : row_of_(row_of), seen_(nodes, 0) { order_.reserve(nodes); }

  /// Searches the part of the source anew.
  void from(NodeId source, Found found) {
    ++search_;
    order_.resize(first_);
    order_.push_back(source);
    seen_[source] = search_;
    levels_ = 0;
    for (std::size_t head = first_; head < order_.size(); ++levels_) {
      last_level_ = head;
      for (const std::size_t end = order_.size(); head < end; ++head) add_neighbours(order_[head], found);
    }
  }

  /// What the last search found stays; the next ones are of other parts.
  void keep() {
    for (; first_ < order_.size(); ++first_) seen_[order_[first_]] = kept;
  }
  bool has(NodeId i) const { return seen_[i] == kept; }

  std::size_t levels() const { return levels_; }

  /// In the last level, the node with the fewest neighbours.
  NodeId end() const {
    const auto fewer = [&](NodeId i, NodeId j) { return row_of_(i).size() < row_of_(j).size(); };
    return *std::min_element(order_.begin() + static_cast<std::ptrdiff_t>(last_level_), order_.end(), fewer);
  }

  std::vector<NodeId> take_order() { return std::move(order_); }

 private:
  static constexpr std::uint32_t kept = std::numeric_limits<std::uint32_t>::max();

  void add_neighbours(NodeId i, Found found) {
    const auto first = static_cast<std::ptrdiff_t>(order_.size());
    for (const NodeId j : row_of_(i)) {
      if (j >= seen_.size() || seen_[j] == search_) continue;
      seen_[j] = search_;
      order_.push_back(j);
    }
    if (found == Found::as_numbered) return;
    by_degree_.clear();
    for (auto at = order_.begin() + first; at != order_.end(); ++at) by_degree_.emplace_back(row_of_(*at).size(), *at);
    std::sort(by_degree_.begin(), by_degree_.end());
    for (std::size_t k = 0; k < by_degree_.size(); ++k)
      order_[static_cast<std::size_t>(first) + k] = by_degree_[k].second;
  }

  const RowOf& row_of_;
  std::vector<std::uint32_t> seen_;  ///< by which search
  std::vector<NodeId> order_;
  std::vector<std::pair<std::size_t, NodeId>> by_degree_;
  std::uint32_t search_ = 0;
  std::size_t first_ = 0;  ///< of the part that is searched
  std::size_t levels_ = 0;
  std::size_t last_level_ = 0;
};

/// A node from which its part is as deep as from any that was tried (George and Liu).
NodeId outermost_node(LevelSearch& search, NodeId begin) {
  search.from(begin, LevelSearch::Found::as_numbered);
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

std::vector<NodeId> locality_order(NodeId nodes, const RowOf& row_of) {
  LevelSearch search(nodes, row_of);
  for (NodeId i = 0; i < nodes; ++i) {
    if (search.has(i)) continue;
    search.from(outermost_node(search, i), LevelSearch::Found::fewest_neighbours_first);
    search.keep();
  }
  std::vector<NodeId> order = search.take_order();
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<NodeId> locality_order(const WeightMatrix& rows) {
  return locality_order(rows.node_count(), [&](NodeId i) { return rows.row(i).columns; });
}

}  // namespace sotto
