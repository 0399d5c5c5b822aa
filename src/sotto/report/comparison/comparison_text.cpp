// SPDX-License-Identifier: MIT
// A comparison as a person reads it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/comparison/plan_columns.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/report/plan/graph_report.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

std::string with_doubt(const RunningStatistic& s) {
  if (s.mean() < 1e-20) return "0";  // rounding of x* itself
  if (s.count() < 2) return fmt::format("{:.3e} (one trial)", s.mean());
  return fmt::format("{:.3e} +- {:.1e}", s.mean(), s.standard_error());
}

/// Below this a standard error is itself too uncertain to judge by, and quantiles say nothing.
constexpr std::uint64_t fewest_to_judge = 20;

bool theory_fits(const PlanResult& result) {
  return result.theory.count() < fewest_to_judge || theory_holds(result);
}

std::string plans_table(const Comparison& comparison) {
  const PlanColumns more(comparison.plans);
  ReportTable table{
      .columns = {"plan", "accountant", "schedule", "steps", "alpha", "eps by Theorem 1", "by its root", "exactly"}};
  const std::vector<std::string> choices = more.names_of_choices();
  table.columns.insert(table.columns.begin() + 4, choices.begin(), choices.end());
  if (more.any_masked()) table.columns.emplace_back("exactly, all others");
  for (const PlanResult& result : comparison.plans) {
    const PlanRequest& request = result.plan.request();
    std::vector<std::string> row{result.name, std::string(name_of(request.accountant)),
                                 std::string(name_of(request.schedule)), std::string(name_of(request.step))};
    for (std::string& choice : more.choices_of(result.plan)) row.push_back(std::move(choice));
    row.push_back(fmt::format("{:.4g}", result.plan.alpha_spent()));
    for (const Accountant accountant : {Accountant::paper, Accountant::root, Accountant::exact})
      row.push_back(fmt::format("{:.4f}", epsilon_of(accountant, result.plan)));
    if (more.any_masked())
      row.push_back(fmt::format("{:.4f}", epsilon_of(Accountant::exact, result.plan, Threat::all_others())));
    table.add(std::move(row));
  }
  return table.text();
}

std::string errors_table(const Scenario& scenario, const Comparison& comparison) {
  ReportTable table{
      .columns = {"method", "error of the released mean", "exact theory", "proved bound", "each node, at the end"}};
  for (const PlanResult& result : comparison.plans) {
    const bool bound_holds = result.own_plans.empty() && scenario.configuration().run.fresh != Fresh::graph &&
                             why_no_bound(result.plan).empty();
    const auto bound = [&] { return recursion_bound(result.plan, scenario.network_constants()).released_mean; };
    table.add({result.name, with_doubt(result.normalised_error),
               result.theory.count() == 0
                   ? ""
                   : fmt::format("{:.3e}{}", result.theory.mean(), theory_fits(result) ? "" : " (!)"),
               bound_holds ? fmt::format("{:.1e}", bound() / comparison.minimiser_squared_norm.mean()) : "",
               with_doubt(result.node_error)});
  }
  for (const BaselineResult& baseline : comparison.baselines)
    table.add({std::string(baseline.kind->title), with_doubt(baseline.error), "", "", ""});
  table.add({"answering 0", "1", "", "", "1"});
  return table.text();
}

/// The answer 0 has the error 1.
std::string worse_than_zero(const Comparison& comparison) {
  std::string names;
  const auto add = [&](const std::string& name, const RunningStatistic& error) {
    if (is_worse_than_zero(error)) names += (names.empty() ? "" : "; ") + name;
  };
  for (const PlanResult& result : comparison.plans) add(result.name, result.normalised_error);
  for (const BaselineResult& baseline : comparison.baselines) add(std::string(baseline.kind->title), baseline.error);
  return names.empty() ? "" : "  Farther from x* than the answer 0, whose error is 1: " + names + ".\n";
}

/// What the columns of errors_table mean. Of plans without a proved bound it says why.
std::string notes_on_errors(const Scenario& scenario, const Comparison& comparison) {
  std::string out = "  ";
  if (scenario.real() == nullptr) out += "Exact theory: while no projection binds. ";
  std::string why;
  bool all_bounded = true, any_bounded = false;
  for (const PlanResult& result : comparison.plans) {
    const std::string own = why_no_bound(result.plan);
    (own.empty() ? any_bounded : all_bounded) = own.empty();
    if (why.empty()) why = own;
  }
  if (any_bounded) out += "Proved bound: for every dataset, hence far above what is measured.";
  if (!all_bounded) out += (any_bounded ? "\n  " : "") + why;
  return out + "\n" + worse_than_zero(comparison);
}

