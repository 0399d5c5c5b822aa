// SPDX-License-Identifier: MIT
#include "sotto/study/stage_two_choice.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr double hardly_seen = 0.1;
constexpr double most_rounds = 1e6;
constexpr double large = 1e6;

/// The noise in a coordinate of the message that Stage II starts from.
double noise_at_hand_over(const Plan& plan) {
  if (plan.request().output == Output::last) return plan.noise_scale(plan.gradient_rounds()).standard_deviation();
  double sum = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t)
    sum += std::pow(plan.output_weight(t) * plan.noise_scale(t).standard_deviation(), 2);
  return std::sqrt(sum);
}

}  // namespace

StageTwoChoice choose_stage_two(const Plan& plan, const StageTwoNeed& need) {
  if (plan.is_masked()) return {};
  const double noise_in_mean = noise_at_hand_over(plan) * std::sqrt(need.dimension / need.nodes);
  // What nobody could measure is taken for large.
  const double measured = std::sqrt(need.disagreement) / noise_in_mean;
  const double now = std::isfinite(measured) ? measured : large;
  const bool mixes = plan.request().mixing_rounds > 1;
  if (need.nodes < 2 || !(now > hardly_seen))
    return {.consensus = mixes ? Consensus::chebyshev : Consensus::plain, .left = now};
  StageTwoChoice best;
  for (const Consensus consensus : {Consensus::plain, Consensus::chebyshev}) {
    if (mixes && consensus == Consensus::plain) continue;
    const Averaging averaging{.consensus = consensus, .mixing_rate = need.mixing_rate};
    const auto rounds = static_cast<Round>(std::min(rounds_to_contract(averaging, hardly_seen / now), most_rounds));
    if (best.rounds == 0 || rounds < best.rounds)
      best = {.consensus = consensus, .rounds = rounds, .left = now * disagreement_left(averaging, rounds)};
  }
  return best;
}

}  // namespace sotto
