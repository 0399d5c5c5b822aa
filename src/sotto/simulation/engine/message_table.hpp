// SPDX-License-Identifier: MIT
// The messages of a round where an engine for simulations holds them: side by side, in an order of its own.
#pragma once

#include <cstddef>
#include <span>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// y_1(t) .. y_N(t) by the numbers of the nodes, for those who listen; or those of the nodes that lie on one rank, in
/// an order of its own. Holds until the engine goes on.
class MessageTable {
 public:
  struct Layout {
    const double* values;
    std::size_t stride;  ///< from a message to the next
    std::size_t dimension;
    std::size_t count;
    const NodeId* places = nullptr;  ///< of each node; null: they are listed as they lie
  };
  explicit MessageTable(const Layout& layout) : layout_(layout) {}

  struct Message {
    std::span<const double> at;
    std::span<const double> values() const { return at; }
  };
  /// Whoever wants one wants the others after it: those are asked for early.
  Message operator[](std::size_t node) const {
    if (node + ahead < size()) __builtin_prefetch(start(node + ahead));
    return {{start(node), layout_.dimension}};
  }
  std::size_t size() const { return layout_.count; }

 private:
  static constexpr std::size_t ahead = 16;
  const double* start(std::size_t node) const {
    return layout_.values + (layout_.places == nullptr ? node : layout_.places[node]) * layout_.stride;
  }

  Layout layout_;
};

}  // namespace sotto
