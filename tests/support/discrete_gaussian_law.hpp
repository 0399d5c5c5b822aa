// SPDX-License-Identifier: MIT
// The law of the discrete Gaussian from its definition, and tests that ask whether a sample follows it.
#pragma once

#include <cstdint>
#include <span>

namespace sotto::test {

/// P(k) proportional to exp(-k^2/(2 sigma^2)): sums over the integers in long double, up to sigma = 4096; beyond, each
/// sum is the integral between half-integers, which differs by less than 1/(24 sigma^2) < 3e-9, relatively.
class DiscreteGaussianLaw {
 public:
  explicit DiscreteGaussianLaw(long double sigma_squared);

  long double sigma() const { return sigma_; }
  long double normaliser() const { return normaliser_; }
  long double variance() const { return moment(2); }
  long double moment(int power) const;  ///< E Y^power, power 2 or 4
  long double probability(std::int64_t k) const { return between(k, k); }
  long double between(std::int64_t first, std::int64_t last) const;  ///< P(first <= Y <= last)
  long double at_least(std::int64_t k) const;                        ///< P(|Y| >= k), k > 0

 private:
  long double weight(std::int64_t first, std::int64_t last) const;
  bool summed() const { return sigma_ <= 4096; }

  long double sigma_;
  long double normaliser_;
};

using Sample = std::span<const std::int64_t>;

/// How likely a sample from the law lies at least as far off: a value below p comes by chance with probability p (to
/// the accuracy of the chi-square and the normal limit; every cell expects 20 or more).
double chi_square_p(const DiscreteGaussianLaw& law, Sample sample);
/// Whether positive and negative are equally frequent, for each magnitude.
double sign_given_magnitude_p(const DiscreteGaussianLaw& law, Sample sample);

/// Distances in standard errors from the exact value.
double mean_deviation(const DiscreteGaussianLaw& law, Sample sample);
double second_moment_deviation(const DiscreteGaussianLaw& law, Sample sample);
/// Of the number of values with |Y| >= from.
double tail_deviation(const DiscreteGaussianLaw& law, std::int64_t from, Sample sample);

}  // namespace sotto::test
