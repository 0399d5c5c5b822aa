// SPDX-License-Identifier: MIT
// What the adversary may see.
#include "sotto/privacy/released.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sotto/arithmetic/exact_sum.hpp"
#include "sotto/arithmetic/most_added_plainly.hpp"
#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/privacy/send_nothing.hpp"

namespace sotto {
namespace {

/// Without a branch: compilers vectorise a loop of it.
bool is_finite_number(double value) {
  return std::abs(value) <= std::numeric_limits<double>::max();
}

}  // namespace

void Released::become_noisy(std::span<const double> x, NoiseScale scale, NoiseSource& noise, NodeRound at) {
  const double M = scale.standard_deviation();
  if (!std::isfinite(M) || !(M > 0) || x.size() != values_.size()) send_nothing();
  std::fill(values_.begin(), values_.end(), 0.0);
  try {
    noise.add_to(at, M, values_);  // a source never sees an estimate
  } catch (...) {                  // noise that was heard alone could be subtracted from a later message
    std::fill(values_.begin(), values_.end(), 0.0);
    throw;
  }
  bool finite = true;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    values_[k] = x[k] + values_[k];
    finite &= is_finite_number(values_[k]);
  }
  if (!finite) send_nothing();
}

void Released::become_noisy(std::span<const std::int64_t> x, DrawnNoise& noise) {
  if (!noise.scale_ || x.size() != values_.size() || noise.steps_.size() != values_.size()) send_nothing();
  const double grid = noise.scale_->grid();
  if (noise.scale_->sigma() == 0 || !std::isnormal(grid)) send_nothing();
  noise.scale_.reset();
  constexpr std::int64_t last = (std::int64_t{1} << 53) - 1;  // up to here a double holds every integer
  for (std::size_t k = 0; k < values_.size(); ++k) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(x[k], noise.steps_[k], &sum)) sum = noise.steps_[k] > 0 ? last : -last;
    values_[k] = static_cast<double>(std::clamp(sum, -last, last)) * grid;  // exact: grid is a power of two
  }
  std::fill(noise.steps_.begin(), noise.steps_.end(), 0);
}

Released Released::mean_of(std::span<const Masked* const> residues, const Roster& roster) {
  const std::span<const std::uint32_t> members = roster.members();
  if (residues.size() != members.size()) send_nothing();
  const Masked& first = *residues[0];
  for (std::size_t k = 0; k < residues.size(); ++k) {
    const Masked& u = *residues[k];
    const bool fits = u.at_.node == members[k] && u.at_.round == first.at_.round && u.at_.round > 0 &&
                      u.grid_ == first.grid_ && u.dimension() == first.dimension();
    if (!fits) send_nothing();
  }
  Released sum(first.dimension());
  const auto N = static_cast<double>(members.size());
  if (first.grid_ == 0) {
    sum.add_simulated(residues);
    for (double& value : sum.values_) value /= N;
    return sum;
  }
  std::vector<std::uint64_t> residue(first.dimension(), 0);
  for (const Masked* u : residues)
    for (std::size_t k = 0; k < residue.size(); ++k) residue[k] += u->residues_[k];
  for (std::size_t k = 0; k < residue.size(); ++k)
    sum.values_[k] = static_cast<double>(static_cast<std::int64_t>(residue[k])) * first.grid_ / N;
  return sum;
}

/// As every engine adds them: in their order, and many of them without rounding.
void Released::add_simulated(std::span<const Masked* const> terms) {
  if (terms.size() > most_added_plainly) {
    ExactSums sums(values_.size());
    for (const Masked* u : terms) sums.add(u->simulated_);
    return sums.round_to(values_);
  }
  for (const Masked* u : terms)
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] += u->simulated_[k];
}

bool Released::is_finite() const {
  bool finite = true;
  for (const double value : values_) finite &= is_finite_number(value);
  return finite;
}

void Released::become_mixture(std::span<const double> weights, std::span<const Released* const> terms) {
  const double first = weights[0];
  const std::span<const double> y = terms[0]->values_;
  for (std::size_t k = 0; k < values_.size(); ++k) values_[k] = first * y[k];
  std::array<const double*, 64> some;  // a few neighbours at a time, so that nothing is allocated
  for (std::size_t j = 1, count = 0; j < terms.size(); j += count) {
    count = std::min(some.size(), terms.size() - j);
    for (std::size_t k = 0; k < count; ++k) some[k] = terms[j + k]->values_.data();
    add_weighted(weights.subspan(j, count), std::span(some).first(count), values_);
  }
}

void Released::add_scaled(double factor, const Released& term) {
  multiply_add(factor, term.values_, values_, values_);
}

void Released::extrapolate_from(const Released& earlier, double factor) {
  extrapolate(factor, earlier.values_, values_);
}

}  // namespace sotto
