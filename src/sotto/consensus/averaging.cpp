// SPDX-License-Identifier: MIT
// How nodes average in Stage II.
#include "sotto/consensus/averaging.hpp"

#include <cmath>
#include <limits>

namespace sotto {
namespace {

/// The smaller root q of 2 q / (1 + q^2) = x, for x in [0, 1]. For x = 1/cosh(a) it is e^-a.
double smaller_root(double x) {
  return x / (1 + std::sqrt((1 - x) * (1 + x)));
}

/// 1 / T_k(1/beta) = 1 / cosh(k a) with beta = 1/cosh(a).
double chebyshev_left(double beta, double rounds) {
  const double q = std::pow(smaller_root(beta), rounds);
  return 2 * q / (1 + q * q);
}

}  // namespace

std::string_view name_of(Consensus consensus) {
  return consensus == Consensus::plain ? "plain" : "chebyshev";
}

double disagreement_left(const Averaging& averaging, Round rounds) {
  const auto& [consensus, beta] = averaging;
  return consensus == Consensus::plain ? std::pow(beta, rounds) : chebyshev_left(beta, rounds);
}

double squared_disagreement_left(const Averaging& averaging, Round rounds) {
  const auto& [consensus, beta] = averaging;
  return consensus == Consensus::plain ? std::pow(beta, 2.0 * rounds) : std::pow(chebyshev_left(beta, rounds), 2);
}

double rounds_to_contract(const Averaging& averaging, double tolerance) {
  const auto& [consensus, beta] = averaging;
  if (tolerance >= 1) return 0;
  if (beta <= tolerance) return 1;
  if (beta >= 1) return std::numeric_limits<double>::infinity();
  if (consensus == Consensus::plain) return std::ceil(std::log(tolerance) / std::log(beta));
  const double rounds = std::ceil(std::log(smaller_root(tolerance)) / std::log(smaller_root(beta)));
  return chebyshev_left(beta, rounds) <= tolerance ? rounds : rounds + 1;  // logarithms round to either side
}

ChebyshevFactors::ChebyshevFactors(double mixing_rate) : quarter_(mixing_rate * mixing_rate / 4) {
  advance();
}

void ChebyshevFactors::advance() {
  now_ = 1 / (1 - quarter_ * now_);
}

}  // namespace sotto
