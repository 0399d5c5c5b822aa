// SPDX-License-Identifier: MIT
// Malicious neighbours: all others collude against one node. In each round they hear what it said and answer so that it
// takes its gradient at a point of their choice, the one where two datasets move its estimate furthest apart.
#pragma once

#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/audit/protocol.hpp"

namespace sotto {

/// Where a node is held, and how far a record then moves its messages.
struct PinnedNode {
  std::vector<std::vector<double>> points;    ///< of the domain
  std::vector<std::uint32_t> point_of_round;  ///< [t - 1]; round 1 starts from y(1) = 0, which nobody chooses: point 0
  double alpha = 0;                           ///< sum over rounds of ||x - x'||^2 / M_t^2
};

/// Whether a node listens to anybody but itself.
bool has_neighbours(const WeightMatrix& weights, NodeId node);

/// Takes in every round the point of the domain among these that tells most.
PinnedNode pin(const AttackTarget& target, const Hypothesis& data, const Hypothesis& neighbour,
               std::vector<std::vector<double>> points);

/// What a neighbour must say in a round so that the mixture of the node becomes the point: made of what was heard. On a
/// lattice it is a point of the speaker's grid, as on the wire; 0 for none.
void choose_words(const AttackTarget& target, std::span<const double> point, std::span<const double> own_message,
                  double grid, std::span<double> words);

/// One shipped node among neighbours that hold it there. They need no Stage II: it tells nothing.
Protocol pinned_protocol(const NetworkPair& networks, const AttackTarget& target, const PinnedNode& pinned,
                         const Draw& draw, const std::atomic<bool>& interrupt);

}  // namespace sotto
