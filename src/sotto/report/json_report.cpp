// SPDX-License-Identifier: MIT
// What the program answers with --json.
#include "sotto/report/json_report.hpp"

#include <limits>

#include "sotto/graph/measures.hpp"
#include "sotto/report/json_values.hpp"
#include "sotto/report/text_report.hpp"

namespace sotto {
namespace {

/// Infinity says that there is no such number: null.
Json number_or_null(const std::optional<double>& value) {
  return value && *value != std::numeric_limits<double>::infinity() ? number(*value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

/// A standard error of one trial is unknown: null, not zero.
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
  const StageTwo stage = stage_two(scenario.configuration().algorithm.stop, scenario.averaging());
  return {{"consensus", name_of(scenario.configuration().algorithm.consensus)},
          {"most_rounds", stage.most_rounds},
          {"rounds", statistic(plan.consensus_rounds)},
          {"cap_binds", plan.ended_by_cap > 0},
          {"trials_ended_by_cap", plan.ended_by_cap},
          {"disagreement_left", number(stage.disagreement_left)}};
}

Json warnings_json(const Scenario& scenario) {
  Json list = Json::array();
  for (const std::string& warning : scenario.warnings()) list.push_back(warning);
  return list;
}

Json privacy_json(const Plan& plan) {
  const PlanRequest& request = plan.request();
  return {{"alpha_spent", number(plan.alpha_spent())},
          {"epsilon", number(epsilon_of(request.accountant, plan))},
          {"delta", number(request.budget.delta)},
          {"accountant", name_of(request.accountant)},
          {"adjacency", name_of(request.budget.adjacency)},
          {"schedule", name_of(request.schedule)},
          {"step", name_of(request.step)}};
}

/// Squared distances to x*, not divided by anything. The closed form holds for the paper's steps and schedule only.
Json bounds_json(const Plan& plan, const PlanOnNetwork& on) {
  const Recursion recursion = recursion_bound(plan, on.network);
  const auto entry = [](double mean, double node) {
    return Json{{"released_mean", number(mean)}, {"node_after_stage_two", number(node)}};
  };
  Json json = {{"printed_not_valid", entry(printed_theorem2(plan, on.network).sum(),
                                           printed_corollary2(plan, on.network, on.stage_two.most_rounds))}};
  if (closed_form_holds(plan)) {
    const double corrected = corrected_theorem2(plan, on.network).sum();
    json["corrected_closed_form"] =
        entry(corrected, corrected_corollary2(recursion, on.network, on.stage_two.most_rounds, corrected));
  }
  json["recursion"] =
      entry(recursion.released_mean,
            corrected_corollary2(recursion, on.network, on.stage_two.most_rounds, recursion.released_mean));
  return json;
}

/// Nodes with a promise of their own.
enum class Certificates { with, without };
Json nodes_json(const Scenario& scenario, const std::map<NodeId, Plan>& departing_plans, Certificates certificates) {
  Json json = Json::object();
  for (const auto& [node, own] : departing_plans) {
    Json& entry = json[std::to_string(node)] = privacy_json(own);
    if (certificates == Certificates::with)
      entry["certificate"] = certificate_value(scenario.certificate_of_node(node, own));
  }
  return json;
}

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pays:
      return "pays";
    case Verdict::does_not_pay:
      return "does-not-pay";
    case Verdict::cannot_tell:
      break;
  }
  return "cannot-tell";
}

/// Null for what does not exist, such as the AUC of a single level.
Json statistic_or_null(const RunningStatistic& of) {
  return of.count() == 0 ? Json(nullptr) : statistic(of);
}

Json test_json(const Comparison& comparison) {
  Json json = Json::object();
  const auto add = [&](const std::string& series, const TestStatistics& test) {
    for (std::size_t k = 0; k < test.mean.size(); ++k)
      json[series][std::string(comparison.test_metrics[k].name)] = statistic_or_null(test.mean[k]);
    for (const RunningStatistic& node : test.first) json[series]["nodes"].push_back(statistic_or_null(node));
  };
  for (const PlanResult& plan : comparison.plans) add(plan.name, plan.test);
  add("minimiser", comparison.minimiser_test);
  for (const BaselineResult& baseline : comparison.baselines) add(baseline.name, baseline.test);
  return json;
}

}  // namespace

