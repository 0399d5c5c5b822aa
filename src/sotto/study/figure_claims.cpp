// SPDX-License-Identifier: MIT
// What the paper says of its four figures, judged.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/study/claims.hpp"
#include "sotto/study/curve.hpp"

namespace sotto {
namespace {

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

}  // namespace sotto
