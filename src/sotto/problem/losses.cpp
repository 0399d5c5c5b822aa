// SPDX-License-Identifier: MIT
// What a record costs a linear model, and how steep that can be. Exponentials are our own: bits are the same
// everywhere.
#include "sotto/problem/losses.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

/// 1 / (1 + exp(-m)), without overflow on either side.
double sigmoid(double m) {
  const double e = portable_exp(-std::abs(m));
  return (m < 0 ? e : 1.0) / (1 + e);
}

/// exp(m_k - max m) in place; their sum.
double shifted_exponentials(std::span<double> margins) {
  const double largest = *std::max_element(margins.begin(), margins.end());
  double sum = 0;
  for (double& m : margins) {
    m = portable_exp(m - largest);
    sum += m;
  }
  return sum;
}

}  // namespace

double value_of(const SquaredLoss&, std::span<const double> margin, double label) {
  const double off = margin[0] - label;
  return 0.5 * off * off;
}

void become_slopes(const SquaredLoss&, std::span<double> margin, double label) {
  margin[0] -= label;
}

double value_of(const HuberLoss& loss, std::span<const double> margin, double label) {
  const double off = std::abs(margin[0] - label);
  return off <= loss.width ? 0.5 * off * off : loss.width * (off - 0.5 * loss.width);
}

void become_slopes(const HuberLoss& loss, std::span<double> margin, double label) {
  margin[0] = std::clamp(margin[0] - label, -loss.width, loss.width);
}

double value_of(const LogisticLoss&, std::span<const double> margin, double label) {
  const double m = label * margin[0];
  return std::max(0.0, -m) + portable_log(1 + portable_exp(-std::abs(m)));
}

void become_slopes(const LogisticLoss&, std::span<double> margin, double label) {
  margin[0] = -label * sigmoid(-label * margin[0]);
}

double value_of(const SmoothedHingeLoss& loss, std::span<const double> margin, double label) {
  const double missing = 1 - label * margin[0];
  if (missing <= 0) return 0;
  return missing < loss.width ? missing * missing / (2 * loss.width) : missing - 0.5 * loss.width;
}

void become_slopes(const SmoothedHingeLoss& loss, std::span<double> margin, double label) {
  const double missing = 1 - label * margin[0];
  margin[0] = -label * std::clamp(missing / loss.width, 0.0, 1.0);
}

double value_of(const PoissonLoss&, std::span<const double> margin, double label) {
  return portable_exp(margin[0]) - label * margin[0];
}

void become_slopes(const PoissonLoss&, std::span<double> margin, double label) {
  margin[0] = portable_exp(margin[0]) - label;
}

double value_of(const SoftmaxLoss&, std::span<const double> margins, double label) {
  const double largest = *std::max_element(margins.begin(), margins.end());
  double sum = 0;
  for (const double m : margins) sum += portable_exp(m - largest);
  return portable_log(sum) - (margins[static_cast<std::size_t>(label)] - largest);
}

void become_slopes(const SoftmaxLoss&, std::span<double> margins, double label) {
  const double sum = shifted_exponentials(margins);
  for (double& m : margins) m /= sum;
  margins[static_cast<std::size_t>(label)] -= 1;
}

}  // namespace sotto
