// SPDX-License-Identifier: MIT
#include "sotto/data/model/prediction.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/input/closed_set.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/row_access.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

std::uint32_t sign_level(std::span<const double> margin) {
  return margin[0] > 0 ? 1 : 0;
}

/// The probability of the largest margin: every other class adds exp of how far it lies below.
double largest_probability(std::span<const double> margins, double largest) {
  double sum = 0;
  for (const double m : margins) sum += portable_exp(m - largest);
  return 1 / sum;
}

}  // namespace

std::vector<double> margins_at(const Loss& loss, std::span<const double> x, const FeatureRows& rows) {
  const std::size_t margins = margins_of(loss), features = dimension_of(rows);
  if (x.size() != margins * features)
    throw InvalidInput({"coefficients", std::to_string(x.size()),
                        "the rows ask for " + std::to_string(margins) + " times " + std::to_string(features)});
  std::vector<double> found(count_of(rows) * margins);
  std::visit(
      [&](const auto& some) {
        for (std::size_t r = 0; r < some.count(); ++r)
          for (std::size_t k = 0; k < margins; ++k)
            found[r * margins + k] = dot(row_of(some, r), x.subspan(k * features, features));
      },
      rows);
  return found;
}

Prediction prediction_of(const Loss& loss, std::span<const double> margins, const AffineMap& label) {
  const auto number = [&](double encoded) { return Prediction{.value = in_units(label, encoded)}; };
  return std::visit(
      Cases{[&](const SquaredLoss&) { return number(margins[0]); },
            [&](const HuberLoss&) { return number(margins[0]); },
            [&](const PoissonLoss&) { return number(portable_exp(margins[0])); },
            [&](const LogisticLoss&) {
              const double more = 1 / (1 + portable_exp(-std::abs(margins[0])));
              const double less = portable_exp(-std::abs(margins[0])) * more;  // 1 - more would be 0 too soon
              const bool second = sign_level(margins) == 1;
              return Prediction{.level = sign_level(margins),
                                .probability = more,
                                .probabilities = {second ? less : more, second ? more : less}};
            },
            [&](const SmoothedHingeLoss&) { return Prediction{.level = sign_level(margins)}; },
            [&](const SoftmaxLoss&) {
              const auto largest = std::max_element(margins.begin(), margins.end());
              const double most = largest_probability(margins, *largest);
              Prediction said{.level = static_cast<std::uint32_t>(largest - margins.begin()), .probability = most};
              for (const double m : margins) said.probabilities.push_back(portable_exp(m - *largest) * most);
              return said;
            }},
      loss);
}

bool predicts_levels(const Loss& loss) {
  return predicts_probabilities(loss) || std::holds_alternative<SmoothedHingeLoss>(loss);
}

bool predicts_probabilities(const Loss& loss) {
  return std::holds_alternative<LogisticLoss>(loss) || std::holds_alternative<SoftmaxLoss>(loss);
}

}  // namespace sotto
