// SPDX-License-Identifier: MIT
// What a record costs a linear model: l(m; y), a convex function of its margins m_k = a . x_k and its label y.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

namespace sotto {

/// Bounds over all labels and all margins of magnitude up to some reach: public.
struct LossBounds {
  double slope;      ///< of ||grad l||_2 with respect to the margins
  double curvature;  ///< of the largest eigenvalue of the Hessian
};

/// 1/2 (m - y)^2, |y| <= label_bound.
struct SquaredLoss {
  double label_bound = 1;

  bool operator==(const SquaredLoss&) const = default;
};

/// Squared near the label, linear from `width` on: a label that is far off pulls no harder than one at `width`.
struct HuberLoss {
  double width = 1;
  double label_bound = 1;

  bool operator==(const HuberLoss&) const = default;
};

/// ln(1 + exp(-y m)), y = -1 or +1.
struct LogisticLoss {
  bool operator==(const LogisticLoss&) const = default;
};

/// max(0, 1 - y m), rounded off by a parabola where y m lies between 1 - width and 1; y = -1 or +1.
struct SmoothedHingeLoss {
  double width = 0.5;

  bool operator==(const SmoothedHingeLoss&) const = default;
};

/// exp(m) - y m, counts y in [0, label_bound].
struct PoissonLoss {
  double label_bound = 1;

  bool operator==(const PoissonLoss&) const = default;
};

/// ln(sum_k exp(m_k)) - m_y, one margin for each class, y = 0 .. classes - 1.
struct SoftmaxLoss {
  std::size_t classes;

  bool operator==(const SoftmaxLoss&) const = default;
};

using Loss = std::variant<SquaredLoss, HuberLoss, LogisticLoss, SmoothedHingeLoss, PoissonLoss, SoftmaxLoss>;

/// Throws InvalidInput unless widths and bounds are positive and there are at least two classes.
void check(const Loss& loss);

/// How many margins a record has.
std::size_t margins_of(const Loss& loss);

LossBounds bounds_of(const Loss& loss, double reach);

/// A label as the loss allows it: moved into its range; what is not a number becomes the label nearest 0.
double allowed_label(const Loss& loss, double label);

double value_of(const SquaredLoss& loss, std::span<const double> margin, double label);
double value_of(const HuberLoss& loss, std::span<const double> margin, double label);
double value_of(const LogisticLoss& loss, std::span<const double> margin, double label);
double value_of(const SmoothedHingeLoss& loss, std::span<const double> margin, double label);
double value_of(const PoissonLoss& loss, std::span<const double> margin, double label);
double value_of(const SoftmaxLoss& loss, std::span<const double> margins, double label);

}  // namespace sotto
