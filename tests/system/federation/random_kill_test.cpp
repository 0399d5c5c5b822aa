// SPDX-License-Identifier: MIT
// F2: 200 kills at random times.
#include "system/federation/random_kills.hpp"

namespace sotto::test {
namespace {

TEST(F2RandomKills, NothingIsSaidTwice) {
  run_kill_schedule({.seed = 1, .kills = 100, .seeded_noise = false});
}

TEST(F2RandomKills, ResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 2, .kills = 100, .seeded_noise = true});
}

}  // namespace
}  // namespace sotto::test
