// SPDX-License-Identifier: MIT
// What the store keeps of a standing.
#pragma once

#include "sotto/federation/store/witness.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// Of one that was read: its start id has the right length.
inline Seen seen_in(const Standing& standing) {
  return {.incarnation = static_cast<std::int64_t>(standing.incarnation),
          .start = start_id_from_bytes(standing.start_id).value(),
          .ledger = {static_cast<std::int64_t>(standing.ledger_entries), standing.ledger_head}};
}

}  // namespace sotto
