// SPDX-License-Identifier: MIT
// The accountants again, in 100 digits. Isolated here: cpp_bin_float is slow to compile.
#include "support/many_digits.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

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

/// ln of the smallest e^((a-1)(a rho - eps)) (1 - 1/a)^a / (a-1) over a > 1. The slope in a is concave with one root:
/// Newton's steps in a double first, then some with all digits.
Real best_renyi_log(const Real& rho, const Real& epsilon) {
  const double r = static_cast<double>(rho), e = static_cast<double>(epsilon);
  double low = -700, high = 350;  // of ln(a - 1)
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2, b = std::exp(middle);
    ((2 * b + 1) * r - e - std::log1p(1 / b) < 0 ? low : high) = middle;
  }
  Real b = exp(Real(low));
  for (int k = 0; k < 6; ++k) b -= ((2 * b + 1) * rho - epsilon + log(b / (1 + b))) / (2 * rho + 1 / (b * (1 + b)));
  const Real a = b + 1;
  return (a - 1) * (a * rho - epsilon) + a * log(1 - 1 / a) - log(a - 1);
}

/// The epsilon of each of T rounds that advanced composition with slack delta/2 turns into `epsilon`.
Real round_epsilon(const Real& epsilon, const Real& delta, unsigned rounds) {
  const Real root = sqrt(2 * Real(rounds) * log(2 / delta));
  // Both are above the root; the left side is convex and grows, so Newton's steps come down to it.
  Real x = std::min<Real>(epsilon / root, std::max<Real>(1, log(1 + epsilon)));
  for (int k = 0; k < 40; ++k) {
    const Real excess = x * root + rounds * x * (exp(x) - 1) - epsilon;
    x -= excess / (root + rounds * (exp(x) - 1 + x * exp(x)));
  }
  return x;
}

}  // namespace

double log_excess(const Promise& promise) {
  const Real epsilon(promise.budget.epsilon), delta(promise.budget.delta), alpha(promise.alpha);
  const Real T(promise.rounds), l = log(1 / delta);
  switch (promise.accountant) {
    case Accountant::basic:
      return static_cast<double>(log(delta_of(alpha / T, epsilon / T) * T / delta));
    case Accountant::advanced:
      return static_cast<double>(
          log(delta_of(alpha / T, round_epsilon(epsilon, delta, promise.rounds)) * 2 * T / delta));
    case Accountant::paper:
      return static_cast<double>(log(Real(2)) + epsilon * (1 - epsilon / alpha) / 2 + l);
    case Accountant::root:
    case Accountant::zcdp_bs: {
      if (epsilon <= alpha / 2) return static_cast<double>(l);
      const Real sides(promise.accountant == Accountant::root ? 2 : 1), distance = epsilon - alpha / 2;
      return static_cast<double>(log(sides) - distance * distance / (2 * alpha) + l);
    }
    case Accountant::zcdp_cks:
      return static_cast<double>(best_renyi_log(alpha / 2, epsilon) + l);
    case Accountant::exact:
      break;
  }
  return static_cast<double>(log(delta_of(alpha, epsilon) / delta));
}

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
