// SPDX-License-Identifier: MIT
// What a record adds to a gradient, from its margins, as templates that a GPU may call too. Margins are anything with
// size() and margins[k].
#pragma once

#include <cmath>
#include <cstddef>

#include "sotto/arithmetic/anywhere.hpp"
#include "sotto/problem/losses.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {

/// 1 / (1 + exp(-m)), without overflow on either side.
SOTTO_ANYWHERE double sigmoid(double m) {
  const double e = portable_exp(-std::fabs(m));
  return (m < 0 ? e : 1.0) / (1 + e);
}

SOTTO_ANYWHERE double kept_between(double lowest, double highest, double v) {
  return v < lowest ? lowest : highest < v ? highest : v;
}

// The margins are replaced by grad l.
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const SquaredLoss&, const Margins& margin, double label) {
  margin[0] -= label;
}
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const HuberLoss& loss, const Margins& margin, double label) {
  margin[0] = kept_between(-loss.width, loss.width, margin[0] - label);
}
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const LogisticLoss&, const Margins& margin, double label) {
  margin[0] = -label * sigmoid(-label * margin[0]);
}
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const SmoothedHingeLoss& loss, const Margins& margin, double label) {
  const double missing = 1 - label * margin[0];
  margin[0] = -label * kept_between(0.0, 1.0, missing / loss.width);
}
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const PoissonLoss&, const Margins& margin, double label) {
  margin[0] = portable_exp(margin[0]) - label;
}
template <class Margins>
SOTTO_ANYWHERE void become_slopes(const SoftmaxLoss&, const Margins& margins, double label) {
  double largest = margins[0], sum = 0;
  for (std::size_t k = 1; k < margins.size(); ++k) largest = largest < margins[k] ? margins[k] : largest;
  for (std::size_t k = 0; k < margins.size(); ++k) {
    margins[k] = portable_exp(margins[k] - largest);
    sum += margins[k];
  }
  for (std::size_t k = 0; k < margins.size(); ++k) margins[k] /= sum;
  margins[static_cast<std::size_t>(label)] -= 1;
}

/// What a record counts.
struct RecordWeight {
  double weight;
  double clip;  ///< of a record's gradient before it is weighed; infinite: there is none

  /// Turns the slopes of a record whose row is so long into those that count.
  template <class Slopes>
  SOTTO_ANYWHERE void apply(const Slopes& slopes, double row_norm) const {
    double factor = weight;
    if (clip < HUGE_VAL) {
      double squares = 0;
      for (std::size_t k = 0; k < slopes.size(); ++k) squares += slopes[k] * slopes[k];
      const double length = std::sqrt(squares) * row_norm;
      if (length > clip) factor *= clip / length;
    }
    for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k] *= factor;
  }
};

}  // namespace sotto
