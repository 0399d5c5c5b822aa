// SPDX-License-Identifier: MIT
// The paper's claims, judged.
#include "sotto/reproduction/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "sotto/reproduction/curve.hpp"

namespace sotto {
namespace {

/// A difference is seen from this many standard errors on: by luck once in 740 judgements.
constexpr double sure = 3;

Curve required(const std::vector<Observation>& observations, const std::string& series, const std::string& metric) {
  Curve curve = curve_of(observations, series, metric);
  if (curve.size() < 2) throw std::logic_error("an experiment lacks " + series + ", " + metric);  // a bug of ours
  return curve;
}

std::string value_with_doubt(const MeasuredPoint& point) {
  return fmt::format("{:.3g} +- {:.1g}", point.mean, point.standard_error);
}

/// -2 + epsilon/(epsilon + 2 ln(2/delta)): d ln(1/alpha) / d ln(epsilon) of Theorem 1.
double slope_of_theorem_one(double epsilon, double delta) {
  return -2 + epsilon / (epsilon + 2 * std::log(2 / delta));
}

/// Points that the exact theory describes: elsewhere projections bind.
Curve unclipped(const Curve& measured, const Curve& theory) {
  Curve free;
  for (std::size_t k = 0; k < measured.size(); ++k)
    if (std::abs(excess(measured[k], {theory.at(k).x, theory.at(k).mean, 0})) <= 4) free.push_back(measured[k]);
  return free;
}

}  // namespace

std::string_view name_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::holds:
      return "holds";
    case Judgement::in_part:
      return "holds in part";
    case Judgement::does_not_hold:
      return "does not hold";
  }
  return "";
}

ClaimVerdict judge_rounds(const std::vector<Observation>& figure1) {
  const Curve printed = required(figure1, papers_plan, "error_in_units");
  const Curve normalised = required(figure1, normalised_plan, "error_in_units");
  const bool falls = excess(printed.front(), printed.back()) > sure;
  const bool falls_without_slack = excess(normalised.front(), normalised.back()) > sure;
  return {
      .claim = "The error falls with the number of rounds T until a neighbourhood of x* is reached.",
      .source = "Figure 1 and its text",
      .judgement = !falls                ? Judgement::does_not_hold
                   : falls_without_slack ? Judgement::holds
                                         : Judgement::in_part,
      .evidence = fmt::format(
          "Rule: the error at the first T exceeds that at the last by {} standard errors. In units of (p/N)(c "
          "D0)^2/alpha "
          "the paper's plan goes from {} at T = {} to {} at T = {}; the same schedule, normalised to spend the whole "
          "budget, from {} to {}.{}",
          sure, value_with_doubt(printed.front()), printed.front().x, value_with_doubt(printed.back()),
          printed.back().x, value_with_doubt(normalised.front()), value_with_doubt(normalised.back()),
          falls && !falls_without_slack ? " What falls is budget left unspent, not error." : ""),
      .figure = "figure1"};
}

ClaimVerdict judge_epsilon(const std::vector<Observation>& figure2) {
  constexpr double near = 0.1;  // of a slope
  bool everywhere = true, somewhere = false;
  std::string numbers;
  for (const auto& [text, delta] : {std::pair{"1e-3", 1e-3}, std::pair{"1e-6", 1e-6}, std::pair{"1e-9", 1e-9}}) {
    const std::string series = std::string(papers_plan) + ", delta = " + text;
    const Curve all = required(figure2, series, "normalised_error");
    const Curve free = unclipped(all, required(figure2, series, "theory_exact"));
    if (free.size() < 3) {
      everywhere = false;
      numbers += fmt::format(" delta = {}: projections bind nearly everywhere.", text);
      continue;
    }
    const Slope slope = log_slope(free);
    const double middle = std::sqrt(free.front().x * free.back().x);
    const auto is_two = [&](const Slope& s) {
      return std::abs(s.value + 2) <= std::max(near, sure * s.standard_error);
    };
    everywhere = everywhere && is_two(slope);
    somewhere = somewhere || is_two(slope) || is_two(log_slope({free[0], free[1], free[2]}));  // where it is steepest
    numbers += fmt::format(
        " delta = {}: slope {:.3f} +- {:.3f} for epsilon = {:.2g} to {:.2g} ({:.3f} by Theorem 1 at {:.2g}).", text,
        slope.value, slope.standard_error, free.front().x, free.back().x, slope_of_theorem_one(middle, delta), middle);
  }
  return {.claim = "For a fixed delta the error grows like 1/epsilon^2.",
          .source = "Figure 2 and its text",
          .judgement = everywhere  ? Judgement::holds
                       : somewhere ? Judgement::in_part
                                   : Judgement::does_not_hold,
          .evidence = fmt::format(
              "Rule: the slope on log axes, where no projection binds, is within {} of -2 (or within {} "
              "standard errors). Theorem 1 gives -2 + epsilon/(epsilon + 2 ln(2/delta)): -2 only for small epsilon.{}",
              near, sure, numbers),
          .figure = "figure2"};
}

