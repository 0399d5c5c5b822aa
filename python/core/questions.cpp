// SPDX-License-Identifier: MIT
// What is answered without a run: accounts and plans.
#include "sotto/job/questions.hpp"

#include <pybind11/stl.h>

#include <algorithm>

#include "apart.hpp"
#include "ledger.hpp"
#include "sotto/report/plan/account_report.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_report.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto::python {
namespace {

struct Answer {
  std::string text, json;
  std::string curve = {};  ///< CSV, of an account
  std::vector<std::string> warnings = {};
  Cost cost = {};  ///< of a plan on the records of the node that pays most
};

/// Of the node that pays most, where some have plans of their own.
Cost largest_cost(const Scenario& scenario, const Plan& common, const std::map<NodeId, Plan>& departing) {
  Cost most;
  const auto see = [&](const Plan& plan) {
    const Cost cost = plan.total_cost();
    most = {.alpha = std::max(most.alpha, cost.alpha),
            .total_variation = std::max(most.total_variation, cost.total_variation)};
  };
  if (departing.size() < scenario.graph().node_count()) see(common);
  for (const auto& [node, own] : departing) see(own);
  return most;
}

constexpr const char* one_of =
    "give exactly one of alpha, mu, rho, accountant (with epsilon and delta), or a configuration";

Answer account(const Settings& given, bool of_configuration) {
  Reader reader(given);
  const AccountQuestion question =
      read_account_question(reader, of_configuration ? AskedOf::configuration : AskedOf::numbers, one_of);
  reader.finish();
  const AccountAnswer made = answer(question);
  return {.text = account_text(made.account, made.all_others),
          .json = account_json(made.account, made.all_others),
          .curve = curve_csv(account_curves(made.account.query))};
}

Answer plan(const Settings& given, bool of_configuration) {
  if (!of_configuration) {
    const Plan made = plan_from_numbers(given);
    return {.text = plan_text(made) + "\n" + certificate_text(certificate_of(made)),
            .json = plan_json(made),
            .cost = made.total_cost()};
  }
  refuse_constants(given, "the configuration");
  const Scenario scenario(read_configuration(given));
  const Plan made = scenario.plan();
  const PlanOnNetwork on{.agreement = scenario,
                         .certificate = scenario.certificate(made, scenario.common_nodes()),
                         .departing_plans = scenario.departing_plans(),
                         .certificates = scenario.certificates_of_nodes()};
  Answer answer{.text = plan_text(made, on),
                .json = plan_json(made, &on),
                .warnings = scenario.warnings(),
                .cost = largest_cost(scenario, made, on.departing_plans)};
  if (const std::string why = scenario.only_a_simulation(); !why.empty()) answer.warnings.push_back(why);
  return answer;
}

}  // namespace

void bind_questions(py::module_& module) {
  py::class_<Answer>(module, "Answer")
      .def_readonly("text", &Answer::text)
      .def_readonly("json", &Answer::json)
      .def_readonly("curve", &Answer::curve)
      .def_readonly("warnings", &Answer::warnings)
      .def_readonly("cost", &Answer::cost);
  module.def("account", [](const Settings& given, bool of_configuration) {
    return made_apart([&] { return account(given, of_configuration); });
  });
  module.def("plan", [](const Settings& given, bool of_configuration) {
    return made_apart([&] { return plan(given, of_configuration); });
  });
}

}  // namespace sotto::python
