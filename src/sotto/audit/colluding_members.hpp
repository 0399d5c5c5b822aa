// SPDX-License-Identifier: MIT
// A masked sum with colluding members. They rush: they hear the honest residues of a round first, take off the masks
// that they share, and then say what makes the mean of all the point where a record tells most.
#pragma once

#include "sotto/audit/collusion.hpp"
#include "sotto/audit/pinned_node.hpp"

namespace sotto {

/// The transcript of such a run has two speakers: what colluders make of the honest residues, and what all hold.
inline constexpr NodeId honest_sum = 0;   ///< estimates and noise of all honest members, added; no masks are left in it
inline constexpr NodeId mean_of_all = 1;  ///< the released mean, where everybody goes on from
inline constexpr NodeId speakers_with_colluders = 2;

/// What the members of one run draw from.
struct MemberSources {
  Noise noise;
  PairMasks& masks;
};

/// One run: honest members are the shipped nodes. Without colluders nobody chooses the mean.
void run_with_colluders(const Network& network, const Collusion& collusion, const PinnedNode& pinned,
                        const MemberSources& sources, const std::atomic<bool>& interrupt, Transcript& heard);

/// The same from a seed, for every trial and side.
Protocol colluding_protocol(const NetworkPair& networks, const Collusion& collusion, const PinnedNode& pinned,
                            const Draw& draw, const std::atomic<bool>& interrupt);

}  // namespace sotto