ClaimVerdict judge_connectivity(const std::vector<Observation>& figure3) {
  struct Case {
    const char* rounds;
    const char* metric;
    const char* words;
  };
  int seen = 0, cases = 0;
  std::string numbers;
  for (const Case& one : {Case{"100", "first_node_error", "T = 100, before Stage II"},
                          Case{"1000", "first_node_error", "T = 1000, before Stage II"},
                          Case{"100", "first_node_end_error", "T = 100, after Stage II"},
                          Case{"1000", "first_node_end_error", "T = 1000, after Stage II"}}) {
    const Curve curve = required(figure3, std::string(papers_plan) + ", T = " + one.rounds, one.metric);
    const double apart = excess(curve.front(), curve.back());
    seen += apart > sure ? 1 : 0;
    ++cases;
    numbers += fmt::format(" {}: {} at edge probability {}, {} at {} ({:.1f} standard errors).", one.words,
                           value_with_doubt(curve.front()), curve.front().x, value_with_doubt(curve.back()),
                           curve.back().x, apart);
  }
  return {.claim = "As the connectivity of the graph increases, the error of the first node decreases.",
          .source = "Figure 3 and its caption",
          .judgement = seen == cases ? Judgement::holds
                       : seen > 0    ? Judgement::in_part
                                     : Judgement::does_not_hold,
          .evidence = fmt::format(
              "Rule: the error on the sparsest graphs exceeds that on the complete one by {} standard errors.{}", sure,
              numbers),
          .figure = "figure3"};
}

ClaimVerdict judge_records(const std::vector<Observation>& figure4) {
  int falls = 0;
  std::string numbers;
  for (const char* words : {"as printed", "delta fixed"}) {
    const std::string series = std::string(papers_plan) + ", " + words;
    const Curve curve = required(figure4, series, "normalised_error");
    const Curve free = unclipped(curve, required(figure4, series, "theory_exact"));
    falls += excess(curve.front(), curve.back()) > sure ? 1 : 0;
    numbers += fmt::format(" {}: {} with {} records, {} with {}", words, value_with_doubt(curve.front()),
                           curve.front().x, value_with_doubt(curve.back()), curve.back().x);
    if (free.size() >= 3) {
      const Slope slope = log_slope(free);
      numbers += fmt::format("; slope {:.2f} +- {:.2f} where no projection binds", slope.value, slope.standard_error);
    }
    numbers += ".";
  }
  return {.claim = "More records at each node make the error smaller.",
          .source = "Figure 4 and its text",
          .judgement = falls == 2   ? Judgement::holds
                       : falls == 1 ? Judgement::in_part
                                    : Judgement::does_not_hold,
          .evidence =
              fmt::format("Rule: the error with the fewest records exceeds that with the most by {} standard errors, "
                          "for delta = 1/(N N_i) and for a fixed delta.{}",
                          sure, numbers),
          .figure = "figure4"};
}

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
    if (const double beyond = excess(measured[k], printed[k]); beyond > most) most = beyond, worst = k;
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
