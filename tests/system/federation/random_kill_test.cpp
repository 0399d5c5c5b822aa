// SPDX-License-Identifier: MIT
// F2: 200 kills at random times; `./dev soak` has more of them.
#include <cstdlib>

#include "system/federation/random_kills.hpp"

namespace sotto::test {
namespace {

int half_of_all_kills() {
  const char* wanted = std::getenv("TEST_KILLS");
  return wanted == nullptr ? 100 : std::atoi(wanted) / 2;
}

TEST(F2RandomKills, NothingIsSaidTwice) {
  run_kill_schedule({.seed = 1, .kills = half_of_all_kills(), .seeded_noise = false});
}

TEST(F2RandomKills, ResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 2, .kills = half_of_all_kills(), .seeded_noise = true});
}

}  // namespace
}  // namespace sotto::test
