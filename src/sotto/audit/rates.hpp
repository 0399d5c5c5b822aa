// SPDX-License-Identifier: MIT
// What a count of events says about their probability (Clopper and Pearson's exact limits), and normal quantiles.
#pragma once

#include <cstdint>

namespace sotto {

struct Count {
  std::uint64_t hits;
  std::uint64_t trials;
  double rate() const { return static_cast<double>(hits) / static_cast<double>(trials); }
};

/// A limit that the probability lies beyond with at least `confidence`, one-sided; rounded to the safe side.
double rate_at_least(const Count& count, double confidence);
double rate_at_most(const Count& count, double confidence);

/// P(standard normal > x), and the x for such a probability.
double normal_tail(double x);
double normal_quantile_of_tail(double tail);

/// P(Binomial(trials, rate) >= hits).
double binomial_tail(const Count& count, double rate);

}  // namespace sotto
