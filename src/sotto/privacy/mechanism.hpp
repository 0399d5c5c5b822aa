// SPDX-License-Identifier: MIT
// How nodes make the noise of a round, and what a round with such noise costs. Whether it runs in doubles or on the
// lattice is another choice; the key privacy.mechanism of a configuration names that one.
#pragma once

#include <cstdint>
#include <variant>

#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/schedule.hpp"
#include "sotto/privacy/threat.hpp"

namespace sotto {

/// Every node draws noise of its own in every round. What it protects does not depend on what others do.
struct Independent {
  bool operator==(const Independent&) const = default;
};

/// Masks that only pairs of members know hide every message but the sum of all, so that the noises of all honest
/// members hide each of them together (docs/masked_sums.md). The promise rests on that others draw their noise.
struct MaskedSums {
  std::uint32_t members;    ///< N
  std::uint32_t colluders;  ///< q: how many members may collude, be lazy or leak; a promise has no default for it
  Round spare_rounds = 0;   ///< d: so many rounds can be repeated when a member is lost

  bool operator==(const MaskedSums&) const = default;
};

using Mechanism = std::variant<Independent, MaskedSums>;

/// Null for noise that does not cancel.
inline const MaskedSums* masked_sums(const Mechanism& mechanism) {
  return std::get_if<MaskedSums>(&mechanism);
}

/// Adds a fault for each number that promises nothing: at least two members are left when the colluders are taken off.
void check(const Mechanism& mechanism, Faults& faults);

/// Whom a promise with this mechanism is about.
Threat threat_of(const Mechanism& mechanism);

/// How many nodes' noises hide a message from the threat, each of them as wide as the speaker's own.
double noises_that_hide(const Mechanism& mechanism, Threat threat);

/// What a round costs (alpha, eq:thm:dp:alphadef) where one record moves a message by `ratio` standard deviations of
/// the speaker's own noise.
double cost_of_ratio(const Mechanism& mechanism, Threat threat, double ratio);

/// The ratio that a round of this cost allows.
double ratio_of_cost(const Mechanism& mechanism, Threat threat, double cost);

/// How many rounds beyond those of the algorithm a plan pays for.
Round spare_rounds(const Mechanism& mechanism);

}  // namespace sotto
