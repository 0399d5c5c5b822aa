// SPDX-License-Identifier: MIT
// A plan as JSON, sotto.plan/1.
#include <cmath>

#include "sotto/report/plan/plan_report.hpp"
#include "sotto/report/plan/plan_values.hpp"

namespace sotto {
namespace {

/// Squared distances to x*, not divided by anything. The closed form holds for the paper's steps and schedule only.
Json bounds_json(const Plan& plan, const NetworkConstants& network, Round most_rounds) {
  const Recursion recursion = recursion_bound(plan, network);
  const auto entry = [](double mean, double node) {
    return Json{{"released_mean", number(mean)}, {"node_after_stage_two", number(node)}};
  };
  const auto corrected_entry = [&](double mean) {
    return entry(mean, corrected_corollary2(recursion, network, most_rounds, mean));
  };
  Json json = {{"printed_not_valid",
                entry(printed_theorem2(plan, network).sum(), printed_corollary2(plan, network, most_rounds))}};
  if (closed_form_holds(plan)) json["corrected_closed_form"] = corrected_entry(corrected_theorem2(plan, network).sum());
  json["recursion"] = corrected_entry(recursion.released_mean);
  return json;
}

/// What each accountant says of it.
Json guarantees_json(const Plan& plan) {
  Json guarantees;
  for (const Accountant accountant : all_accountants) {
    const double limit = alpha_limit(accountant, plan);
    guarantees[std::string(name_of(accountant))] = {
        {"epsilon", number_or_null(epsilon_of(accountant, plan))},
        {"alpha_limit", number(limit)},
        {"noise_scale_factor", number_or_null(std::sqrt(plan.alpha_limit() / limit))}};
    if (plan.is_masked())
      guarantees[std::string(name_of(accountant))]["epsilon_all"] =
          number_or_null(epsilon_of(accountant, plan, Threat::all_others()));
  }
  return guarantees;
}

void add_network(Json& json, const Plan& plan, const PlanOnNetwork& on) {
  const NetworkConstants network = on.agreement.network_constants();
  const StageTwo stage = stage_two_of(plan, on.agreement);
  json["stage_two"] = {{"consensus", name_of(network.consensus)},
                       {"most_rounds", stage.most_rounds},
                       {"cap_binds", stage.cap_binds},
                       {"disagreement_left", number(stage.disagreement_left)}};
  if (!on.departing_plans.empty())
    json["nodes"] = nodes_json(on.departing_plans, on.certificates);
  else if (const std::string why = why_no_bound(plan); !why.empty())
    json["no_bounds"] = why;
  else
    json["bounds"] = bounds_json(plan, network, stage.most_rounds);
  json["trust"] = trust_json(on.agreement);
}

}  // namespace

StageTwo stage_two_of(const Plan& plan, const Agreement& agreement) {
  if (plan.is_masked()) return {.most_rounds = 0, .cap_binds = false, .disagreement_left = 0};
  return stage_two(agreement.terms().algorithm.stop, agreement.averaging());
}

void add_masked_sums(Json& json, const MaskedSums& sums, std::optional<double> epsilon_all) {
  json["masked_sums"] = {{"members", sums.members},
                         {"colluders", sums.colluders},
                         {"honest_members", sums.members - sums.colluders},
                         {"spare_rounds", sums.spare_rounds},
                         {"epsilon_all", number_or_null(epsilon_all)}};
}

void add_mechanism(Json& json, const Plan& plan) {
  const PlanRequest& request = plan.request();
  if (const MaskedSums* sums = masked_sums(request.mechanism)) {
    add_masked_sums(json, *sums, epsilon_of(request.accountant, plan, Threat::all_others()));
    json["masked_sums"]["alpha_all"] = number(plan.total_cost(Threat::all_others()).alpha);
    json["masked_sums"]["epsilon_all_limit"] = number_or_null(request.epsilon_all);
  }
  if (request.mixing_rounds > 1) json["mixing_rounds"] = request.mixing_rounds;
  if (request.acceleration != Acceleration::none) json["acceleration"] = name_of(request.acceleration);
  if (request.output != Output::last) json["output"] = name_of(request.output);
}

Json privacy_json(const Plan& plan) {
  const PlanRequest& request = plan.request();
  Json json = {{"alpha_spent", number(plan.alpha_spent())},
               {"epsilon", number(epsilon_of(request.accountant, plan))},
               {"delta", number(request.budget.delta)},
               {"accountant", name_of(request.accountant)},
               {"adjacency", name_of(request.budget.adjacency)},
               {"schedule", name_of(request.schedule)},
               {"step", name_of(request.step)}};
  add_mechanism(json, plan);
  return json;
}

Json nodes_json(const std::map<NodeId, Plan>& departing_plans, const std::map<NodeId, Certificate>& certificates) {
  Json json = Json::object();
  for (const auto& [node, own] : departing_plans) {
    Json& entry = json[std::to_string(node)] = privacy_json(own);
    if (const auto found = certificates.find(node); found != certificates.end())
      entry["certificate"] = certificate_value(found->second);
  }
  return json;
}

std::string plan_json(const Plan& plan, const PlanOnNetwork* on) {
  const PlanRequest& request = plan.request();
  std::vector<double> steps, scales;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    steps.push_back(plan.step(t));
    scales.push_back(plan.noise_scale(t).standard_deviation());
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
               {"steps", array_of(steps, number)},
               {"noise_scales", array_of(scales, number)},
               {"guarantees", guarantees_json(plan)}};
  add_mechanism(json, plan);
  if (request.budget.adjacency == Adjacency::add_remove) json["condition"] = add_remove_condition();
  if (on != nullptr) add_network(json, plan, *on);
  json["certificate"] = certificate_value(on != nullptr ? on->certificate : certificate_of(plan));
  return dump(json);
}

}  // namespace sotto
