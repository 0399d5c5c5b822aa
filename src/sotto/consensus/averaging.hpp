// SPDX-License-Identifier: MIT
// How nodes average in Stage II: by W in every round, or by Chebyshev's polynomials of W, which need about the square
// root of the rounds. Arithmetic on messages and public numbers either way: it costs no privacy.
//
//   plain      y(k) = W y(k-1)
//   chebyshev  y(1) = W y(0),  y(k) = y(k-2) + omega_k (W y(k-1) - y(k-2)):  y(k) = T_k(W/beta) y(0) / T_k(1/beta)
//              omega_2 = 1/(1 - beta^2/2),  omega_(k+1) = 1/(1 - omega_k beta^2/4)
#pragma once

#include <array>
#include <string_view>

#include "sotto/privacy/schedule.hpp"

namespace sotto {

enum class Consensus { plain, chebyshev };
inline constexpr std::array all_consensus{Consensus::plain, Consensus::chebyshev};
std::string_view name_of(Consensus consensus);

/// How a network averages in Stage II. Public: all nodes have the same.
struct Averaging {
  Consensus consensus = Consensus::plain;
  double mixing_rate = 1;  ///< a bound on beta from above, at most 1
};

/// Bound on (distance to the mean after some rounds) / (at the start): beta^k, or 1 / T_k(1/beta).
double disagreement_left(const Averaging& averaging, Round rounds);
/// The same for the squares of these distances.
double squared_disagreement_left(const Averaging& averaging, Round rounds);

/// The rounds after which that bound is at most the tolerance: a whole number, infinite where beta is 1.
double rounds_to_contract(const Averaging& averaging, double tolerance);

/// omega_2, omega_3, ... follow from one public number, so all nodes have the same.
class ChebyshevFactors {
 public:
  explicit ChebyshevFactors(double mixing_rate);

  /// The factor of round 2 of Stage II at first, and after every advance() that of the next round. Round 1 has none.
  double now() const { return now_; }
  void advance();

 private:
  double quarter_;  // beta^2 / 4
  double now_ = 2;
};

}  // namespace sotto