std::string quantiles_table(const Comparison& comparison) {
  ReportTable table{.columns = {"5 %, 50 % and 95 % of trials are below"}};
  for (const PlanResult& result : comparison.plans) table.columns.push_back(result.name);
  const auto add = [&](const std::string& name, Metric PlanStatistics::*metric) {
    std::vector<std::string> row{name};
    for (const PlanResult& result : comparison.plans) {
      std::string& cell = row.emplace_back();
      if ((result.*metric).count() == 0) continue;
      for (const double probability : Quantiles::shown)
        cell += fmt::format("{}{:.2e}", cell.empty() ? "" : "  ", (result.*metric).quantiles().at(probability));
    }
    table.add(std::move(row));
  };
  add("error of the released mean", &PlanStatistics::normalised_error);
  if (comparison.plans.front().first_node_error.count() > 0)  // nobody knows it when the noise is secret
    add("first node, before its last noise", &PlanStatistics::first_node_error);
  add("each node, at the end", &PlanStatistics::node_error);
  add("disagreement left", &PlanStatistics::disagreement);
  return table.text();
}

/// The constant answer has no log loss of its own, as long as it is a level and not a probability.
std::string note_on_constant(const Comparison& comparison) {
  const std::string_view judge = comparison.test_metrics[judging_metric(comparison.test_metrics)].name;
  if (judge != "log_loss") return "";
  return fmt::format("  The log loss of {} is that of saying each level's share as its probability.\n",
                     name_of_constant(comparison.test_metrics));
}

/// How models do on the test file.
std::string test_table(const Comparison& comparison) {
  ReportTable table{.columns = {"on test records"}};
  for (const MetricKind& kind : comparison.test_metrics) table.columns.emplace_back(kind.title);
  const auto add = [&](const std::string& name, const TestStatistics& test) {
    std::vector<std::string> row{name};
    for (std::size_t k = 0; k < test.mean.size(); ++k)
      row.push_back(shown_test(comparison.test_metrics[k], test.mean[k]));
    table.add(std::move(row));
  };
  for (const PlanResult& result : comparison.plans) add(result.name, result.test);
  add("x*, found without privacy", comparison.minimiser_test);
  add(std::string(name_of_constant(comparison.test_metrics)), comparison.constant_test);
  for (const BaselineResult& baseline : comparison.baselines) add(std::string(baseline.kind->title), baseline.test);
  return table.text() +
         "  A row is the mean over what the nodes end with. It is computed from the labels of test records: no promise "
         "covers it.\n  Standard errors are over trials, for these test records: other records would move all rows.\n" +
         note_on_constant(comparison);
}

bool tests_on_own_records(const DataSettings& data) {
  if (data.test_path.empty()) return false;
  const auto place = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  const auto is_tested = [&](const std::string& path) { return !path.empty() && place(path) == place(data.test_path); };
  return is_tested(data.source.path) || std::any_of(data.files.begin(), data.files.end(),
                                                    [&](const auto& file) { return is_tested(file.second.path); });
}

/// What differs between trials, where it is not what one expects.
std::string fresh_text(Fresh fresh) {
  switch (fresh) {
    case Fresh::noise:
      return "Trials    differ in their noise alone: all have the records of the first\n";
    case Fresh::graph:
      return "Trials    have a graph of their own each, too; the graph above is that of the first\n";
    case Fresh::data:
      break;
  }
  return "";
}

/// What became of the precision that was asked for; nothing where none was.
std::string precision_text(const RunSettings& run, const Comparison& comparison) {
  const std::optional<double> reached = relative_standard_error(comparison);
  if (run.until_se == 0) return "";
  if (!reached) return "Not as precise as wanted: one trial has no standard error.\n\n";
  const char* verdict = !comparison.precise_enough            ? "Not as precise as wanted"
                        : comparison.trials_done < run.trials ? "Stopped early"
                                                              : "As precise as wanted";
  return fmt::format(
      "{}: after {} of {} trials every plan's standard error is at most {:.2g} of its mean; {} was wanted.\n\n",
      verdict, comparison.trials_done, run.trials, *reached, show(run.until_se));
}

