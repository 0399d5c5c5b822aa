// SPDX-License-Identifier: MIT
// The best answer that looks at no feature, of every loss.
#include <algorithm>
#include <limits>

#include "sotto/data/model/test_metrics.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

double mean_of(std::span<const double> labels) {
  double sum = 0;
  for (const double label : labels) sum += label;
  return labels.empty() ? 0 : sum / static_cast<double>(labels.size());
}

/// The share of labels that are this level. It is never 0 or 1: its logarithm is asked for.
double share_of(std::span<const double> labels, double level) {
  constexpr double least = 1e-9;
  const auto count = static_cast<double>(std::count(labels.begin(), labels.end(), level));
  return labels.empty() ? 0.5 : std::clamp(count / static_cast<double>(labels.size()), least, 1 - least);
}

/// Where a convex function is least.
template <class Function>
double lowest_point(double low, double high, const Function& loss_at) {
  for (int k = 0; k < 100; ++k) {
    const double third = (high - low) / 3;
    if (loss_at(low + third) < loss_at(high - third))
      high -= third;
    else
      low += third;
  }
  return (low + high) / 2;
}

/// Where the hinge loss of that share of labels +1 is least.
double best_margin(const SmoothedHingeLoss& hinge, double share) {
  return lowest_point(-1, 1, [&](double margin) {
    return share * value_of(hinge, {&margin, 1}, 1) + (1 - share) * value_of(hinge, {&margin, 1}, -1);
  });
}

/// Far from the mean where few labels are far out.
double best_number(const HuberLoss& huber, std::span<const double> labels) {
  if (labels.empty()) return 0;
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  return lowest_point(*least, *most, [&](double margin) {
    double sum = 0;
    for (const double label : labels) sum += value_of(huber, {&margin, 1}, label);
    return sum;
  });
}

}  // namespace

std::vector<double> constant_margins(const Loss& loss, std::span<const double> labels) {
  return std::visit(
      Cases{[&](const SquaredLoss&) { return std::vector{mean_of(labels)}; },
            [&](const HuberLoss& huber) { return std::vector{best_number(huber, labels)}; },
            [&](const PoissonLoss&) {
              return std::vector{portable_log(std::max(mean_of(labels), std::numeric_limits<double>::min()))};
            },
            [&](const LogisticLoss&) {
              const double share = share_of(labels, 1);
              return std::vector{portable_log(share) - portable_log(1 - share)};
            },
            [&](const SmoothedHingeLoss& hinge) { return std::vector{best_margin(hinge, share_of(labels, 1))}; },
            [&](const SoftmaxLoss& softmax) {
              std::vector<double> margins;
              for (std::size_t k = 0; k < softmax.classes; ++k)
                margins.push_back(portable_log(share_of(labels, static_cast<double>(k))));
              return margins;
            }},
      loss);
}

}  // namespace sotto
