// SPDX-License-Identifier: MIT
// The law of the discrete Gaussian. Isolated here: Boost.Math is slow to compile.
#include "support/discrete_gaussian_law.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <iterator>
#include <vector>

namespace sotto::test {
namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;
constexpr long double farthest = 20;  // sigmas: exp(-200) is below the last digit of everything here

/// Values first .. last as one cell of a table.
struct Cell {
  std::int64_t first;
  std::int64_t last;
};

/// Cells of about a quarter sigma, joined from the tails inwards until each expects at least 20 of n.
std::vector<Cell> cells(const DiscreteGaussianLaw& law, std::size_t n) {
  const auto width = std::max<std::int64_t>(1, std::llroundl(law.sigma() / 4));
  const auto outermost = static_cast<std::int64_t>(farthest * law.sigma());
  const auto enough = [&](std::int64_t first) {
    return law.between(first, outermost) * static_cast<long double>(n) >= 20;
  };
  const std::int64_t middle = width / 2;
  std::vector<Cell> right;  // the law is symmetric
  for (std::int64_t first = middle + 1; enough(first); first += width) right.push_back({first, first + width - 1});
  if (!right.empty() && !enough(right.back().last + 1)) right.back().last = outermost;
  std::vector<Cell> all;
  std::transform(right.rbegin(), right.rend(), std::back_inserter(all), [](const Cell& cell) {
    return Cell{-cell.last, -cell.first};
  });
  all.push_back({-middle, middle});
  all.insert(all.end(), right.begin(), right.end());
  return all;
}

std::vector<double> counts(const std::vector<Cell>& table, Sample sample) {
  std::vector<double> count(table.size() + 1);  // the last holds what no cell does
  for (const std::int64_t value : sample) {
    const auto cell = std::lower_bound(table.begin(), table.end(), value,
                                       [](const Cell& c, std::int64_t wanted) { return c.last < wanted; });
    ++count[cell != table.end() && cell->first <= value ? static_cast<std::size_t>(cell - table.begin())
                                                        : table.size()];
  }
  return count;
}

/// P(chi-square >= value).
double upper_tail(double value, std::size_t degrees_of_freedom) {
  return boost::math::gamma_q(static_cast<double>(degrees_of_freedom) / 2, value / 2);
}

}  // namespace

DiscreteGaussianLaw::DiscreteGaussianLaw(long double sigma_squared)
    : sigma_(std::sqrt(sigma_squared)), normaliser_(std::sqrt(2 * pi) * sigma_) {
  const auto outermost = static_cast<std::int64_t>(farthest * sigma_) + 1;
  if (summed()) normaliser_ = weight(-outermost, outermost);
}

long double DiscreteGaussianLaw::weight(std::int64_t first, std::int64_t last) const {
  if (first > last) return 0;
  if (!summed()) {
    if (first <= 0 && last >= 0) return weight(first, -1) + 1 + weight(1, last);  // erfc is accurate on one side
    const auto beyond = [&](long double k) { return std::erfc(k / (std::sqrt(2.0L) * sigma_)); };
    const auto low = std::min(std::abs(first), std::abs(last)), high = std::max(std::abs(first), std::abs(last));
    return sigma_ * std::sqrt(pi / 2) *
           (beyond(static_cast<long double>(low) - 0.5L) - beyond(static_cast<long double>(high) + 0.5L));
  }
  long double sum = 0;
  for (std::int64_t k = first; k <= last; ++k)
    sum += std::exp(-static_cast<long double>(k * k) / (2 * sigma_ * sigma_));
  return sum;
}

long double DiscreteGaussianLaw::between(std::int64_t first, std::int64_t last) const {
  const auto outermost = static_cast<std::int64_t>(farthest * sigma_) + 1;
  return weight(std::max(first, -outermost), std::min(last, outermost)) / normaliser_;
}

long double DiscreteGaussianLaw::at_least(std::int64_t k) const {
  return 2 * between(k, static_cast<std::int64_t>(farthest * sigma_) + 1 + k);
}

long double DiscreteGaussianLaw::moment(int power) const {
  if (!summed()) return power == 2 ? sigma_ * sigma_ : 3 * std::pow(sigma_, 4);
  long double sum = 0;
  const auto outermost = static_cast<std::int64_t>(farthest * sigma_) + 1;
  for (std::int64_t k = 1; k <= outermost; ++k)
    sum += 2 * std::pow(static_cast<long double>(k), power) * probability(k);
  return sum;
}

double chi_square_p(const DiscreteGaussianLaw& law, Sample sample) {
  const std::vector<Cell> table = cells(law, sample.size());
  const std::vector<double> count = counts(table, sample);
  if (count.back() > 0) return 0;  // 20 sigmas out
  double chi_square = 0;
  for (std::size_t c = 0; c < table.size(); ++c) {
    const auto expected =
        static_cast<double>(law.between(table[c].first, table[c].last) * static_cast<long double>(sample.size()));
    chi_square += (count[c] - expected) * (count[c] - expected) / expected;
  }
  return upper_tail(chi_square, table.size() - 1);
}

double sign_given_magnitude_p(const DiscreteGaussianLaw& law, Sample sample) {
  const std::vector<Cell> table = cells(law, sample.size());
  const std::vector<double> count = counts(table, sample);
  double chi_square = 0;
  const std::size_t pairs = table.size() / 2;
  for (std::size_t c = 0; c < pairs; ++c) {
    const double negative = count[c], positive = count[table.size() - 1 - c];
    if (negative + positive == 0) return 0;
    chi_square += (positive - negative) * (positive - negative) / (positive + negative);
  }
  return upper_tail(chi_square, pairs);
}

double mean_deviation(const DiscreteGaussianLaw& law, Sample sample) {
  long double sum = 0;
  for (const std::int64_t value : sample) sum += static_cast<long double>(value);
  return static_cast<double>(sum / std::sqrt(static_cast<long double>(sample.size()) * law.variance()));
}

double second_moment_deviation(const DiscreteGaussianLaw& law, Sample sample) {
  const long double second = law.moment(2), spread = std::sqrt(law.moment(4) - second * second);
  long double sum = 0;
  for (const std::int64_t value : sample) sum += static_cast<long double>(value) * static_cast<long double>(value);
  const auto n = static_cast<long double>(sample.size());
  return static_cast<double>((sum / n - second) / spread * std::sqrt(n));
}

double tail_deviation(const DiscreteGaussianLaw& law, std::int64_t from, Sample sample) {
  const auto far = std::count_if(sample.begin(), sample.end(), [&](std::int64_t y) { return std::abs(y) >= from; });
  const auto p = static_cast<double>(law.at_least(from)), n = static_cast<double>(sample.size());
  return (static_cast<double>(far) - n * p) / std::sqrt(n * p * (1 - p));
}

}  // namespace sotto::test
