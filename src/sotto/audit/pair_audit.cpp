// SPDX-License-Identifier: MIT
#include "sotto/audit/pair_audit.hpp"

#include <cmath>

#include "sotto/privacy/accountant.hpp"

namespace sotto {
namespace {

constexpr std::size_t fewest_transcripts = 100;  // below, a bound is not worth its name

}  // namespace

std::optional<PairAudit> judge_pair(const ScoreSets& sets, const PairRequest& request) {
  if (sets.held_out.data.size() < fewest_transcripts) return std::nullopt;
  const auto& [delta, confidence] = request.bound;
  PairAudit audit{.bound = bound_epsilon(sets.held_out, choose_threshold(sets.selection, request.bound), request.bound),
                  .accuracy = accuracy(sets.held_out),
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
