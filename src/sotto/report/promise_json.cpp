// SPDX-License-Identifier: MIT
// What plans promise and cost.
#include "sotto/report/promise_json.hpp"

namespace sotto {

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

Json nodes_json(const Scenario& scenario, const std::map<NodeId, Plan>& departing_plans, Certificates certificates) {
  Json json = Json::object();
  for (const auto& [node, own] : departing_plans) {
    Json& entry = json[std::to_string(node)] = privacy_json(own);
    if (certificates == Certificates::with)
      entry["certificate"] = certificate_value(scenario.certificate_of_node(node, own));
  }
  return json;
}

}  // namespace sotto
