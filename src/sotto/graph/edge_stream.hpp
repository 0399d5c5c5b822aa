// SPDX-License-Identifier: MIT
// A graph as its edges, one after another: what generators make, and who keeps which of them is free.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// Simple graphs only: no loop, no edge twice, all nodes connected.
class EdgeStream {
 public:
  using Visitor = std::function<void(Edge)>;
  /// Calls the visitor with every edge: the same ones in the same order each time.
  using Source = std::function<void(const Visitor&)>;

  EdgeStream(NodeId nodes, GraphTraits known, Source source)
      : nodes_(nodes), known_(std::move(known)), source_(std::move(source)) {}
  /// A stream of edges that are held.
  EdgeStream(NodeId nodes, GraphTraits known, std::vector<Edge> edges)
      : EdgeStream(nodes, std::move(known),
                   [held = std::make_shared<const std::vector<Edge>>(std::move(edges))](const Visitor& visit) {
                     for (const Edge& edge : *held) visit(edge);
                   }) {}

  NodeId node_count() const { return nodes_; }
  const GraphTraits& known() const { return known_; }
  void for_each(const Visitor& visit) const { source_(visit); }

 private:
  NodeId nodes_;
  GraphTraits known_;
  Source source_;
};

}  // namespace sotto
