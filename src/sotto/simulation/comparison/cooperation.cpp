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

/// One metric of a node that cooperates, and of one that stays alone.
struct Sides {
  const Metric& together;
  const Metric& alone;
  bool more_is_better = false;

  Verdict verdict() const {
    const double difference = together.mean() - alone.mean(), gain = more_is_better ? difference : -difference;
    const double doubt = 2 * std::hypot(together.standard_error(), alone.standard_error());
    const bool measured = together.count() >= 2 && alone.count() > 0;
    if (!measured || !std::isfinite(gain) || !(std::abs(gain) > doubt)) return Verdict::cannot_tell;
    return gain > 0 ? Verdict::pays : Verdict::does_not_pay;
  }
};

/// What a person is told of one run on test records.
class TestedCooperation {
 public:
  TestedCooperation(const PlanResult& result, const BaselineResult& alone, const Comparison& comparison)
      : result_(result), alone_(alone), comparison_(comparison), judge_(judging_metric(comparison.test_metrics)) {}

  Sides sides(std::size_t metric) const {
    return {result_.test.mean[metric], alone_.test.mean[metric], comparison_.test_metrics[metric].more_is_better};
  }
  Sides judged() const { return sides(judge_); }

  std::string sentences(Verdict verdict) const {
    std::string out = head(verdict) + numbers(judge_, "a node that stays alone with its own records") + ".";
    for (std::size_t k = 0; k < comparison_.test_metrics.size(); ++k)
      if (k != judge_) out += beside(k, verdict);
    return out + against_constant();
  }

 private:
  std::string_view title(std::size_t metric) const { return comparison_.test_metrics[metric].title; }

  std::string head(Verdict verdict) const {
    switch (verdict) {
      case Verdict::pays:
        return "Cooperation paid: ";
      case Verdict::does_not_pay:
        return "Cooperation did not pay: ";
      case Verdict::cannot_tell:
        break;
    }
    return fmt::format("Whether cooperation paid cannot be told from {} trial{}: ", comparison_.trials_done,
                       comparison_.trials_done == 1 ? "" : "s");
  }

  std::string numbers(std::size_t metric, std::string_view other) const {
    const Sides of = sides(metric);
    return fmt::format("{} {:.4f} together, {:.4f} for {}", title(metric), of.together.mean(), of.alone.mean(), other);
  }

  /// A metric that ranks or explains is always named. Any other one is named where it says the opposite.
  std::string beside(std::size_t metric, Verdict verdict) const {
    const std::string_view name = comparison_.test_metrics[metric].name;
    const Sides of = sides(metric);
    const Verdict own = of.verdict();
    const bool opposite = own != Verdict::cannot_tell && verdict != Verdict::cannot_tell && own != verdict &&
                          name != "calibration_error";  // a constant answer has none
    if (!opposite && name != "auc" && name != "r2") return "";
    if (of.together.count() == 0 || of.alone.count() == 0) return "";
    std::string out =
        opposite ? fmt::format(" But {} says the opposite: ", title(metric)) : fmt::format(" {} is ", title(metric));
    out += fmt::format("{:.4f} together and {:.4f} alone", of.together.mean(), of.alone.mean());
    if (opposite && name == "accuracy")
      out += fmt::format(", where {} reaches {:.4f}", name_of_constant(comparison_.test_metrics),
                         comparison_.constant_test.mean[metric].mean());
    return out + ".";
  }

  /// A model that is worse than this has learned nothing that helps.
  std::string against_constant() const {
    if (comparison_.constant_test.mean.empty() || comparison_.constant_test.mean[judge_].count() == 0) return "";
    const Metric& constant = comparison_.constant_test.mean[judge_];
    const bool together =
        Sides{judged().together, constant, judged().more_is_better}.verdict() == Verdict::does_not_pay;
    const bool alone = Sides{judged().alone, constant, judged().more_is_better}.verdict() == Verdict::does_not_pay;
    if (!together && !alone) return "";
    return fmt::format(" {} worse than {}, whose {} is {:.4f}.",
                       together && alone ? "Both are"
                       : together        ? "Together is"
                                         : "Alone is",
                       name_of_constant(comparison_.test_metrics), title(judge_), constant.mean());
  }

  const PlanResult& result_;
  const BaselineResult& alone_;
  const Comparison& comparison_;
  std::size_t judge_;
};

/// On distances to x*, divided by ||x*||^2: the answer 0 has the error 1.
std::string distance_sentence(Verdict verdict, double together, double alone, const Comparison& comparison) {
  const std::string above =
      together > 1 ? " This error is above 1, which is that of answering zero: nothing was learned." : "";
  switch (verdict) {
    case Verdict::pays:
      return fmt::format(
                 "Cooperation paid: a node ends with error {:.2e}, {} the {:.2e} of a node that stays alone with its "
                 "own records.",
                 together, times_below(alone / together), alone) +
             above;
    case Verdict::does_not_pay:
      return fmt::format(
                 "Cooperation did not pay: a node that stays alone with its own records has error {:.2e}, {} the "
                 "{:.2e} that it ends with together.",
                 alone, times_below(together / alone), together) +
             above;
    case Verdict::cannot_tell:
      break;
  }
  return fmt::format("Whether cooperation paid cannot be told from {} trial{}: {:.2e} together, {:.2e} alone.",
                     comparison.trials_done, comparison.trials_done == 1 ? "" : "s", together, alone) +
         above;
}

}  // namespace

Verdict cooperation(const PlanResult& result, const Comparison& comparison) {
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (alone == nullptr || comparison.nodes == 1 || comparison.trials_done < 2) return Verdict::cannot_tell;
  if (comparison.test_metrics.empty()) return Sides{result.node_error, alone->error}.verdict();
  return TestedCooperation(result, *alone, comparison).judged().verdict();
}

std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison) {
  if (comparison.nodes == 1) return "There is one node: nobody to cooperate with.";
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (alone == nullptr) return "Whether cooperation paid cannot be told without the baseline node_alone.";
  const Verdict verdict = cooperation(result, comparison);
  if (!comparison.test_metrics.empty()) return TestedCooperation(result, *alone, comparison).sentences(verdict);
  return distance_sentence(verdict, result.node_error.mean(), alone->error.mean(), comparison);
}

std::string optimiser_sentence(const Comparison& comparison) {
  const BaselineResult* steps = comparison.baseline("no_privacy");
  if (steps == nullptr || comparison.trials_done == 0) return "";
  constexpr double far_share = 0.1, far_distance = 0.01;
  std::string difference;
  if (comparison.test_metrics.empty()) {
    if (!(steps->error.mean() > far_distance)) return "";
    difference = fmt::format("end with error {:.2e}", steps->error.mean());
  } else {
    const std::size_t judge = judging_metric(comparison.test_metrics);
    const double reached = steps->test.mean[judge].mean(), best = comparison.minimiser_test.mean[judge].mean();
    const double constant = comparison.constant_test.mean[judge].mean();
    if (!(reached - best > far_share * (constant - best)) || !(constant > best)) return "";
    difference =
        fmt::format("end with {} {:.4f}, and x* has {:.4f}", comparison.test_metrics[judge].title, reached, best);
  }
  return fmt::format(
      "The same steps without noise {}: that difference is the optimiser's, not the price of privacy. More rounds "
      "(algorithm.rounds), algorithm.acceleration = \"nesterov\" with algorithm.step = \"constant\", more mixing "
      "(algorithm.mixing_rounds) and columns of similar scale help.",
      difference);
}

}  // namespace sotto
