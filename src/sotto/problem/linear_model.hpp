// SPDX-License-Identifier: MIT
// A linear model of labelled rows: f_i(x) = w sum over records of l(a . x; y) + mu/2 ||x||^2.
#pragma once

#include <optional>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"
#include "sotto/problem/quantised_sum.hpp"
#include "sotto/problem/slopes.hpp"

namespace sotto {

/// What is declared of a node's share before any of its rows is read. Public.
struct LinearModelSetting {
  Loss loss;
  std::size_t features;                       ///< of a row, the intercept's 1 included
  std::uint64_t records;                      ///< N_i
  double row_norm;                            ///< B, which rows are clipped to
  double weight = 1;                          ///< w, of every record
  double strong_convexity;                    ///< mu, this node's share of the regulariser
  std::optional<double> clip = std::nullopt;  ///< C, which a record's gradient (before w) is clipped to
};

/// The point x holds one vector of `features` numbers for each margin of the loss, one after another.
class LinearModel final : public RecordSum {
 public:
  /// Rows and labels are made to keep what was declared: a row that is not finite becomes one of zeros, a longer one is
  /// clipped to B. Refusing a row would tell the world about it. Another number of rows or features is refused.
  LinearModel(const Domain& domain, const LinearModelSetting& setting, LabelledRows rows);

  /// G: the longest that the gradient of one record's loss can be.
  static double longest_gradient(const Domain& domain, const Loss& loss, double row_norm);
  /// D0 = 2 w G, G = B times the loss's steepest slope (or C if that is less); L = w N_i B^2 times its curvature + mu.
  static PublicConstants constants_for(const Domain& domain, const LinearModelSetting& setting);

  std::size_t dimension() const override { return margins_of(setting_.loss) * setting_.features; }
  /// The value of the loss as it is, however gradients are clipped.
  double value(std::span<const double> x) const override;
  void gradient(std::span<const double> x, std::span<double> out) const override;
  /// Every row is read once for all points.
  void gradients(std::span<const double> points, std::span<double> out) const override;
  PublicConstants public_constants() const override { return constants_; }

  void shared_gradient(std::span<const double> x, std::span<double> out) const override;
  const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& scratch) const override;

  const LabelledRows& rows() const { return rows_; }
  const LinearModelSetting& setting() const { return setting_; }
  RecordWeight record_weight() const;
  /// As long as a row is; looked at where gradients are clipped.
  double norm_of(std::size_t record) const { return norms_.empty() ? 0 : norms_[record]; }

 private:
  LinearModelSetting setting_;
  PublicConstants constants_;
  LabelledRows rows_;
  std::vector<double> norms_;  ///< of rows, where gradients are clipped
};

}  // namespace sotto
