// SPDX-License-Identifier: MIT
// What is not audited: better no verdict than one about another protocol.
#pragma once

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

/// Throws InvalidInput where an audit would not know what nodes do, or what it is asked for does not go together.
void refuse_what_is_not_audited(const Scenario& scenario);

}  // namespace sotto