std::string init_json() {
  return dump({{"schema", "sotto.init/1"}, {"configuration", sample_configuration()}});
}

std::string plan_json(const Plan& plan, const std::optional<PlanOnNetwork>& on) {
  const PlanRequest& request = plan.request();
  std::vector<double> steps, scales;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    steps.push_back(plan.step(t));
    scales.push_back(plan.noise_scale(t).standard_deviation());
  }
  Json guarantees;
  for (const Accountant accountant : all_accountants) {
    const double limit = alpha_limit(accountant, plan);
    guarantees[std::string(name_of(accountant))] = {
        {"epsilon", number_or_null(epsilon_of(accountant, plan))},
        {"alpha_limit", number(limit)},
        {"noise_scale_factor", number_or_null(std::sqrt(plan.alpha_limit() / limit))}};
  }
  Json json = {{"schema", "sotto.plan/1"},
               {"accountant", name_of(request.accountant)},
               {"schedule", name_of(request.schedule)},
               {"step", name_of(request.step)},
               {"adjacency", name_of(request.budget.adjacency)},
               {"epsilon", number(request.budget.epsilon)},
               {"delta", number(request.budget.delta)},
               {"rounds", plan.gradient_rounds()},
               {"sensitivity", number(request.constants.record_sensitivity)},
               {"alpha_limit", number(plan.alpha_limit())},
               {"alpha_spent", number(plan.alpha_spent())},
               {"steps", numbers(steps)},
               {"noise_scales", numbers(scales)},
               {"guarantees", guarantees}};
  if (request.budget.adjacency == Adjacency::add_remove) json["condition"] = add_remove_condition();
  if (on)
    json["stage_two"] = {{"consensus", name_of(on->network.consensus)},
                         {"most_rounds", on->stage_two.most_rounds},
                         {"cap_binds", on->stage_two.cap_binds},
                         {"disagreement_left", number(on->stage_two.disagreement_left)}};
  if (on && on->departing_plans.empty()) json["bounds"] = bounds_json(plan, *on);
  if (on && !on->departing_plans.empty())
    json["nodes"] = nodes_json(on->scenario, on->departing_plans, Certificates::with);
  json["certificate"] =
      certificate_value(on ? on->scenario.certificate(plan, on->scenario.common_nodes()) : certificate_of(plan));
  return dump(json);
}

std::string account_json(const Account& account) {
  const AccountQuery& query = account.query;
  Json json = {{"schema", "sotto.account/1"},
               {"alpha", number(query.cost.alpha)},
               {"mu", number(std::sqrt(query.cost.alpha))},
               {"rho", number(query.cost.alpha / 2)},
               {"total_variation", number(query.cost.total_variation)},
               {"rounds", number(std::floor(query.shares.rounds()))},
               {"at", {{"delta", number_or_null(query.delta)}, {"epsilon", number_or_null(query.epsilon)}}},
               {"promise", nullptr}};
  if (account.promise)
    json["promise"] = {{"epsilon", number(account.promise->epsilon)}, {"delta", number(account.promise->delta)}};
  for (const AccountLine& line : account.lines)
    json["accountants"][std::string(name_of(line.accountant))] = {{"epsilon", number_or_null(line.epsilon)},
                                                                  {"delta", number_or_null(line.delta)},
                                                                  {"alpha_limit", number_or_null(line.alpha_limit)},
                                                                  {"noise_over_exact", number_or_null(line.noise)}};
  json["for_comparison"] = Json::object();
  for (const ComparisonValue& value : account.comparison)
    json["for_comparison"][std::string(value.name)] = {{"alpha_limit", number(value.alpha)},
                                                       {"round_epsilon", number_or_null(value.round_epsilon)},
                                                       {"guarantee", value.guarantee},
                                                       {"note", value.note}};
  return dump(json);
}

