// SPDX-License-Identifier: MIT
#include "sotto/study/break_even.hpp"

#include <cmath>

namespace sotto {
namespace {

/// Where the line through two points, on logarithmic axes, reaches the error; a point without an error is reached.
double crossing(const ErrorAt& worse, const ErrorAt& better, double error) {
  if (!(better.error > 0)) return better.epsilon;
  const double share = std::log(worse.error / error) / std::log(worse.error / better.error);
  return std::exp(std::log(worse.epsilon) + share * std::log(better.epsilon / worse.epsilon));
}

}  // namespace

BreakEven break_even(const std::vector<ErrorAt>& joining, double error_alone) {
  std::size_t first = joining.size();  // of those that win up to the end
  while (first > 0 && joining[first - 1].error < error_alone) --first;
  if (first == joining.size()) return {};
  if (first == 0) return {.epsilon = joining[0].epsilon, .already_at_least = true};
  return {.epsilon = crossing(joining[first - 1], joining[first], error_alone)};
}

}  // namespace sotto
