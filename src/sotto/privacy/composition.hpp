// SPDX-License-Identifier: MIT
// Composition of rounds that are each calibrated by themselves: the textbook's ways, which cost more the more rounds.
#pragma once

#include "sotto/privacy/gaussian_curve.hpp"
#include "sotto/privacy/round_shares.hpp"

namespace sotto {

/// `basic`: delta/T a round, epsilons add. `advanced` (Dwork, Rothblum, Vadhan): delta/(2T) a round and a slack of
/// delta/2; epsilon = sqrt(2 ln(2/delta) sum eps_t^2) + sum eps_t (e^eps_t - 1).
enum class Composition { basic, advanced };

/// How a round's epsilon follows from its cost: by the exact curve, or by eps = sqrt(2 alpha ln(1.25/delta)), which is
/// no guarantee where a round's epsilon is 1 or more.
enum class Calibration { exact, classic };

class ComposedRounds {
 public:
  struct Kind {
    Composition composition;
    Calibration calibration;
  };
  /// The shares must outlive it.
  ComposedRounds(Kind kind, const RoundShares& shares) : kind_(kind), shares_(shares) {}

  double alpha(const PrivacyBudget& budget) const;  ///< from below; 0 when no positive double is kept
  double epsilon(const AlphaAtDelta& at) const;     ///< from above; infinity when it does not fit a double
  double delta(const AlphaAtEpsilon& at) const;     ///< from above; at most 1
  double largest_round_epsilon(const AlphaAtDelta& at) const;

 private:
  double delta_of_a_round(double delta) const;
  double round_epsilon(const AlphaAtDelta& at) const;

  Kind kind_;
  const RoundShares& shares_;
};

}  // namespace sotto
