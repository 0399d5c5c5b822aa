// SPDX-License-Identifier: MIT
// What a record costs a linear model. Exponentials are our own: bits are the same everywhere.
#include "sotto/problem/losses.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/random/elementary.hpp"

namespace sotto {

double value_of(const SquaredLoss&, std::span<const double> margin, double label) {
  const double off = margin[0] - label;
  return 0.5 * off * off;
}

double value_of(const HuberLoss& loss, std::span<const double> margin, double label) {
  const double off = std::abs(margin[0] - label);
  return off <= loss.width ? 0.5 * off * off : loss.width * (off - 0.5 * loss.width);
}

double value_of(const LogisticLoss&, std::span<const double> margin, double label) {
  const double m = label * margin[0];
  return std::max(0.0, -m) + portable_log(1 + portable_exp(-std::abs(m)));
}

double value_of(const SmoothedHingeLoss& loss, std::span<const double> margin, double label) {
  const double missing = 1 - label * margin[0];
  if (missing <= 0) return 0;
  return missing < loss.width ? missing * missing / (2 * loss.width) : missing - 0.5 * loss.width;
}

double value_of(const PoissonLoss&, std::span<const double> margin, double label) {
  return portable_exp(margin[0]) - label * margin[0];
}

double value_of(const SoftmaxLoss&, std::span<const double> margins, double label) {
  const double largest = *std::max_element(margins.begin(), margins.end());
  double sum = 0;
  for (const double m : margins) sum += portable_exp(m - largest);
  return portable_log(sum) - (margins[static_cast<std::size_t>(label)] - largest);
}

}  // namespace sotto
