// SPDX-License-Identifier: MIT
// Whether it paid to cooperate.
#include <fmt/format.h>

#include <cmath>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {
namespace {

/// A factor as a person reads it; beyond a million it says that one side is rounding.
std::string times_below(double factor) {
  return factor < 1e6 ? fmt::format("{:.1f} times below", factor) : "far below";
}

/// The sentence where points are judged on the test file.
std::string tested_cooperation(Verdict verdict, const TestStatistics& together, const TestStatistics& alone,
                               const Comparison& comparison) {
  const std::string numbers =
      fmt::format("{} {:.4f} together, {:.4f} for a node that stays alone with its own records",
                  comparison.test_metrics[0].name, together.mean[0].mean(), alone.mean[0].mean());
  switch (verdict) {
    case Verdict::pays:
      return "Cooperation paid: " + numbers + ".";
    case Verdict::does_not_pay:
      return "Cooperation did not pay: " + numbers + ".";
    case Verdict::cannot_tell:
      break;
  }
  return fmt::format("Whether cooperation paid cannot be told from {} trial{}: {}.", comparison.trials_done,
                     comparison.trials_done == 1 ? "" : "s", numbers);
}

}  // namespace

Verdict cooperation(const PlanResult& result, const Comparison& comparison) {
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (alone == nullptr) return Verdict::cannot_tell;
  const bool tested = !comparison.test_metrics.empty();
  const Metric& own = tested ? result.test.mean[0] : result.node_error;
  const Metric& other = tested ? alone->test.mean[0] : alone->error;
  const bool more_is_better = tested && comparison.test_metrics[0].more_is_better;
  const double gain = more_is_better ? own.mean() - other.mean() : other.mean() - own.mean();
  const double doubt = 2 * std::hypot(other.standard_error(), own.standard_error());
  const bool measured = own.count() > 0 && other.count() > 0;
  if (!measured || comparison.nodes == 1 || comparison.trials_done < 2 || !(std::abs(gain) > doubt) ||
      !std::isfinite(gain))
    return Verdict::cannot_tell;
  return gain > 0 ? Verdict::pays : Verdict::does_not_pay;
}

std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison) {
  if (comparison.nodes == 1) return "There is one node: nobody to cooperate with.";
  const BaselineResult* stays_alone = comparison.baseline("node_alone");
  if (stays_alone == nullptr) return "Whether cooperation paid cannot be told without the baseline node_alone.";
  if (!comparison.test_metrics.empty())
    return tested_cooperation(cooperation(result, comparison), result.test, stays_alone->test, comparison);
  const double together = result.node_error.mean(), alone = stays_alone->error.mean();
  switch (cooperation(result, comparison)) {
    case Verdict::pays:
      return fmt::format(
          "Cooperation paid: a node ends with error {:.2e}, {} the {:.2e} of a node that stays alone with its own "
          "records.",
          together, times_below(alone / together), alone);
    case Verdict::does_not_pay:
      return fmt::format(
          "Cooperation did not pay: a node that stays alone with its own records has error {:.2e}, "
          "{} the {:.2e} that it ends with together.",
          alone, times_below(together / alone), together);
    case Verdict::cannot_tell:
      break;
  }
  return fmt::format("Whether cooperation paid cannot be told from {} trial{}: {:.2e} together, {:.2e} alone.",
                     comparison.trials_done, comparison.trials_done == 1 ? "" : "s", together, alone);
}

}  // namespace sotto
