// SPDX-License-Identifier: MIT
// Public bounds of losses, and the labels they allow.
#include <algorithm>
#include <cmath>

#include "sotto/input/closed_set.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {
namespace {

double nearest(double label, double lowest, double highest) {
  return std::clamp(std::isnan(label) ? 0.0 : label, lowest, highest);
}

double sign_of(double label) {
  return label > 0 ? 1 : -1;
}

}  // namespace

void check(const Loss& loss) {
  Faults faults;
  const auto must_be_positive = [&](const char* field, double value) {
    if (!std::isfinite(value) || !(value > 0)) faults.add({field, show(value), "must be finite and > 0"});
  };
  std::visit(Cases{[&](const SquaredLoss& of) { must_be_positive("label range", of.label_bound); },
                   [&](const HuberLoss& of) {
                     must_be_positive("problem.width", of.width);
                     must_be_positive("label range", of.label_bound);
                   },
                   [](const LogisticLoss&) {},
                   [&](const SmoothedHingeLoss& of) { must_be_positive("problem.width", of.width); },
                   [&](const PoissonLoss& of) { must_be_positive("label range", of.label_bound); },
                   [&](const SoftmaxLoss& of) {
                     if (of.classes < 2 || of.classes > 100'000)
                       faults.add({"classes", std::to_string(of.classes), "must be between 2 and 100000"});
                   }},
             loss);
  faults.throw_if_any();
}

std::size_t margins_of(const Loss& loss) {
  const auto* softmax = std::get_if<SoftmaxLoss>(&loss);
  return softmax == nullptr ? 1 : softmax->classes;
}

LossBounds bounds_of(const Loss& loss, double reach) {
  // exp is rounded: a few ulps more, so that a bound is one.
  const double largest_rate = std::exp(reach) * (1 + 1e-14);
  return std::visit(Cases{[&](const SquaredLoss& of) {
                            return LossBounds{reach + of.label_bound, 1};
                          },
                          [&](const HuberLoss& of) {
                            return LossBounds{std::min(of.width, reach + of.label_bound), 1};
                          },
                          [](const LogisticLoss&) {
                            return LossBounds{1, 0.25};
                          },
                          [](const SmoothedHingeLoss& of) {
                            return LossBounds{1, 1 / of.width};
                          },
                          [&](const PoissonLoss& of) {
                            return LossBounds{std::max(largest_rate, of.label_bound), largest_rate};
                          },
                          // p - e_y is longest where p is another class for sure; diag(p) - p p' is at most 1/2.
                          [](const SoftmaxLoss&) {
                            return LossBounds{std::sqrt(2.0) * (1 + 1e-15), 0.5};
                          }},
                    loss);
}

double allowed_label(const Loss& loss, double label) {
  return std::visit(
      Cases{
          [&](const SquaredLoss& of) { return nearest(label, -of.label_bound, of.label_bound); },
          [&](const HuberLoss& of) { return nearest(label, -of.label_bound, of.label_bound); },
          [&](const LogisticLoss&) { return sign_of(label); }, [&](const SmoothedHingeLoss&) { return sign_of(label); },
          [&](const PoissonLoss& of) { return nearest(label, 0.0, of.label_bound); },
          [&](const SoftmaxLoss& of) { return std::floor(nearest(label, 0.0, static_cast<double>(of.classes - 1))); }},
      loss);
}

}  // namespace sotto
