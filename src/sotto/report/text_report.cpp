// SPDX-License-Identifier: MIT
// What a person reads.
#include "sotto/report/text_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/graph/measures.hpp"
#include "sotto/report/text_table.hpp"

namespace sotto {
namespace {

std::string with_doubt(const RunningStatistic& s) {
  if (s.mean() < 1e-20) return "0";  // rounding of x* itself
  if (s.count() < 2) return fmt::format("{:.3e} (one trial)", s.mean());
  return fmt::format("{:.3e} +- {:.1e}", s.mean(), s.standard_error());
}

/// One trial has no standard error to judge by: nothing is said against the theory then.
bool theory_fits(const PlanResult& result) {
  return result.theory.count() < 2 || theory_holds(result);
}

std::string plans_table(const Comparison& comparison) {
  TextTable table({"plan", "accountant", "schedule", "steps", "alpha", "eps by Theorem 1", "by its root", "exactly"});
  for (const PlanResult& result : comparison.plans) {
    const PlanRequest& request = result.plan.request();
    std::vector<std::string> row{result.name, std::string(name_of(request.accountant)),
                                 std::string(name_of(request.schedule)), std::string(name_of(request.step)),
                                 fmt::format("{:.4g}", result.plan.alpha_spent())};
    for (const Accountant accountant : {Accountant::paper, Accountant::root, Accountant::exact})
      row.push_back(fmt::format("{:.4f}", epsilon_of(accountant, result.plan)));
    table.add(std::move(row));
  }
  return table.text();
}

std::string errors_table(const Scenario& scenario, const Comparison& comparison) {
  TextTable table(
      {"method", "error of the released mean", "exact theory", "proved bound", "each node, after Stage II"});
  for (const PlanResult& result : comparison.plans) {
    const double bound = recursion_bound(result.plan, scenario.network_constants()).released_mean;
    const bool bound_holds = result.own_plans.empty() && scenario.configuration().run.fresh != Fresh::graph;
    table.add({result.name, with_doubt(result.normalised_error),
               fmt::format("{:.3e}{}", result.theory.mean(), theory_fits(result) ? "" : " (!)"),
               bound_holds ? fmt::format("{:.1e}", bound / comparison.baselines.minimiser_squared_norm.mean()) : "",
               with_doubt(result.node_error)});
  }
  table.add({"no privacy (same steps, no noise)", with_doubt(comparison.baselines.no_privacy), "", "", ""});
  table.add({"each node alone (no noise needed)", with_doubt(comparison.baselines.node_alone), "", "", ""});
  table.add({"trusted curator, same (eps, delta)", with_doubt(comparison.baselines.curator), "", "", ""});
  return table.text();
}

/// A tail of fewer trials would be its one extreme value.
constexpr std::uint32_t fewest_for_quantiles = 20;

std::string quantiles_table(const Comparison& comparison) {
  std::vector<std::string> header{"5 %, 50 % and 95 % of trials are below"};
  for (const PlanResult& result : comparison.plans) header.push_back(result.name);
  TextTable table(std::move(header));
  const auto add = [&](const std::string& name, Metric PlanStatistics::*metric) {
    std::vector<std::string> row{name};
    for (const PlanResult& result : comparison.plans) {
      std::string& cell = row.emplace_back();
      for (const double probability : Quantiles::shown)
        cell += fmt::format("{}{:.2e}", cell.empty() ? "" : "  ", (result.*metric).quantiles().at(probability));
    }
    table.add(std::move(row));
  };
  add("error of the released mean", &PlanStatistics::normalised_error);
  if (comparison.plans.front().first_node_error.count() > 0)  // nobody knows it when the noise is secret
    add("first node, before its last noise", &PlanStatistics::first_node_error);
  add("each node, after Stage II", &PlanStatistics::node_error);
  add("disagreement left", &PlanStatistics::disagreement);
  return table.text();
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
  if (run.until_se == 0 || !reached) return "";
  const std::string comes_to =
      fmt::format("the largest standard error of a plan's released mean is {:.2g} of its mean", *reached);
  if (!comparison.precise_enough)
    return fmt::format("Not as precise as wanted after {} trials: {}, and {} was wanted.\n\n", comparison.trials_done,
                       comes_to, show(run.until_se));
  return fmt::format("Stopped after {} of {} trials: {}, and {} was wanted.\n\n", comparison.trials_done, run.trials,
                     comes_to, show(run.until_se));
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

}  // namespace

std::string run_notice(const Configuration& configuration) {
  return configuration.run.randomness == Randomness::system
             ? "NOT PRIVATE: errors against the true minimiser and baselines without noise are shown. The messages of "
               "this run are private: see its certificate."
             : "SIMULATION: no privacy. The noise is seeded, and errors against the true minimiser are shown.";
}

std::string setting_text(const Scenario& scenario) {
  const ProblemSettings& problem = scenario.configuration().problem;
  const std::string set = problem.domain == "ball"
                              ? fmt::format("ball of radius {}", show(problem.radius))
                              : fmt::format("box [-{0}, {0}]^{1}", show(problem.radius), problem.dimension);
  return fmt::format("Problem   mean estimation: {} nodes with {} records each, dimension {}, {}\n",
                     scenario.graph().node_count(), problem.records_per_node, problem.dimension, set);
}

std::string promise_text(const Plan& plan) {
  const PrivacyBudget& budget = plan.request().budget;
  std::string out = fmt::format(
      "Promise   epsilon = {}, delta = {} for any one record ({} adjacency), against someone who hears every message\n",
      show(budget.epsilon), show(budget.delta), name_of(budget.adjacency));
  if (budget.adjacency == Adjacency::add_remove) out += fmt::format("Condition {}\n", add_remove_condition());
  return out;
}

std::string stage_two_text(const StopRule& rule, double beta) {
  const StageTwo stage = stage_two(rule, beta);
  if (const auto* agreement = std::get_if<UntilAgreement>(&rule))
    return fmt::format("Stage II  until no message changes by more than {} of its length, at most {} rounds\n",
                       show(agreement->tolerance), stage.most_rounds);
  std::string text = fmt::format("Stage II  {} rounds of averaging leave {:.1e} of the disagreement\n",
                                 stage.most_rounds, stage.disagreement_left);
  if (stage.cap_binds)
    text += "          the cap binds: the tolerance would need more rounds (algorithm.consensus_cap)\n";
  return text;
}

std::string graph_text(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = degree_range(graph);
  const DiameterBounds bounds = diameter(graph);
  const MixingRate& rate = weights.mixing_rate();
  return fmt::format(
      "Graph     {}: {} nodes, {} edges, degree {} to {}, diameter {}\n"
      "Weights   {}: beta = {:.6g} ({}{}), spectral gap {:.6g}\n",
      settings.kind, graph.node_count(), graph.edge_count(), least, most,
      bounds.exact() ? fmt::format("{}", bounds.lower) : fmt::format("{} to {}", bounds.lower, bounds.upper),
      settings.weights, rate.beta, rate.method,
      rate.residual > 0 ? fmt::format(", within {:.1e}", rate.residual) : std::string(), spectral_gap(weights));
}

std::string plan_text(const Plan& plan) {
  const PlanRequest& request = plan.request();
  std::string out = promise_text(plan);
  out += fmt::format("Plan      {} rounds, accountant {}, schedule {}, step {}\n", plan.gradient_rounds(),
                     name_of(request.accountant), name_of(request.schedule), name_of(request.step));
  out += fmt::format("Budget    alpha = {:.6g} of {:.6g} spent ({:.1f} %)\n\n", plan.alpha_spent(), plan.alpha_limit(),
                     100 * plan.alpha_spent() / plan.alpha_limit());
  TextTable guarantees({"accountant", "epsilon of this plan", "alpha it allows", "noise it needs"});
  for (const Accountant accountant : all_accountants) {
    const double epsilon = epsilon_of(accountant, plan), limit = alpha_limit(accountant, plan);
    guarantees.add({std::string(name_of(accountant)), std::isfinite(epsilon) ? fmt::format("{:.6f}", epsilon) : "none",
                    limit > 0 ? fmt::format("{:.6g}", limit) : "none",
                    limit > 0 ? fmt::format("{:.4f} x", std::sqrt(plan.alpha_limit() / limit)) : "none"});
  }
  out += guarantees.text() + "\n";
  TextTable rounds({"round", "step", "noise scale", "cost"});
  const Round T = plan.gradient_rounds();
  for (Round t = 1; t <= T; t = t == T ? T + 1 : std::min(T, t * 10))
    rounds.add({std::to_string(t), fmt::format("{:.6g}", plan.step(t)),
                fmt::format("{:.6g}", plan.noise_scale(t).standard_deviation()), fmt::format("{:.3e}", plan.cost(t))});
  return out + rounds.text();
}

std::string departing_plans_text(const std::map<NodeId, Plan>& plans) {
  TextTable table(
      {"node with its own promise", "epsilon", "delta", "accountant", "schedule", "alpha", "last noise scale"});
  for (const auto& [node, plan] : plans) {
    const PlanRequest& own = plan.request();
    table.add({std::to_string(node), show(own.budget.epsilon), show(own.budget.delta),
               std::string(name_of(own.accountant)), std::string(name_of(own.schedule)),
               fmt::format("{:.6g}", plan.alpha_spent()),
               fmt::format("{:.6g}", plan.noise_scale(plan.gradient_rounds()).standard_deviation())});
  }
  return table.text() + "  The proved bounds on the error are for one plan at all nodes: none is shown.\n";
}

std::string bounds_text(const Plan& plan, const NetworkConstants& network, Round consensus_rounds) {
  const Recursion recursion = recursion_bound(plan, network);
  const auto sized = [](double value) { return fmt::format("{:.4g}", value); };
  TextTable table({"bound on the squared distance to x*", "released mean", "a node after Stage II"});
  table.add({"printed in the paper (not valid: errata)", sized(printed_theorem2(plan, network).sum()),
             sized(printed_corollary2(plan, network, consensus_rounds))});
  if (closed_form_holds(plan)) {
    const double corrected = corrected_theorem2(plan, network).sum();
    table.add({"corrected closed form", sized(corrected),
               sized(corrected_corollary2(recursion, network, consensus_rounds, corrected))});
  } else {
    table.add({"corrected closed form", "only for the paper's", "steps and schedule"});
  }
  table.add({"recursion with this plan's noise", sized(recursion.released_mean),
             sized(corrected_corollary2(recursion, network, consensus_rounds, recursion.released_mean))});
  return table.text() + "  Bounds are far above what is measured; plan by `sotto run`.\n";
}

std::string comparison_text(const Scenario& scenario, const Comparison& comparison) {
  const Configuration& configuration = scenario.configuration();
  std::string out = run_notice(configuration) + "\n\n";
  out += setting_text(scenario);
  out += graph_text(configuration.graph, scenario.graph(), scenario.weights());
  out += promise_text(comparison.plans.front().plan);
  if (!comparison.plans.front().own_plans.empty()) out += own_promises(configuration.privacy);
  if (!scenario.warnings().empty())
    out += "Warning   this delta is not below 1/records: too weak a promise for real records\n";
  out += fmt::format("Rounds    {} with gradient and noise (Stage I)\n", configuration.algorithm.rounds);
  out += stage_two_text(configuration.algorithm.stop, scenario.weights().mixing_rate().at_most());
  out += fresh_text(configuration.run.fresh) + "\n";
  out += plans_table(comparison) + "\n";
  if (comparison.trials_done == 0) return out + "No trial was finished.\n";
  out += fmt::format("Squared distance to x*, divided by ||x*||^2; mean over {} trial{} +- standard error\n\n",
                     comparison.trials_done, comparison.trials_done == 1 ? "" : "s");
  out += errors_table(scenario, comparison);
  out +=
      "  Exact theory: while no projection binds. Proved bound: for every dataset, hence far above what is measured.\n";
  const bool all_fit = std::all_of(comparison.plans.begin(), comparison.plans.end(), theory_fits);
  out +=
      all_fit ? "\n" : "  (!) The measured error is another: projections bind, and the theory does not hold here.\n\n";
  if (comparison.trials_done >= fewest_for_quantiles) out += quantiles_table(comparison) + "\n";
  out += precision_text(configuration.run, comparison);
  for (const PlanResult& plan : comparison.plans)
    if (plan.ended_by_cap > 0)
      out += fmt::format("{}: Stage II ended at its cap in {} of {} trials; disagreement left: {:.1e} of ||x*||^2.\n\n",
                         plan.name, plan.ended_by_cap, comparison.trials_done, plan.disagreement.mean());
  return out + cooperation_sentence(comparison.plans.front(), comparison) + "\n";
}

}  // namespace sotto
