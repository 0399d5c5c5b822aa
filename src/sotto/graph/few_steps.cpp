// SPDX-License-Identifier: MIT
#include "sotto/graph/few_steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

#include "sotto/arithmetic/exact_sum.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

constexpr double start_is_bad = 1e-9;  ///< the chance that the random vector misses an end of the spectrum

/// The sum over all rows of what add_rows(first, last, sum) adds for those that lie here.
template <class AddRows>
double sum_over_rows(const DistributedMap& map, const AddRows& add_rows) {
  ExactSum all;
  std::mutex mutex;
  share_out(map.crew, map.numbers.size(), [&](std::size_t first, std::size_t last) {
    ExactSum of_part;
    add_rows(first, last, of_part);
    const std::lock_guard lock(mutex);
    all += of_part;
  });
  map.ranks.add(all.settled());
  return all.rounded();
}

}  // namespace

FewSteps::FewSteps(const DistributedMap& map)
    : map_(map), here_(map.numbers.size()), before_(here_.size(), 0.0), next_(here_.size()) {
  start();
}

/// The first vector, of length 1.
void FewSteps::start() {
  const double sum = sum_over_rows(map_, [&](std::size_t first, std::size_t last, ExactSum& of_part) {
    for (std::size_t i = first; i < last; ++i) {
      here_[i] = gaussian_at(1, {.stream = Stream::graph, .node = 2}, map_.numbers[i]);
      of_part.add(here_[i]);
    }
  });
  const double length = take_off_mean_and_find_length(here_, sum);
  complete_ = !(length > 0.0);
  for (double& value : here_) value /= length;
}

double FewSteps::take_off_mean_and_find_length(Vector& x, double sum) const {
  const double mean = sum / static_cast<double>(map_.size);
  return std::sqrt(sum_over_rows(map_, [&](std::size_t first, std::size_t last, ExactSum& of_part) {
    for (std::size_t i = first; i < last; ++i) {
      x[i] -= mean;
      of_part.add(x[i] * x[i]);
    }
  }));
}

void FewSteps::advance() {
  ++taken_;
  if (complete_) return;
  const double coupling = beside_.empty() ? 0.0 : beside_.back();
  map_.apply(here_, next_);
  const double along = sum_over_rows(map_, [&](std::size_t first, std::size_t last, ExactSum& of_part) {
    for (std::size_t i = first; i < last; ++i) of_part.add(here_[i] * next_[i]);
  });
  const double sum = sum_over_rows(map_, [&](std::size_t first, std::size_t last, ExactSum& of_part) {
    for (std::size_t i = first; i < last; ++i) {
      next_[i] -= along * here_[i] + coupling * before_[i];
      of_part.add(next_[i]);
    }
  });
  // Rounding brings some of the mean back, and its eigenvalue with it.
  const double length = take_off_mean_and_find_length(next_, sum);
  diagonal_.push_back(along);
  beside_.push_back(length);
  complete_ = !(length > 1e-12 * (std::abs(diagonal_[0]) + beside_[0]));
  if (complete_) return;
  before_.swap(here_);
  here_.swap(next_);
  share_out(map_.crew, here_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) here_[i] /= length;
  });
}

/// How many eigenvalues are smaller than x: as many as there are negative pivots (Sylvester).
std::size_t FewSteps::count_below(double x) const {
  std::size_t count = 0;
  double pivot = 1.0;
  for (std::size_t k = 0; k < diagonal_.size(); ++k) {
    const double beside = k == 0 ? 0.0 : beside_[k - 1];
    pivot = diagonal_[k] - x - beside * beside / pivot;
    if (pivot == 0.0) pivot = -std::numeric_limits<double>::min();
    count += pivot < 0.0;
  }
  return count;
}

/// The smallest x with at least `rank` eigenvalues below it, by bisection between bounds of Gershgorin.
double FewSteps::eigenvalue_of_rank(std::size_t rank) const {
  double low = diagonal_[0], high = low;
  for (std::size_t k = 0; k < diagonal_.size(); ++k) {
    const double reach = (k > 0 ? beside_[k - 1] : 0.0) + (k + 1 < diagonal_.size() ? beside_[k] : 0.0);
    low = std::min(low, diagonal_[k] - reach);
    high = std::max(high, diagonal_[k] + reach);
  }
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (count_below(middle) >= rank ? high : low) = middle;
  }
  return high;
}

double FewSteps::smallest() const {
  return diagonal_.empty() ? 0.0 : eigenvalue_of_rank(1);
}

double FewSteps::largest() const {
  return diagonal_.empty() ? 0.0 : eigenvalue_of_rank(diagonal_.size());
}

double FewSteps::missing_share(double chance) const {
  const double root = portable_log(1.648 * std::sqrt(static_cast<double>(map_.size)) / chance) / (2.0 * taken() - 1.0);
  return root * root;
}

double FewSteps::missing_at_each_end() const {
  if (taken_ == 0) return std::numeric_limits<double>::infinity();
  const double share = missing_share(0.5 * start_is_bad);  // one of two ends may be missed
  const double found = largest() - smallest();
  // The true width is at most found + 2 share width.
  return share < 0.5 ? share * found / (1.0 - 2.0 * share) : std::numeric_limits<double>::infinity();
}

double FewSteps::largest_of_semidefinite_at_most() const {
  if (taken_ == 0) return std::numeric_limits<double>::infinity();
  const double share = missing_share(start_is_bad);
  return share < 1.0 ? largest() / (1.0 - share) : std::numeric_limits<double>::infinity();
}

std::vector<NodeId> all_numbers(NodeId size) {
  std::vector<NodeId> numbers(size);
  std::iota(numbers.begin(), numbers.end(), NodeId{0});
  return numbers;
}

}  // namespace sotto
