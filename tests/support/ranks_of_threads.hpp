// SPDX-License-Identifier: MIT
// Threads of one process that play ranks: each has a Ranks of its own. They are stricter than MPI: ranks that do not
// all call the same function, and items that are gathered while a halo is under way, are found.
#pragma once

#include <cstdint>
#include <functional>

#include "sotto/workers/ranks.hpp"

namespace sotto::test {

/// Which rank the row with this number should move to.
using Division = std::function<std::uint16_t(std::uint32_t number)>;

/// Calls body(its Ranks) on `count` threads and returns when all have ended. Where one throws, or ends while others
/// wait for it, those end too; the first exception comes out. Without a division rows stay where they are.
void run_on_ranks(unsigned count, const std::function<void(Ranks&)>& body, const Division& division = nullptr);

}  // namespace sotto::test
