// SPDX-License-Identifier: MIT
// Whether a graph is connected, and what random graphs need that are drawn until one is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sotto/graph/edge_stream.hpp"

namespace sotto {

/// Union-find: nodes are joined one edge at a time.
class Components {
 public:
  explicit Components(NodeId nodes) : parent_(nodes), count_(nodes) {
    std::iota(parent_.begin(), parent_.end(), NodeId{0});
  }

  /// The component's smallest node: joining always hangs the larger root below the smaller one.
  NodeId root(NodeId i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void join(Edge edge) {
    NodeId low = root(edge.a), high = root(edge.b);
    if (low == high) return;
    if (high < low) std::swap(low, high);
    parent_[high] = low;
    --count_;
  }

  NodeId count() const { return count_; }

 private:
  std::vector<NodeId> parent_;
  NodeId count_;
};

inline bool is_connected(NodeId nodes, const std::vector<Edge>& edges) {
  if (edges.size() + 1 < nodes) return false;
  Components components(nodes);
  for (const Edge& edge : edges) components.join(edge);
  return components.count() == 1;
}

inline bool is_connected(const EdgeStream& stream) {
  Components components(stream.node_count());
  stream.for_each([&](Edge edge) { components.join(edge); });
  return components.count() == 1;
}

/// So many random graphs are drawn in search of a connected one: thousands of small ones, a few large ones.
inline std::uint32_t connection_tries(NodeId nodes) {
  return nodes <= 50 ? 20000 : std::max(20u, 1000000 / nodes);
}

/// The first connected graph among those that `draw(attempt)` gives; nothing where none turned up.
template <class Draw>
std::optional<EdgeStream> first_connected(NodeId nodes, const Draw& draw) {
  for (std::uint32_t attempt = 0; attempt < connection_tries(nodes); ++attempt)
    if (EdgeStream drawn = draw(attempt); is_connected(drawn)) return drawn;
  return std::nullopt;
}

/// A number that an error text suggests: short, and not below what would do.
inline std::string two_digits_from_above(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", std::ceil(value / unit) * unit);
  return text;
}

}  // namespace sotto
