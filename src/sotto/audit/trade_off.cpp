// SPDX-License-Identifier: MIT
#include "sotto/audit/trade_off.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

RateWithLimits with_limits(const Count& count, double confidence) {
  const double one_sided = 1 - (1 - confidence) / 2;
  return {count.rate(), rate_at_least(count, one_sided), rate_at_most(count, one_sided)};
}

/// G_mu(a) = Phi(Phi^-1(1 - a) - mu).
double gaussian_trade_off(double false_positive, double mu) {
  return normal_tail(mu - normal_quantile_of_tail(false_positive));
}

std::uint64_t below(const std::vector<double>& ascending, double threshold) {
  return static_cast<std::uint64_t>(std::lower_bound(ascending.begin(), ascending.end(), threshold) -
                                    ascending.begin());
}

}  // namespace

std::vector<TradeOffPoint> trade_off(const Scores& held_out, const TradeOffRequest& request) {
  std::vector<double> data = held_out.data, neighbour = held_out.neighbour, all = data;
  all.insert(all.end(), neighbour.begin(), neighbour.end());
  for (auto* scores : {&data, &neighbour, &all}) std::sort(scores->begin(), scores->end());
  std::vector<TradeOffPoint> curve;
  for (std::size_t k = 0; k < request.points && !all.empty(); ++k) {
    const double threshold = all[(2 * k + 1) * all.size() / (2 * request.points)];
    if (!curve.empty() && curve.back().threshold == threshold) continue;
    const Count positive{neighbour.size() - below(neighbour, threshold), neighbour.size()};
    curve.push_back({.threshold = threshold,
                     .false_positive = with_limits(positive, request.confidence),
                     .false_negative = with_limits({below(data, threshold), data.size()}, request.confidence),
                     .exact_false_negative = gaussian_trade_off(positive.rate(), std::sqrt(request.alpha))});
  }
  return curve;
}

}  // namespace sotto
