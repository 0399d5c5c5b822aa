// SPDX-License-Identifier: MIT
#include "sotto/study/plan_metrics.hpp"

#include <map>

#include "sotto/study/sweep.hpp"

namespace sotto {
namespace {

using Find = std::optional<Observation> (*)(const MeasuredPlan&);

Observation divided_by(Observation seen, double unit) {
  seen.mean /= unit;
  for (std::optional<double>* value : {&seen.standard_error, &seen.q10, &seen.median, &seen.q90})
    if (*value) **value /= unit;
  return seen;
}

double unit_of(const MeasuredPlan& of) {
  return unit_of_error(of.plan.plan, static_cast<double>(of.scenario.configuration().problem.dimension),
                       of.comparison.nodes);
}

/// Bounds are proved for one plan for all on one graph.
bool bounds_hold(const MeasuredPlan& of) {
  return why_no_bound(of.plan.plan).empty() && of.plan.own_plans.empty() &&
         of.scenario.configuration().run.fresh != Fresh::graph;
}

std::optional<Observation> bound(const MeasuredPlan& of, double value) {
  if (!bounds_hold(of)) return std::nullopt;
  return not_measured({}, value / of.comparison.minimiser_squared_norm.mean());
}

std::optional<Observation> closed_form(const MeasuredPlan& of,
                                       BoundTerms (*theorem)(const Plan&, const NetworkConstants&)) {
  if (!closed_form_holds(of.plan.plan)) return std::nullopt;
  return bound(of, theorem(of.plan.plan, of.scenario.network_constants()).sum());
}

template <Metric PlanStatistics::*metric>
std::optional<Observation> measured(const MeasuredPlan& of) {
  if ((of.plan.*metric).count() == 0) return std::nullopt;
  return observation_of({}, of.plan.*metric);
}

const std::map<std::string, Find>& finders() {
  static const std::map<std::string, Find> all{
      {"normalised_error", measured<&PlanStatistics::normalised_error>},
      {"first_node_error", measured<&PlanStatistics::first_node_error>},
      {"first_node_end_error", measured<&PlanStatistics::first_node_end_error>},
      {"node_error", measured<&PlanStatistics::node_error>},
      {"disagreement", measured<&PlanStatistics::disagreement>},
      {"error_in_units",
       [](const MeasuredPlan& of) -> std::optional<Observation> {
         return divided_by(observation_of({}, of.plan.squared_error), unit_of(of));
       }},
      {"theory_in_units",
       [](const MeasuredPlan& of) -> std::optional<Observation> {
         return not_measured({}, of.plan.exact_error / unit_of(of));
       }},
      {"theory_exact",
       [](const MeasuredPlan& of) -> std::optional<Observation> { return observation_of({}, of.plan.theory); }},
      {"bound_corrected", [](const MeasuredPlan& of) { return closed_form(of, corrected_theorem2); }},
      {"bound_recursion",
       [](const MeasuredPlan& of) {
         return bound(of, recursion_bound(of.plan.plan, of.scenario.network_constants()).released_mean);
       }},
      {"bound_printed", [](const MeasuredPlan& of) { return closed_form(of, printed_theorem2); }},
      {"consensus_rounds",
       [](const MeasuredPlan& of) -> std::optional<Observation> {
         return observation_of({}, of.plan.consensus_rounds);
       }},
      {"spectral_gap", [](const MeasuredPlan& of) -> std::optional<Observation> {
         return not_measured({}, 1 - of.scenario.weights().mixing_rate().at_most());
       }}};
  return all;
}

}  // namespace

double unit_of_error(const Plan& plan, double dimension, NodeId nodes) {
  const PublicConstants& constants = plan.request().constants;
  const auto [mu, L] = constants.curvature;
  const double c = (mu + L) / (2 * mu * L);
  const double shot = c * constants.record_sensitivity;
  return dimension / nodes * shot * shot / plan.alpha_limit();
}

std::optional<Observation> observe_test(const std::string& metric, const Comparison& comparison,
                                        const TestStatistics& test) {
  for (std::size_t k = 0; k < test.mean.size(); ++k)
    if (comparison.test_metrics[k].name == metric && test.mean[k].count() > 0)
      return observation_of({"", "", metric}, test.mean[k]);
  return std::nullopt;
}

std::vector<Observation> observe_nodes(const std::string& metric, const Comparison& comparison,
                                       const TestStatistics& test) {
  std::vector<Observation> nodes;
  if (comparison.test_metrics.empty() || comparison.test_metrics[0].name != metric) return nodes;
  if (test.first.size() != comparison.nodes || comparison.nodes > most_observed_nodes) return nodes;
  for (std::size_t i = 0; i < test.first.size(); ++i)
    if (test.first[i].count() > 0) nodes.push_back(observation_of({"", "", metric_of_node(metric, i)}, test.first[i]));
  return nodes;
}

std::optional<Observation> observe(const std::string& metric, const MeasuredPlan& measured_plan) {
  const auto finder = finders().find(metric);
  std::optional<Observation> seen = finder != finders().end()
                                        ? finder->second(measured_plan)
                                        : observe_test(metric, measured_plan.comparison, measured_plan.plan.test);
  if (seen) seen->metric = metric;
  return seen;
}

}  // namespace sotto
