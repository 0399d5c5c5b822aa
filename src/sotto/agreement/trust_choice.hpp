// SPDX-License-Identifier: MIT
// Whom members may trust, and what that brings for the same promise.
#pragma once

#include <optional>
#include <vector>

#include "sotto/agreement/agreement.hpp"
#include "sotto/graph/measures.hpp"

namespace sotto {

/// A promise that rests on so many members, on a network.
struct TrustChoice {
  std::uint32_t colluders;  ///< q; 0: trust in nobody, every node draws noise enough for itself
  bool as_configured;
  double epsilon_all;                   ///< against all other members together
  double last_noise_scale;              ///< M_T; the root of the mean square where nodes have plans of their own
  double noise_beside_nobody;           ///< variance of that noise in the mean of all, over that with trust in nobody
  std::optional<double> squared_error;  ///< of the released mean, exactly, where a theory says it
  std::uint64_t messages;               ///< on all links in a round with noise
  std::uint64_t bytes;                  ///< their payload: 8 per coordinate
  DiameterBounds hops;                  ///< until everybody has what it needs for the next round
};

/// The same terms with trust in all members but q, by masked sums; q = 0 is trust in nobody. What only the other trust
/// has is taken off.
void trust_all_but(Terms& terms, std::uint32_t colluders);

/// Whether members could trust all but q with this promise: at least two are left, and no node has a promise of its
/// own.
bool can_trust_all_but(const Terms& terms, NodeId nodes, std::uint32_t colluders);

/// Trust in nobody; in all but 1, a third and half of the members; and what is configured. Each q once, rising; those
/// that no plan can be made for are left out. Trust in nobody alone is no choice: then nothing.
std::vector<TrustChoice> trust_choices(const Agreement& agreement);

}  // namespace sotto
