// SPDX-License-Identifier: MIT
#include "sotto/audit/canary_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sotto {

std::uint64_t guesses_for(std::uint64_t canaries) {
  // A quarter, the surest: their accuracy pays for their fewness. Fewer than 20 show too little to be worth a run.
  return std::clamp<std::uint64_t>(canaries / 4, std::min<std::uint64_t>(20, canaries), canaries);
}

CanaryGuesses guess_coins(std::span<const double> scores, const std::vector<bool>& heads) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(scores[a]) > std::abs(scores[b]); });
  CanaryGuesses guesses{.canaries = scores.size(), .guesses = guesses_for(scores.size()), .correct = 0};
  for (std::size_t k = 0; k < guesses.guesses; ++k)
    if ((scores[order[k]] > 0) == heads[order[k]]) ++guesses.correct;
  return guesses;
}

double canary_p_value(const CanaryGuesses& guesses, const PrivacyBudget& budget) {
  const double rate = 1 / (1 + std::exp(-budget.epsilon));
  const auto tail = [&](std::uint64_t correct) { return binomial_tail({correct, guesses.guesses}, rate); };
  const double at_v = tail(guesses.correct);
  double steepest = 0;
  for (std::uint64_t i = 1; i <= guesses.correct; ++i)
    steepest = std::max(steepest, (tail(guesses.correct - i) - at_v) / static_cast<double>(i));
  return std::min(1.0, at_v + 2 * static_cast<double>(guesses.canaries) * budget.delta * steepest);
}

double canary_lower_bound(const CanaryGuesses& guesses, const BoundRequest& request) {
  const auto refuted = [&](double epsilon) {
    return canary_p_value(guesses, {.epsilon = epsilon, .delta = request.delta}) <= 1 - request.confidence;
  };
  if (!refuted(0)) return 0;
  double low = 0, high = 64;
  if (refuted(high)) return high;
  while (high - low > 1e-9) {
    const double middle = low + (high - low) / 2;
    (refuted(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace sotto
