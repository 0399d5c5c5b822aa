// SPDX-License-Identifier: MIT
// F2: nodes are killed at random, one, some or all at once, also while they recover. With masked sums one of them is
// lost for good in between, and the others amend the run and are killed on.
#pragma once

#include "system/federation/oracle.hpp"

namespace sotto::test {

struct KillSchedule {
  std::uint64_t seed;
  int kills;
  Shape shape;
  bool seeded_noise;  ///< then results are compared with the reference engine's
};

/// As many federations as it takes, each judged by the oracle at its end. Says what it did, for people.
void run_kill_schedule(const KillSchedule& schedule);

}  // namespace sotto::test
