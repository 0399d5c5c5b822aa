// SPDX-License-Identifier: MIT
// What stands on top of the page of a run.
#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/document/series_style.hpp"

namespace sotto {
namespace {

std::string shown_number(double value) {
  return std::abs(value) >= 1e-2 && std::abs(value) < 1e4 ? fmt::format("{:.4f}", value) : fmt::format("{:.2e}", value);
}

std::string with_standard_error(const RunningStatistic& s) {
  if (s.count() < 2 || s.standard_error() == 0) return shown_number(s.mean());
  return fmt::format("{} +- {:.1g}", shown_number(s.mean()), s.standard_error());
}

/// The numbers by which a run is judged: its own plan's, those of a node alone, and of what would be best.
struct Judged {
  std::string what;
  const RunningStatistic& own;
  const RunningStatistic* alone;
  const RunningStatistic* best;
  std::string name_of_best;
};

Judged judged(const Comparison& comparison) {
  const PlanResult& own = comparison.plans.front();
  const BaselineResult* alone = comparison.baseline("node_alone");
  if (comparison.test_metrics.empty()) {
    const BaselineResult* curator = comparison.baseline("curator");
    return {.what = "error of each node",
            .own = own.node_error,
            .alone = alone == nullptr ? nullptr : &alone->error,
            .best = curator == nullptr ? nullptr : &curator->error,
            .name_of_best = label_of_method("curator")};
  }
  const std::size_t by = judging_metric(comparison.test_metrics);
  return {.what = std::string(comparison.test_metrics[by].title),
          .own = own.test.mean[by],
          .alone = alone == nullptr ? nullptr : &alone->test.mean[by],
          .best = &comparison.minimiser_test.mean[by],
          .name_of_best = label_of_method("minimiser")};
}

std::string result_sentence(const Comparison& comparison, const Judged& by) {
  std::string out = fmt::format("{} after {} rounds with noise: {} {}", comparison.plans.front().name,
                                comparison.plans.front().plan.gradient_rounds(), by.what, with_standard_error(by.own));
  out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  if (by.best != nullptr && by.best->count() > 0)
    out += fmt::format("; {}: {}", by.name_of_best, with_standard_error(*by.best));
  return out + fmt::format(" (mean over {} trial{} +- standard error).", comparison.trials_done,
                           comparison.trials_done == 1 ? "" : "s");
}

}  // namespace

std::string words_for(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::mean_estimation:
      return "Mean estimation";
    case ProblemKind::linear:
      return "Linear regression";
    case ProblemKind::logistic:
      return "Logistic regression";
    case ProblemKind::softmax:
      return "Softmax regression";
    case ProblemKind::huber:
      return "Linear regression with the Huber loss";
    case ProblemKind::svm:
      return "A support vector machine";
    case ProblemKind::poisson:
      return "Poisson regression";
  }
  return {};
}

std::string problem_sentence(const Scenario& scenario) {
  const ProblemSettings& problem = scenario.configuration().problem;
  if (scenario.real() == nullptr)
    return fmt::format("Mean estimation: {} nodes with {} drawn records each, dimension {}.",
                       scenario.graph().node_count(), problem.records_per_node, problem.dimension);
  return fmt::format("{}: {} nodes with {} records in all, {} coefficients.", words_for(problem.kind),
                     scenario.graph().node_count(), scenario.records_in_all(), problem.dimension);
}

std::string promise_sentence(const Plan& plan) {
  const PrivacyBudget& budget = plan.request().budget;
  const std::string promise =
      fmt::format("epsilon = {}, delta = {} for any one record, against ", show(budget.epsilon), show(budget.delta));
  const MaskedSums* sums = masked_sums(plan.request().mechanism);
  if (sums == nullptr) return promise + "someone who hears every message, all other nodes among them.";
  return promise + fmt::format(
                       "anyone together with up to {} of the other {} members; epsilon = {:.2f} against all of "
                       "them (masked sums).",
                       sums->colluders, sums->members - 1,
                       std::ceil(100 * epsilon_of(plan.request().accountant, plan, Threat::all_others())) / 100);
}

PageSummary comparison_summary(const Scenario& scenario, const Comparison& comparison) {
  const PlanResult& own = comparison.plans.front();
  PageSummary summary{.problem = problem_sentence(scenario), .promise = promise_sentence(own.plan)};
  for (const PlanResult& other : comparison.plans)
    if (&other != &own && other.plan.is_masked())
      summary.promise += fmt::format(" With {}: {}", other.name, promise_sentence(other.plan));
  if (comparison.trials_done == 0) {
    summary.result = "No trial was finished.";
    return summary;
  }
  const Judged by = judged(comparison);
  summary.result = result_sentence(comparison, by);
  summary.verdict = cooperation_sentence(own, comparison);
  for (const PlanResult& other : comparison.plans)
    if (&other != &own && masked_sums(other.plan.request().mechanism) != nullptr)
      summary.verdict += fmt::format(" With {}: {}", other.name, cooperation_sentence(other, comparison));
  if (const std::string excess = excess_sentence(comparison); !excess.empty()) summary.verdict += " " + excess;
  summary.numbers = {{shown_number(by.own.mean()), fmt::format("{}, {}", by.what, own.name)}};
  if (by.alone != nullptr && by.alone->count() > 0)
    summary.numbers.push_back({shown_number(by.alone->mean()), label_of_method("node_alone")});
  if (by.best != nullptr && by.best->count() > 0)
    summary.numbers.push_back({shown_number(by.best->mean()), by.name_of_best});
  while (summary.numbers.size() < 3)
    summary.numbers.push_back(summary.numbers.size() == 1
                                  ? PageSummary::Number{std::to_string(comparison.trials_done), "trials"}
                                  : PageSummary::Number{std::to_string(comparison.nodes), "nodes"});
  return summary;
}

}  // namespace sotto
