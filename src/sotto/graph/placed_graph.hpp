// SPDX-License-Identifier: MIT
// The nodes of one rank and whom they hear, for networks that no rank holds as a whole. One rank alone holds all nodes;
// the code is the same.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sotto/graph/edge_stream.hpp"
#include "sotto/graph/measures.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// A node has a place on its rank. Neighbours lie at places close together, and nodes that hear no other rank come
/// first.
struct PlacedGraph {
  NodeId nodes_in_all = 0;
  std::uint64_t edges_in_all = 0;
  DegreeRange degrees = {};  ///< of all nodes
  GraphTraits known = {};

  std::vector<NodeId> numbers = {};  ///< of the own nodes, by place
  std::vector<NodeId> halo =
      {};  ///< of nodes on other ranks whom own ones hear: rank by rank, in the order there. Their places follow
  std::size_t inner = 0;  ///< own nodes below this place hear own nodes alone
  std::vector<std::uint32_t> starts = {};
  std::vector<std::uint32_t> neighbours = {};  ///< places, in the order of the nodes' numbers
  Borders borders = {};

  std::size_t size() const { return numbers.size(); }
  std::span<const std::uint32_t> row(std::size_t place) const {
    return std::span(neighbours).subspan(starts[place], starts[place + 1] - starts[place]);
  }
  NodeId number_at(std::uint32_t place) const {
    return place < numbers.size() ? numbers[place] : halo[place - numbers.size()];
  }
};

/// A number for each own node, followed by those of the nodes that other ranks have.
class NumbersWithHalo {
 public:
  NumbersWithHalo(const PlacedGraph& graph, Ranks& ranks);

  /// Valid until the next call. All ranks call it together.
  std::span<const double> of(std::span<const double> own);

 private:
  std::size_t own_;
  std::vector<double> values_;
  std::unique_ptr<Halo> halo_;
};

/// Every rank hears all edges and keeps those of its own nodes; the stream, which may hold all of them, is dropped
/// then. Where nodes lie changes no result. Refuses (InvalidInput) more ranks than nodes, or than owners are counted.
PlacedGraph place(EdgeStream edges, Ranks& ranks);

}  // namespace sotto
