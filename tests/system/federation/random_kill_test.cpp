// SPDX-License-Identifier: MIT
// F2: 120 kills at random times; `./dev soak` has more of them.
#include <cstdlib>

#include "system/federation/random_kills.hpp"

namespace sotto::test {
namespace {

int half_of_all_kills(int unless_told) {
  const char* wanted = std::getenv("TEST_KILLS");
  return wanted == nullptr ? unless_told : std::atoi(wanted) / 2;
}

TEST(F2RandomKills, NothingIsSaidTwice) {
  run_kill_schedule({.seed = 1, .kills = half_of_all_kills(40), .seeded_noise = false});
}

TEST(F2RandomKills, ResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 2, .kills = half_of_all_kills(40), .seeded_noise = true});
}

TEST(F2RandomKills, OfMaskedSumsNothingIsSaidTwice) {
  run_kill_schedule({.seed = 3, .kills = half_of_all_kills(20), .masked_sums = true, .seeded_noise = false});
}

TEST(F2RandomKills, OfMaskedSumsResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 4, .kills = half_of_all_kills(20), .masked_sums = true, .seeded_noise = true});
}

}  // namespace
}  // namespace sotto::test
