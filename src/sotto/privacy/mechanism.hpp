// SPDX-License-Identifier: MIT
// How nodes make the noise of a round, and what a round with such noise costs. Whether it runs in doubles or on the
// lattice is another choice; the key privacy.mechanism of a configuration names that one.
#pragma once

#include <variant>

#include "sotto/privacy/threat.hpp"

namespace sotto {

/// Every node draws noise of its own in every round. What it protects does not depend on what others do.
struct Independent {
  bool operator==(const Independent&) const = default;
};

using Mechanism = std::variant<Independent>;

/// Whom a promise with this mechanism is about.
Threat threat_of(const Mechanism& mechanism);

/// What a round costs (alpha, eq:thm:dp:alphadef) where one record moves a message by `ratio` standard deviations of
/// the speaker's own noise.
double cost_of_ratio(const Mechanism& mechanism, Threat threat, double ratio);

/// The ratio that a round of this cost allows.
double ratio_of_cost(const Mechanism& mechanism, Threat threat, double cost);

}  // namespace sotto
