// SPDX-License-Identifier: MIT
// A plan as JSON, sotto.plan/1.
#include <cmath>

#include "sotto/report/json_report.hpp"
#include "sotto/report/promise_json.hpp"
#include "sotto/report/text_report.hpp"

namespace sotto {
namespace {

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
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

/// What each accountant says of it.
Json guarantees_json(const Plan& plan) {
  Json guarantees;
  for (const Accountant accountant : all_accountants) {
    const double limit = alpha_limit(accountant, plan);
    guarantees[std::string(name_of(accountant))] = {
        {"epsilon", number_or_null(epsilon_of(accountant, plan))},
        {"alpha_limit", number(limit)},
        {"noise_scale_factor", number_or_null(std::sqrt(plan.alpha_limit() / limit))}};
  }
  return guarantees;
}

}  // namespace

std::string plan_json(const Plan& plan, const std::optional<PlanOnNetwork>& on) {
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
               {"steps", numbers(steps)},
               {"noise_scales", numbers(scales)},
               {"guarantees", guarantees_json(plan)}};
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

}  // namespace sotto
