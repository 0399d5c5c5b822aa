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
  const RunningStatistic& together;
  const RunningStatistic& alone;
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
    out += node_by_node(verdict);
    for (std::size_t k = 0; k < comparison_.test_metrics.size(); ++k)
      if (k != judge_) out += beside(k, verdict);
    return out + against_constant();
  }

 private:
  std::string_view title(std::size_t metric) const { return comparison_.test_metrics[metric].title; }
  std::string shown(std::size_t metric, const RunningStatistic& value) const {
    return shown_value(comparison_.test_metrics[metric], value.mean());
  }

  std::string head(Verdict verdict) const {
    switch (verdict) {
      case Verdict::pays:
        return below_constant(judged().together) ? "Cooperation paid, but the model is worse than a constant answer: "
                                                 : "Cooperation paid: ";
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
    return fmt::format("{} {} together, {} for {}", title(metric), shown(metric, of.together), shown(metric, of.alone),
                       other);
  }

  /// The numbers are means over nodes. Where nodes fare differently, how many do.
  std::string node_by_node(Verdict verdict) const {
    const std::vector<RunningStatistic>&together = result_.test.judged, &alone = alone_.test.judged;
    if (together.size() < 2 || together.size() != alone.size()) return "";
    std::size_t gain = 0, lose = 0;
    for (std::size_t i = 0; i < together.size(); ++i) {
      const Verdict own = Sides{together[i], alone[i], judged().more_is_better}.verdict();
      gain += own == Verdict::pays ? 1 : 0;
      lose += own == Verdict::does_not_pay ? 1 : 0;
    }
    if ((verdict == Verdict::pays || gain == 0) && (verdict == Verdict::does_not_pay || lose == 0)) return "";
    return fmt::format(" Both are means over nodes: of {} nodes {} {} better off together and {} alone.",
                       together.size(), gain, gain == 1 ? "is" : "are", lose);
  }

  /// A metric that ranks or explains is always named. Any other one is named where it says something else.
  std::string beside(std::size_t metric, Verdict verdict) const {
    const std::string_view name = comparison_.test_metrics[metric].name;
    const Sides of = sides(metric);
    const Verdict own = of.verdict();
    const bool constant_has_none = name == "calibration_error";  // so that it does not judge models
    const bool differs = own != Verdict::cannot_tell && own != verdict && !constant_has_none;
    if (!differs && name != "auc" && name != "r2") return "";
    if (of.together.count() == 0 || of.alone.count() == 0) return "";
    std::string out = fmt::format(" {} is ", title(metric));
    if (differs && verdict != Verdict::cannot_tell)
      out = fmt::format(" But {} says the opposite: ", title(metric));
    else if (differs)
      out = fmt::format(" By {} it {}: ", title(metric), own == Verdict::pays ? "paid" : "did not pay");
    out += fmt::format("{} together and {} alone", shown(metric, of.together), shown(metric, of.alone));
    if (differs && name == "accuracy")
      out += fmt::format(", where {} reaches {}", name_of_constant(comparison_.test_metrics),
                         shown(metric, comparison_.constant_test.mean[metric]));
    return out + ".";
  }

  /// Such a model is of less use than an answer that looks at no feature.
  bool below_constant(const RunningStatistic& model) const {
    if (comparison_.constant_test.mean.empty()) return false;
    return Sides{model, comparison_.constant_test.mean[judge_], judged().more_is_better}.verdict() ==
           Verdict::does_not_pay;
  }

  std::string against_constant() const {
    const bool together = below_constant(judged().together), alone = below_constant(judged().alone);
    if (!together && !alone) return "";
    return fmt::format(" {} worse than {}, whose {} is {}.",
                       together && alone ? "Both are"
                       : together        ? "Together is"
                                         : "Alone is",
                       name_of_constant(comparison_.test_metrics), title(judge_),
                       shown(judge_, comparison_.constant_test.mean[judge_]));
  }

  const PlanResult& result_;
  const BaselineResult& alone_;
  const Comparison& comparison_;
  std::size_t judge_;
};

/// On distances to x*, divided by ||x*||^2: the answer 0 has the error 1.
std::string distance_sentence(Verdict verdict, const Metric& with_others, double alone, const Comparison& comparison) {
  const double together = with_others.mean();
  const std::string above = is_worse_than_zero(with_others)
                                ? " This error is above 1, which is that of answering zero: zero is the better answer."
                                : "";
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

bool is_worse_than_zero(const RunningStatistic& error) {
  return error.count() > 0 && error.mean() - (error.count() < 2 ? 0 : 2 * error.standard_error()) > 1;
}

Verdict cooperation(const PlanResult& result, const Comparison& comparison) {
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (alone == nullptr || comparison.nodes == 1 || comparison.trials_done < 2) return Verdict::cannot_tell;
  if (comparison.test_metrics.empty()) return Sides{result.node_error, alone->error}.verdict();
  return TestedCooperation(result, *alone, comparison).judged().verdict();
}

std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison) {
  if (comparison.nodes == 1) return "There is one node: nobody to cooperate with.";
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (alone == nullptr)
    return "Whether cooperation paid cannot be told: no node stays alone in this run (run.baselines = \"usual\" adds "
           "one).";
  const Verdict verdict = cooperation(result, comparison);
  if (!comparison.test_metrics.empty()) return TestedCooperation(result, *alone, comparison).sentences(verdict);
  return distance_sentence(verdict, result.node_error, alone->error.mean(), comparison);
}

}  // namespace sotto
