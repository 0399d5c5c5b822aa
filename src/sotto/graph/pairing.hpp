// SPDX-License-Identifier: MIT
// Half-edges paired at random: the raw material of random regular graphs, loops and double edges included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sotto/graph/topologies.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {

/// Half-edge s belongs to node s / degree; partner_ pairs the half-edges up.
class Pairing {
 public:
  Pairing(const RandomRegularSpec& spec, RandomSequence& random);

  bool is_simple() const { return bad_half_edges().empty(); }

  /// Switches loops and double edges away: about (degree^2 - 1) / 4 of them, however many nodes there are.
  /// False when one would not go away.
  bool repair();

  std::vector<Edge> edges() const;

 private:
  NodeId owner(std::uint32_t half_edge) const { return half_edge / degree_; }
  NodeId other_end(std::uint32_t half_edge) const { return owner(partner_[half_edge]); }
  void join(std::uint32_t s, std::uint32_t t);
  NodeId edges_between(NodeId a, NodeId b) const;
  bool is_bad(std::uint32_t half_edge) const;
  std::vector<std::uint32_t> bad_half_edges() const;
  bool switch_away(std::uint32_t half_edge);

  NodeId degree_;
  RandomSequence& random_;
  std::vector<std::uint32_t> partner_;
};

}  // namespace sotto
