// SPDX-License-Identifier: MIT
// Who colludes against one member of masked sums.
#pragma once

#include <vector>

#include "sotto/graph/graph.hpp"
#include "sotto/privacy/mechanism.hpp"
#include "sotto/privacy/pair_masks.hpp"
#include "sotto/simulation/comparison/audit_settings.hpp"

namespace sotto {

/// Colluders show the attacker their records, noise and masks, and say what it wants. They are fixed in advance.
struct Collusion {
  NodeId target;
  NodeId members;                 ///< N, the target and the colluders among them
  std::vector<NodeId> colluders;  ///< rising

  bool has(NodeId member) const;
  Threat threat() const { return Threat::with_members(static_cast<std::uint32_t>(colluders.size())); }
};

/// A count means the first members besides the target. All have the same noise, so none helps more than another.
/// Refuses (InvalidInput) the target, somebody who is no member, and a member twice.
Collusion collusion_of(const AuditSettings& settings, const MaskedSums& sums);

/// Takes from a member's residue the masks that it shares with these others: whoever holds them can.
void take_off_masks(PairMasks& masks, std::span<const NodeId> others, NodeRound at, std::span<std::uint64_t> residue);

}  // namespace sotto
