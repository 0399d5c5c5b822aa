// SPDX-License-Identifier: MIT
// Rounds of one's own, out of the store: what was committed is what was said.
#pragma once

#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/federation/wire/round_message.hpp"

namespace sotto {

/// The last that was committed; round 1 where none was. InvalidInput (store) where a row is no message of this node.
RoundMark last_own_mark(const PreparedNode& prepared);
/// y of a round; nothing for those before the first message.
Released own_value(const PreparedNode& prepared, Round round);

}  // namespace sotto