std::string run_json(const Scenario& scenario, const Comparison& comparison) {
  const PlanResult& own = comparison.plans.front();
  Json json = {{"schema", "sotto.run/1"},
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
               {"warnings", warnings_json(scenario)}};
  if (comparison.trials_done == 0) {
    json["metrics"] = Json::object();
    json["privacy"] = privacy_json(own.plan);
    return dump(json);
  }
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
  if (!comparison.test_metrics.empty()) json["test"] = test_json(comparison);
  json["cooperation"] = word(cooperation(own, comparison));
  json["privacy"] = privacy_json(own.plan);
  json["privacy"]["alpha_of_messages_sent"] = number(own.first_trial.alpha_spent);
  json["network"] = {{"nodes", scenario.graph().node_count()},
                     {"edges", scenario.graph().edge_count()},
                     {"mixing_rate", number(scenario.weights().mixing_rate().beta)},
                     {"messages", own.first_trial.messages},
                     {"bytes", own.first_trial.bytes}};
  json["stage_two"] = stage_two_json(scenario, own);
  const bool secret = !own.first_trial.simulation;
  if (!own.own_plans.empty())
    json["nodes"] =
        nodes_json(scenario, scenario.departing_plans(), secret ? Certificates::with : Certificates::without);
  if (secret)
    json["certificate_of_messages"] = certificate_value(scenario.certificate(own.plan, scenario.common_nodes()));
  return dump(json);
}

std::string manifest_json(const RunIdentity& identity, const Scenario& scenario, const Comparison& comparison,
                          const std::map<std::string, std::string>& digests) {
  Json spent = Json::object();
  for (const PlanResult& plan : comparison.plans) spent[plan.name] = privacy_json(plan.plan);
  Json json = {{"schema", "sotto.manifest/1"}, {"private", false}, {"notice", run_notice(scenario.configuration())}};
  json.update(identity_json(identity));
  json.update({{"seed", std::to_string(scenario.configuration().run.seed)},
               {"trials", comparison.trials_done},
               {"interrupted", comparison.interrupted},
               {"engine", comparison.engine},
               {"privacy_of_one_trial", spent},
               {"privacy_of_nodes", nodes_json(scenario, scenario.departing_plans(), Certificates::without)},
               {"sha256", digests_json(digests)}});
  return dump(json);
}

std::string graph_json(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = degree_range(graph);
  const MixingRate& rate = weights.mixing_rate();
  const DiameterBounds bounds = diameter(graph);
  return dump(
      {{"schema", "sotto.graph/1"},
       {"kind", settings.kind},
       {"nodes", graph.node_count()},
       {"edges", graph.edge_count()},
       {"degree", {{"least", least}, {"most", most}}},
       {"diameter", {{"lower", bounds.lower}, {"upper", bounds.upper}}},
       {"weights", settings.weights},
       {"mixing_rate", {{"beta", number(rate.beta)}, {"residual", number(rate.residual)}, {"method", rate.method}}},
       {"spectral_gap", number(spectral_gap(weights))}});
}

std::string written_json(const std::string& path) {
  return dump({{"schema", "sotto.written/1"}, {"report", path}});
}

std::string error_json(const std::vector<Fault>& faults, int exit_code) {
  Json list = Json::array();
  for (const Fault& fault : faults) {
    Json entry = {{"field", fault.field}, {"value", fault.value}, {"rule", fault.rule}};
    if (!fault.place.empty()) entry["place"] = fault.place;
    list.push_back(entry);
  }
  return dump({{"schema", "sotto.error/1"}, {"code", exit_code}, {"errors", list}});
}

}  // namespace sotto
