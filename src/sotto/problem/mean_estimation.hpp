// SPDX-License-Identifier: MIT
// Mean estimation, the paper's experiment: f_i(x) = 1/2 sum over records d of ||x - d||^2 (eq:meanest).
#pragma once

#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/quantised_sum.hpp"

namespace sotto {

class MeanEstimation final : public RecordSum {
 public:
  /// Every record is projected onto the domain (a coordinate that is not finite counts as 0 first), so that the
  /// sensitivity holds whatever the records are. Refusing one would tell the world about it.
  MeanEstimation(const Domain& domain, Records records);

  /// The sum of the records as an objective takes them: each projected onto the domain.
  static void add_projected(const Domain& domain, Records& records, std::span<double> sum);

  /// mu = L = record count; G = count * diameter(X). Replacing d by d' moves the gradient by d' - d. D0 is twice the
  /// radius of the smallest ball around X, which a clip around its centre can hold records to: diameter(X) for all sets
  /// but a simplex, where it is up to sqrt(2) times as much.
  static PublicConstants constants_for(const Domain& domain, std::size_t record_count);

  std::size_t dimension() const override { return sum_.size(); }
  double value(std::span<const double> x) const override;
  void gradient(std::span<const double> x, std::span<double> out) const override;
  void gradients(std::span<const double> points, std::span<double> out) const override;
  PublicConstants public_constants() const override { return constants_; }
  void prefetch() const override;

  // For the engines of simulations, which keep these numbers of many trials side by side.
  double record_count() const { return count_; }
  std::span<const double> record_sum() const { return sum_; }

  /// count * (x - c), c the public centre of X; a record adds c - d, wherever x is.
  void shared_gradient(std::span<const double> x, std::span<double> out) const override;
  const QuantisedSum& record_gradients(std::span<const double>, QuantisedSum& scratch) const override;

 private:
  double count_;
  std::vector<double> sum_;
  PublicConstants constants_;
  std::vector<double> centre_;
  QuantisedSum minus_records_;  ///< around the centre
  double sum_of_squares_ = 0;
};

}  // namespace sotto
