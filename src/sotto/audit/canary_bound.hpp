// SPDX-License-Identifier: MIT
// A lower bound on epsilon from one run: records that took one of two values by a coin, and how many coins were guessed
// (Steinke, Nasr and Jagielski 2023).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sotto/audit/epsilon_bound.hpp"
#include "sotto/privacy/budget.hpp"

namespace sotto {

struct CanaryGuesses {
  std::uint64_t canaries;
  std::uint64_t guesses;  ///< on the rest the attacker abstains
  std::uint64_t correct;
};

/// How many guesses are made: fixed before a score is seen, so that no choice has to be paid for.
std::uint64_t guesses_for(std::uint64_t canaries);

/// Guesses the coins whose scores are largest in size, by their sign; `heads` says how each coin fell.
CanaryGuesses guess_coins(std::span<const double> scores, const std::vector<bool>& heads);

/// An upper bound on the probability of at least that many right guesses against an (eps, delta) mechanism:
/// f(v) + 2 m delta max_i (f(v-i) - f(v))/i with f(v) = P(Binomial(guesses, e^eps/(1+e^eps)) >= v).
double canary_p_value(const CanaryGuesses& guesses, const PrivacyBudget& budget);

/// The largest epsilon that the guesses refute.
double canary_lower_bound(const CanaryGuesses& guesses, const BoundRequest& request);

}  // namespace sotto
