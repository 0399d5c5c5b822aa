// SPDX-License-Identifier: MIT
#include "sotto/study/stage_two_choice.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr double hardly_seen = 0.1;
constexpr double most_rounds = 1e6;
constexpr double large = 1e6;

}  // namespace

StageTwoChoice choose_stage_two(const Plan& plan, const StageTwoNeed& need) {
  const double last = plan.noise_scale(plan.gradient_rounds()).standard_deviation();
  const double noise_in_mean = last * std::sqrt(need.dimension / need.nodes);
  // What nobody could measure is taken for large.
  const double measured = std::sqrt(need.disagreement) / noise_in_mean;
  const double now = std::isfinite(measured) ? measured : large;
  if (need.nodes < 2 || !(now > hardly_seen)) return {.left = now};
  StageTwoChoice best;
  for (const Consensus consensus : {Consensus::plain, Consensus::chebyshev}) {
    const Averaging averaging{.consensus = consensus, .mixing_rate = need.mixing_rate};
    const auto rounds = static_cast<Round>(std::min(rounds_to_contract(averaging, hardly_seen / now), most_rounds));
    if (best.rounds == 0 || rounds < best.rounds)
      best = {.consensus = consensus, .rounds = rounds, .left = now * disagreement_left(averaging, rounds)};
  }
  return best;
}

}  // namespace sotto
