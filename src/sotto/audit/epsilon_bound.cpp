// SPDX-License-Identifier: MIT
#include "sotto/audit/epsilon_bound.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

/// Each of the two rates fails with half the probability that is left.
double one_rate(const BoundRequest& request) {
  return 1 - (1 - request.confidence) / 2;
}

/// Counts of both sides are added: (eps, delta) holds for the mean of their rates too, and the sum of two binomials has
/// lighter tails than one with the mean rate (Hoeffding 1956), but for a single hit, which counts as none.
double bound_from(const Count& right, const Count& wrong, const BoundRequest& request) {
  if (right.hits < 2) return 0;
  const double likely = rate_at_least(right, one_rate(request)) - request.delta;
  if (!(likely > 0)) return 0;
  return std::max(0.0, std::log(likely / rate_at_most(wrong, one_rate(request))));
}

/// Scores turned so that the attacker speaks at or above the threshold: where that is right, and where it is wrong.
struct Turned {
  std::vector<double> right;
  std::vector<double> wrong;
};

Turned turned(const Scores& scores) {
  Turned out{scores.data, scores.neighbour};
  for (const double score : scores.neighbour) out.right.push_back(-score);
  for (const double score : scores.data) out.wrong.push_back(-score);
  return out;
}

Count at_or_above(double threshold, const std::vector<double>& scores) {
  const auto hits = std::count_if(scores.begin(), scores.end(), [&](double score) { return score >= threshold; });
  return {static_cast<std::uint64_t>(hits), scores.size()};
}

}  // namespace

/// Thresholds are scores that speak rightly; far out in the tail each of them is tried, further in only some.
double choose_threshold(const Scores& selection, const BoundRequest& request) {
  auto [right, wrong] = turned(selection);
  std::sort(right.begin(), right.end(), std::greater<>());
  std::sort(wrong.begin(), wrong.end(), std::greater<>());
  double best = 0, best_bound = -1;
  std::size_t false_hits = 0;
  for (std::size_t rank = 0; rank < right.size(); rank = std::max(rank + 1, rank + rank / 100)) {
    while (false_hits < wrong.size() && wrong[false_hits] >= right[rank]) ++false_hits;
    const double bound = bound_from({rank + 1, right.size()}, {false_hits, wrong.size()}, request);
    if (bound <= best_bound) continue;
    best = right[rank];
    best_bound = bound;
  }
  return best;
}

EpsilonBound bound_epsilon(const Scores& held_out, double threshold, const BoundRequest& request) {
  const Turned scores = turned(held_out);
  const Count right = at_or_above(threshold, scores.right), wrong = at_or_above(threshold, scores.wrong);
  return {.threshold = threshold, .right = right, .wrong = wrong, .lower_bound = bound_from(right, wrong, request)};
}

double accuracy(const Scores& scores) {
  double right = 0;
  for (const double score : scores.data) right += score > 0 ? 1 : score == 0 ? 0.5 : 0;
  for (const double score : scores.neighbour) right += score < 0 ? 1 : score == 0 ? 0.5 : 0;
  return right / static_cast<double>(scores.data.size() + scores.neighbour.size());
}

}  // namespace sotto
