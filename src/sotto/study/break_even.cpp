// SPDX-License-Identifier: MIT
#include "sotto/study/break_even.hpp"

#include <algorithm>
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

std::uint64_t nodes_to_pay(double noise_over_spread, std::uint32_t colluders) {
  const double q = colluders, x = noise_over_spread;
  if (colluders == 0) return static_cast<std::uint64_t>(std::floor(x)) + 2;
  const double root = (q + 1 + std::sqrt((q - 1) * (q - 1) + 4 * x)) / 2;  // of (N - 1)(N - q) = x
  auto nodes = static_cast<std::uint64_t>(std::max(q + 2, std::floor(root)));
  while (!((static_cast<double>(nodes) - 1) * (static_cast<double>(nodes) - q) > x)) ++nodes;
  return nodes;
}

BreakEvenRange range_of(std::vector<BreakEven> worlds) {
  const auto place = [](const BreakEven& one) { return one.epsilon ? *one.epsilon : HUGE_VAL; };
  std::stable_sort(worlds.begin(), worlds.end(),
                   [&](const BreakEven& a, const BreakEven& b) { return place(a) < place(b); });
  const auto pays = [](const BreakEven& one) { return one.epsilon.has_value(); };
  return {.lowest = worlds.front(),
          .median = worlds[worlds.size() / 2],
          .highest = worlds.back(),
          .worlds = static_cast<std::uint32_t>(worlds.size()),
          .paying = static_cast<std::uint32_t>(std::count_if(worlds.begin(), worlds.end(), pays))};
}

WorldRange range_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {.lowest = values.front(), .median = values[values.size() / 2], .highest = values.back()};
}

BreakEven break_even(const std::vector<ErrorAt>& joining, double error_alone) {
  std::size_t first = joining.size();  // of those that win up to the end
  while (first > 0 && joining[first - 1].error < error_alone) --first;
  if (first == joining.size()) return {};
  if (first == 0) return {.epsilon = joining[0].epsilon, .already_at_least = true};
  return {.epsilon = crossing(joining[first - 1], joining[first], error_alone)};
}

}  // namespace sotto
