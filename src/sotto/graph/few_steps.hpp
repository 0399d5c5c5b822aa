// SPDX-License-Identifier: MIT
// What the first steps of Lanczos say of a large symmetric matrix: both ends of its spectrum on the vectors of mean
// zero, and how far they can be from the true ones. The same bits for any number of threads and ranks.
#pragma once

#include <vector>

#include "sotto/graph/spectrum.hpp"

namespace sotto {

/// Without restarts and without keeping the vectors: three vectors of memory. Rounding spoils the vectors, but not the
/// ends of the spectrum. The start is a Gaussian vector whose numbers follow from the numbers of the nodes.
class FewSteps {
 public:
  /// The map takes vectors of mean zero to such. All ranks do the same.
  explicit FewSteps(const DistributedMap& map);

  /// One step more. It finds nothing where no new vector is left.
  void advance();
  int taken() const { return taken_; }

  /// Found: these lie inside the spectrum. 0 before the first step.
  double smallest() const;
  double largest() const;

  /// Either end lies at most this far outside, but for one start in a billion. Kuczynski and Wozniakowski (1992): of a
  /// positive semidefinite matrix of n rows a share e of the largest eigenvalue is missing after k steps with a
  /// probability of at most 1.648 sqrt(n) exp(-sqrt(e) (2 k - 1)). Lanczos sees no shift of the matrix, so that e is
  /// also the share of the width of the spectrum that is missing at each end. Infinite where steps are too few.
  double missing_at_each_end() const;
  /// The same for the largest eigenvalue of a matrix that is positive semidefinite itself.
  double largest_of_semidefinite_at_most() const;

 private:
  using Vector = std::vector<double>;

  void start();
  double take_off_mean_and_find_length(Vector& x, double sum) const;
  double missing_share(double chance) const;
  std::size_t count_below(double x) const;
  double eigenvalue_of_rank(std::size_t rank) const;

  DistributedMap map_;
  Vector here_, before_, next_;
  int taken_ = 0;
  bool complete_ = false;  ///< no new vector is left, but for rounding
  // The matrix that the map becomes on the vectors seen so far: beside_[k] joins k and k + 1.
  std::vector<double> diagonal_, beside_;
};

/// The numbers of rows that all lie in one place, in their order.
std::vector<NodeId> all_numbers(NodeId size);

}  // namespace sotto
