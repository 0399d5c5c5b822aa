// SPDX-License-Identifier: MIT
#include "sotto/audit/pair_audit.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/privacy/accountant.hpp"

namespace sotto {
namespace {

constexpr std::size_t fewest_transcripts = 100;  // below, a bound is not worth its name

/// A score of 0 counts as wrong. Sides are added as in bound_epsilon.
double gaussian_bound(const Scores& scores, const BoundRequest& request) {
  const auto data = std::count_if(scores.data.begin(), scores.data.end(), [](double s) { return s > 0; });
  const auto neighbour =
      std::count_if(scores.neighbour.begin(), scores.neighbour.end(), [](double s) { return s < 0; });
  const Count right{static_cast<std::uint64_t>(data + neighbour), scores.data.size() + scores.neighbour.size()};
  const double mu = -2 * normal_quantile_of_tail(rate_at_least(right, request.confidence));
  if (!(mu > 0)) return 0;
  return epsilon_of(Accountant::exact, {.alpha = mu * mu, .delta = request.delta});
}

}  // namespace

std::optional<PairAudit> judge_pair(const ScoreSets& sets, const PairRequest& request) {
  if (sets.held_out.data.size() < fewest_transcripts) return std::nullopt;
  const auto& [delta, confidence] = request.bound;
  PairAudit audit{.bound = bound_epsilon(sets.held_out, choose_threshold(sets.selection, request.bound), request.bound),
                  .accuracy = accuracy(sets.held_out),
                  .gaussian_bound = gaussian_bound(sets.held_out, request.bound),
                  .exact_accuracy = normal_tail(-std::sqrt(request.alpha) / 2),
                  .transcripts = sets.held_out.data.size(),
                  .alpha = request.alpha_used,
                  .used_epsilon = {},
                  .curve = trade_off(sets.held_out, {.confidence = confidence, .alpha = request.alpha})};
  if (request.alpha_used)
    audit.used_epsilon = epsilon_of(Accountant::exact, {.alpha = *request.alpha_used, .delta = delta});
  return audit;
}

}  // namespace sotto
