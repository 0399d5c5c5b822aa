// SPDX-License-Identifier: MIT
// The exact curve again, in 100 digits. Isolated here: cpp_bin_float is slow to compile.
#include "support/many_digits.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace sotto::test {
namespace {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<120>>;

/// Phi(-x), for every x: Taylor's series of the density's integral near 0, Laplace's continued fraction in the tail.
/// Written here because the library's erfc has no rational approximation beyond 113 bits that reaches these tails.
Real upper_tail(const Real& x) {
  if (x < 0) return 1 - upper_tail(-x);
  const Real density = exp(-x * x / 2) / sqrt(2 * boost::math::constants::pi<Real>());
  if (x > 12) {
    Real c = 0;
    for (int k = 600; k >= 1; --k) c = k / (x + c);
    return density / (x + c);
  }
  Real term = x, sum = x;
  for (int k = 1; k < 900; ++k) {
    term *= x * x / (2 * k + 1);
    sum += term;
  }
  return Real(0.5) - density * sum;
}

Real delta_of(const Real& alpha, const Real& epsilon) {
  const Real mu = sqrt(alpha);
  return upper_tail(epsilon / mu - mu / 2) - exp(epsilon) * upper_tail(epsilon / mu + mu / 2);
}

}  // namespace

double log_excess(const AlphaAtEpsilon& at, double delta) {
  return static_cast<double>(log(delta_of(Real(at.alpha), Real(at.epsilon)) / Real(delta)));
}

double relative_distance_to_root(const PrivacyBudget& budget, double guess) {
  // d delta/d mu = phi(eps/mu - mu/2): Newton's step in alpha from a guess this close is the distance itself.
  const Real alpha(guess), mu = sqrt(alpha), epsilon(budget.epsilon);
  const Real a = epsilon / mu - mu / 2;
  const Real slope = exp(-a * a / 2) / sqrt(2 * boost::math::constants::pi<Real>()) / (2 * mu);
  return static_cast<double>((Real(budget.delta) - delta_of(alpha, epsilon)) / slope / alpha);
}

}  // namespace sotto::test
