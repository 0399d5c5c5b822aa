// SPDX-License-Identifier: MIT
// F2: 132 kills at random times; `./dev soak` has more of them.
#include <cstdlib>

#include "system/federation/random_kills.hpp"

namespace sotto::test {
namespace {

int half_of_all_kills(int unless_told) {
  const char* wanted = std::getenv("TEST_KILLS");
  return wanted == nullptr ? unless_told : std::atoi(wanted) / 2;
}

const Shape plain_ring{.nodes = 4, .graph = "ring", .rounds = 40, .consensus_rounds = 40};
const Shape masked_ring{
    .nodes = 5, .graph = "ring", .rounds = 80, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};
const Shape masked_ten{.nodes = 10,
                       .graph = "erdos-renyi",
                       .rounds = 20,
                       .consensus_rounds = 1,
                       .dimension = 2,
                       .colluders = 3,
                       .spare_rounds = 1};

TEST(F2RandomKills, NothingIsSaidTwice) {
  run_kill_schedule({.seed = 1, .kills = half_of_all_kills(40), .shape = plain_ring, .seeded_noise = false});
}

TEST(F2RandomKills, ResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 2, .kills = half_of_all_kills(40), .shape = plain_ring, .seeded_noise = true});
}

TEST(F2RandomKills, OfMaskedSumsNothingIsSaidTwice) {
  run_kill_schedule({.seed = 3, .kills = half_of_all_kills(20), .shape = masked_ring, .seeded_noise = false});
}

TEST(F2RandomKills, OfMaskedSumsResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 4, .kills = half_of_all_kills(20), .shape = masked_ring, .seeded_noise = true});
}

TEST(F2RandomKills, OfTenMembersResultsAreThoseOfARunWithoutFaults) {
  run_kill_schedule({.seed = 5, .kills = half_of_all_kills(12), .shape = masked_ten, .seeded_noise = true});
}

}  // namespace
}  // namespace sotto::test