/// Nodes with a promise of their own.
std::string own_promises(const PrivacySettings& privacy) {
  std::string out;
  for (const auto& [node, own] : privacy.nodes)
    out +=
        fmt::format("          node {}: epsilon = {}, delta = {} (accountant {}, schedule {})\n", node,
                    show(own.budget.epsilon), show(own.budget.delta), name_of(own.accountant), name_of(own.schedule));
  return out;
}

/// On the first plan, and on each with masked sums: what their promise rests on stands beside it.
std::string verdicts_text(const Comparison& comparison) {
  std::string out = cooperation_sentence(comparison.plans.front(), comparison) + "\n";
  for (const PlanResult& result : comparison.plans) {
    const MaskedSums* sums = masked_sums(result.plan.request().mechanism);
    if (sums == nullptr) continue;
    if (&result != &comparison.plans.front())
      out += fmt::format("With {}: {}\n", result.name, cooperation_sentence(result, comparison));
    const Accountant accountant = result.plan.request().accountant;
    out += fmt::format(
        "  It promises epsilon = {} against anyone together with up to {} of the other {} members, and epsilon = "
        "{:.2f} against all of them.\n",
        show(result.plan.request().budget.epsilon), sums->colluders, sums->members - 1,
        std::ceil(100 * epsilon_of(accountant, result.plan, Threat::all_others())) / 100);
  }
  const std::string excess = excess_sentence(comparison);
  return excess.empty() ? out : out + excess + "\n";
}

}  // namespace

std::string comparison_text(const Scenario& scenario, const Comparison& comparison) {
  const Configuration& configuration = scenario.configuration();
  std::string out = run_notice(configuration) + "\n\n";
  out += setting_text(scenario);
  out += graph_text(configuration.graph, scenario.graph(), scenario.weights());
  out += promise_text(comparison.plans.front().plan);
  if (!comparison.plans.front().own_plans.empty()) out += own_promises(configuration.privacy);
  if (!scenario.warnings().empty())
    out += "Warning   this delta is not below 1/records: too weak a promise for real records\n";
  if (configuration.data && tests_on_own_records(*configuration.data))
    out += "Warning   data.test_file is a file of records that models are fitted to: what it shows is too good\n";
  for (const std::string& remark : comparison.remarks) out += "Engine    " + remark + "\n";
  out += fmt::format("Rounds    {} with gradient and noise (Stage I)\n", configuration.algorithm.rounds);
  out += free_of_cost_text(comparison.plans.front().plan);
  out += stage_two_text(comparison.plans.front().plan, scenario);
  out += fresh_text(configuration.run.fresh);
  if (configuration.run.noise_precision == NoisePrecision::single)
    out += "Noise     in single precision: its tails end at 5.8 sigma\n";
  out += "\n";
  out += plans_table(comparison) + "\n";
  if (comparison.trials_done == 0) return out + "No trial was finished.\n";
  out += fmt::format("Squared distance to x*, divided by ||x*||^2; mean over {} trial{} +- standard error\n\n",
                     comparison.trials_done, comparison.trials_done == 1 ? "" : "s");
  out += errors_table(scenario, comparison);
  out += notes_on_errors(scenario, comparison);
  const bool all_fit = std::all_of(comparison.plans.begin(), comparison.plans.end(), theory_fits);
  out += all_fit ? "\n"
                 : "  (!) The measured error is another: projections may bind, and the theory does not hold there.\n\n";
  if (!comparison.test_metrics.empty()) out += test_table(comparison) + "\n";
  if (comparison.trials_done >= fewest_to_judge) out += quantiles_table(comparison) + "\n";
  out += precision_text(configuration.run, comparison);
  for (const PlanResult& plan : comparison.plans)
    if (plan.ended_by_cap > 0)
      out += fmt::format("{}: Stage II ended at its cap in {} of {} trials; disagreement left: {:.1e} of ||x*||^2.\n\n",
                         plan.name, plan.ended_by_cap, comparison.trials_done, plan.disagreement.mean());
  return out + verdicts_text(comparison);
}

}  // namespace sotto
