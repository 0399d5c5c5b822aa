// SPDX-License-Identifier: MIT
#include "sotto/consensus/output_weights.hpp"

#include <cmath>

namespace sotto {
namespace {

/// The weight of message t is what its own news brings, less what the news of message t+1 takes off.
std::vector<double> best_for_news(std::span<const WeighedRound> rounds) {
  std::vector<double> weights(rounds.size());
  for (std::size_t k = 0; k < rounds.size(); ++k) {
    const auto& [step, noise_scale] = rounds[k];
    const double r = step / rounds[0].step, of_news = r / (noise_scale * noise_scale);  // (r/M)^2, divided by r
    weights[k] += of_news;
    if (k > 0) weights[k - 1] -= of_news * (1 - r);
  }
  return weights;
}

}  // namespace

std::string_view name_of(Output output) {
  constexpr std::array<std::string_view, 3> names{"last", "polynomial", "inverse-variance"};
  return names[static_cast<std::size_t>(output)];
}

std::vector<double> output_weights(Output output, std::span<const WeighedRound> rounds) {
  std::vector<double> weights(rounds.size(), 0.0);
  switch (output) {
    case Output::last:
      weights.back() = 1;
      return weights;
    case Output::polynomial:
      for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = std::pow(static_cast<double>(k + 1), 2);
      break;
    case Output::inverse_variance:
      weights = best_for_news(rounds);
      break;
  }
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace sotto
