// SPDX-License-Identifier: MIT
// What the paper says of its method and its theorems, judged; and two claims of ours.
#include "sotto/study/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "sotto/study/curve.hpp"

namespace sotto {

ClaimVerdict judge_cooperation(const std::vector<Observation>& figure1) {
  const MeasuredPoint together = required(figure1, papers_plan, "normalised_error").back();
  const MeasuredPoint alone = required(figure1, "node_alone", "normalised_error").back();
  const double gain = excess(alone, together);
  return {.claim = "The method is effective for mean estimation: a node gains by taking part.",
          .source = "Abstract and conclusion; the paper shows no node alone",
          .judgement = gain > sure ? Judgement::holds : Judgement::does_not_hold,
          .evidence = fmt::format(
              "Rule: the paper's plan is better by {} standard errors than a node's own minimiser, which needs no "
              "noise because it is shown to nobody. At T = {}: {} together, {} alone.",
              sure, together.x, value_with_doubt(together), value_with_doubt(alone)),
          .figure = "figure1"};
}

ClaimVerdict judge_default(const std::vector<Observation>& figure1) {
  const MeasuredPoint paper = required(figure1, papers_plan, "normalised_error").back();
  const MeasuredPoint ours = required(figure1, our_default, "normalised_error").back();
  const double theory = required(figure1, papers_plan, "theory_exact").back().mean /
                        required(figure1, our_default, "theory_exact").back().mean;
  const double ratio = paper.mean / ours.mean;
  const double doubt = ratio * std::hypot(paper.standard_error / paper.mean, ours.standard_error / ours.mean);
  return {
      .claim =
          "At the same promise, exact accounting and constant noise have a smaller error than the paper's plan (ours).",
      .source = "docs/privacy.md",
      .judgement = ratio - sure * doubt > 1 ? Judgement::holds : Judgement::does_not_hold,
      .evidence = fmt::format(
          "Rule: the ratio of the errors exceeds 1 by {} standard errors. At T = {}: {:.3g} +- {:.1g}; {:.3f} by "
          "the exact theory.",
          sure, paper.x, ratio, doubt, theory),
      .figure = "figure1"};
}

ClaimVerdict judge_relaxation(const std::vector<Observation>& figure1) {
  const Curve relaxed = required(figure1, papers_plan, "normalised_error");
  const Curve pure = required(figure1, "huang_mitra_vaidya", "normalised_error");
  std::size_t better = 0, worse = 0;
  for (std::size_t k = 0; k < relaxed.size(); ++k) {
    better += excess(pure.at(k), relaxed[k]) > sure ? 1 : 0;
    worse += excess(relaxed[k], pure.at(k)) > sure ? 1 : 0;
  }
  const auto error_less = [](const MeasuredPoint& a, const MeasuredPoint& b) { return a.mean < b.mean; };
  const MeasuredPoint best = *std::min_element(pure.begin(), pure.end(), error_less);
  return {.claim = "Relaxing pure epsilon-DP to (epsilon, delta) gives a smaller error than was known.",
          .source = "Abstract and Section 1",
          .judgement = better == relaxed.size() ? Judgement::holds
                       : better > 0             ? Judgement::in_part
                                                : Judgement::does_not_hold,
          .evidence = fmt::format("Rule: the predecessor's error (Huang, Mitra, Vaidya 2015, same epsilon, delta = 0) "
                                  "exceeds the paper's by {} standard "
                                  "errors at every T; in part: at some. It does at {} of {}, and is below by as much "
                                  "at {}. At T = {}: {} against {}; "
                                  "the predecessor is best at T = {}: {}.",
                                  sure, better, relaxed.size(), worse, relaxed.back().x, value_with_doubt(pure.back()),
                                  value_with_doubt(relaxed.back()), best.x, value_with_doubt(best)),
          .figure = "figure1"};
}

ClaimVerdict judge_printed_bound(const std::vector<Observation>& observations) {
  const Curve measured = required(observations, "measured", "error_in_units");
  const Curve printed = required(observations, "Theorem 2 as printed", "error_in_units");
  double most = -1e300;
  std::size_t worst = 0;
  for (std::size_t k = 0; k < measured.size(); ++k)
    if (const double beyond = excess(measured[k], printed.at(k)); beyond > most) most = beyond, worst = k;
  return {.claim = "Theorem 2's bound on the error, with its printed constants.",
          .source = "Theorem 2",
          .judgement = most > sure ? Judgement::does_not_hold : Judgement::holds,
          .evidence = fmt::format(
              "Rule: it does not hold if a measured error exceeds it by {} standard errors. One node, f(x) = ||x||^2/2 "
              "on a ball, L = 1000: at T = {} the error is {} and the bound {:.3g} (units of p c^2/kappa).",
              sure, measured[worst].x, value_with_doubt(measured[worst]), printed[worst].mean),
          .figure = "printed_bound"};
}

ClaimVerdict judge_corrected_bound(const std::vector<Observation>& figures,
                                   const std::vector<Observation>& printed_bound) {
  std::size_t points = 0, above = 0;
  double closest = std::numeric_limits<double>::infinity();
  const auto compare = [&](const Curve& measured, const Curve& bound) {
    for (std::size_t k = 0; k < measured.size(); ++k) {
      ++points;
      above += excess(measured[k], bound.at(k)) <= sure ? 1 : 0;
      closest = std::min(closest, bound.at(k).mean / measured[k].mean);
    }
  };
  std::set<std::string> judged;
  for (const Observation& seen : figures)
    if (seen.metric == "bound_corrected" && judged.insert(seen.series).second)
      compare(required(figures, seen.series, "normalised_error"), required(figures, seen.series, "bound_corrected"));
  compare(required(printed_bound, "measured", "error_in_units"),
          required(printed_bound, "Theorem 2, corrected", "error_in_units"));
  return {
      .claim = "Theorem 2 with mended constants (ours).",
      .source = "docs/errata.md, E10",
      .judgement = above == points ? Judgement::holds : Judgement::does_not_hold,
      .evidence = fmt::format(
          "Rule: no measured error exceeds it by {} standard errors, at any point of the figures where its assumptions "
          "hold, and on the network of one node. {} of {} points keep it; the closest is {:.3g} times below.",
          sure, above, points, closest),
      .figure = "printed_bound"};
}

ClaimVerdict judge_printed_loop(double recovered_within) {
  constexpr double exact = 1e-6;
  return {
      .claim = "Algorithm 1 as printed hides a node's gradient from someone who hears every message.",
      .source = "Theorem 1, for the loop of Algorithm 1",
      .judgement = recovered_within < exact ? Judgement::does_not_hold : Judgement::holds,
      .evidence = fmt::format(
          "Rule: it does not hold if a listener finds a node's gradient to {:g} of its length from the messages alone. "
          "From (z_i(T) - y_i(T+1))/eta_T: to {:.1e}. The safe loop adds noise to that message too.",
          exact, recovered_within),
      .figure = "figure1"};
}

ClaimVerdict judge_theorem_one(const TheoremOne& measured) {
  return {
      .claim = "With the noise of Theorem 1 the whole transcript is (epsilon, delta)-differentially private.",
      .source = "Theorem 1, for the safe reading with T noisy messages",
      .judgement = measured.exact_epsilon <= measured.promised_epsilon ? Judgement::holds : Judgement::does_not_hold,
      .evidence = fmt::format("Rule: the exact epsilon of the paper's plan does not exceed the promised one. At this "
                              "epsilon, delta and T it is "
                              "{:.4g}, where {:g} was promised.",
                              measured.exact_epsilon, measured.promised_epsilon),
      .figure = "figure1"};
}

}  // namespace sotto
