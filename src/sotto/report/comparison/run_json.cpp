// SPDX-License-Identifier: MIT
// A run as JSON, sotto.run/1.
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/plan/plan_values.hpp"

namespace sotto {
namespace {

/// Mean and standard error. That of one trial is unknown: null, not zero; and so is all of what was never measured.
Json statistic(const RunningStatistic& s) {
  if (s.count() == 0) return nullptr;  // not measured: x_1(T) under secret noise
  return {{"mean", number(s.mean())}, {"standard_error", s.count() < 2 ? Json(nullptr) : number(s.standard_error())}};
}

/// The keys are probabilities.
Json metric_json(const Metric& metric) {
  Json json = statistic(metric);
  if (metric.count() == 0) return json;
  for (const double probability : Quantiles::shown)
    json["quantiles"][show(probability)] = number(metric.quantiles().at(probability));
  return json;
}

/// Null where no precision was asked for.
Json until_se_json(const RunSettings& run, const Comparison& comparison) {
  if (run.until_se == 0) return nullptr;
  return {{"wanted", number(run.until_se)},
          {"reached", number_or_null(relative_standard_error(comparison))},
          {"met", comparison.precise_enough},
          {"stopped_early", comparison.precise_enough && comparison.trials_done < run.trials}};
}

Json stage_two_json(const Scenario& scenario, const PlanResult& plan) {
  const StageTwo stage = stage_two_of(plan.plan, scenario);
  return {{"consensus", name_of(scenario.configuration().algorithm.consensus)},
          {"most_rounds", stage.most_rounds},
          {"rounds", statistic(plan.consensus_rounds)},
          {"cap_binds", plan.ended_by_cap > 0},
          {"trials_ended_by_cap", plan.ended_by_cap},
          {"disagreement_left", number(stage.disagreement_left)}};
}

std::vector<std::string> warnings_of(const Scenario& scenario, const Comparison& comparison) {
  std::vector<std::string> all = scenario.warnings();
  all.insert(all.end(), comparison.remarks.begin(), comparison.remarks.end());
  return all;
}

/// What was run, and how.
Json description(const Scenario& scenario, const Comparison& comparison) {
  return {{"schema", "sotto.run/1"},
          {"private", false},
          {"notice", run_notice(scenario.configuration())},
          {"seed", std::to_string(scenario.configuration().run.seed)},
          {"trials", comparison.trials_done},
          {"trials_wanted", scenario.configuration().run.trials},
          {"interrupted", comparison.interrupted},
          {"until_se", until_se_json(scenario.configuration().run, comparison)},
          {"fresh", name_of(scenario.configuration().run.fresh)},
          {"engine", comparison.engine},
          {"noise_precision", name_of(scenario.configuration().run.noise_precision)},
          {"mechanism", scenario.configuration().privacy.on_lattice ? "lattice" : "real"},
          {"randomness", name_of(scenario.configuration().run.randomness)},
          {"warnings", warnings_of(scenario, comparison)}};
}

void add_results(Json& json, const Comparison& comparison) {
  const PlanResult& own = comparison.plans.front();
  json["metrics"] = {{"normalised_error", metric_json(own.normalised_error)},
                     {"first_node_error", metric_json(own.first_node_error)},
                     {"node_error", metric_json(own.node_error)},
                     {"disagreement", metric_json(own.disagreement)}};
  json["quantile_accuracy"] = number(Quantiles::relative_accuracy);
  json["baselines"] = Json::object();
  for (const BaselineResult& baseline : comparison.baselines)
    json["baselines"][baseline.name] = statistic(baseline.error);
  json["theory"] = {{"exact_normalised_error", statistic(own.theory)},
                    {"fits_measurement", own.theory.count() < 2 ? Json(nullptr) : Json(theory_holds(own))}};
}

Json network_json(const Scenario& scenario, const TrialOutcome& first_trial) {
  return {{"nodes", scenario.graph().node_count()},
          {"edges", scenario.graph().edge_count()},
          {"mixing_rate", number(scenario.weights().mixing_rate().in_one_number())},
          {"messages", first_trial.messages},
          {"bytes", first_trial.bytes}};
}

/// What was measured on test records: series -> metric -> statistic; null for what does not exist, such as the AUC of a
/// single level.
Json test_json(const Comparison& comparison) {
  Json json = Json::object();
  const auto add = [&](const std::string& series, const TestStatistics& test) {
    for (std::size_t k = 0; k < test.mean.size(); ++k)
      json[series][std::string(comparison.test_metrics[k].name)] = statistic(test.mean[k]);
    for (const RunningStatistic& node : test.first) json[series]["nodes"].push_back(statistic(node));
  };
  for (const PlanResult& plan : comparison.plans) add(plan.name, plan.test);
  add("minimiser", comparison.minimiser_test);
  add("constant", comparison.constant_test);
  for (const BaselineResult& baseline : comparison.baselines) add(baseline.name, baseline.test);
  return json;
}

}  // namespace

std::string run_json(const Scenario& scenario, const Comparison& comparison) {
  const PlanResult& own = comparison.plans.front();
  Json json = description(scenario, comparison);
  if (comparison.trials_done == 0) {
    json["metrics"] = Json::object();
    json["privacy"] = privacy_json(own.plan);
    return dump(json);
  }
  add_results(json, comparison);
  if (!comparison.test_metrics.empty()) json["test"] = test_json(comparison);
  json["cooperation"] = name_of(cooperation(own, comparison));
  json["cooperation_judged_by"] = comparison.test_metrics.empty()
                                      ? "node_error"
                                      : comparison.test_metrics[judging_metric(comparison.test_metrics)].name;
  json["privacy"] = privacy_json(own.plan);
  json["privacy"]["alpha_of_messages_sent"] = number(own.first_trial.alpha_spent);
  json["network"] = network_json(scenario, own.first_trial);
  json["stage_two"] = stage_two_json(scenario, own);
  const bool secret = !own.first_trial.simulation;
  if (!own.own_plans.empty())
    json["nodes"] = nodes_json(scenario.departing_plans(),
                               secret ? scenario.certificates_of_nodes() : std::map<NodeId, Certificate>());
  if (secret)
    json["certificate_of_messages"] = certificate_value(scenario.certificate(own.plan, scenario.common_nodes()));
  return dump(json);
}

}  // namespace sotto
