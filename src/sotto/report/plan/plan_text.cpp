// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/report/document/table.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/graph_report.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

std::string epsilon_shown(double epsilon) {
  return std::isfinite(epsilon) ? fmt::format("{:.6f}", epsilon) : "none";
}

/// Nodes with a promise of their own, where the proved bounds (one plan for all) do not hold.
std::string departing_plans_text(const std::map<NodeId, Plan>& plans) {
  ReportTable table{.columns = {"node with its own promise", "epsilon", "delta", "accountant", "schedule", "alpha",
                                "last noise scale"}};
  for (const auto& [node, plan] : plans) {
    const PlanRequest& own = plan.request();
    table.add({std::to_string(node), show(own.budget.epsilon), show(own.budget.delta),
               std::string(name_of(own.accountant)), std::string(name_of(own.schedule)),
               fmt::format("{:.6g}", plan.alpha_spent()),
               fmt::format("{:.6g}", plan.noise_scale(plan.gradient_rounds()).standard_deviation())});
  }
  return table.text() + "  The proved bounds on the error are for one plan at all nodes: none is shown.\n";
}

std::string masked_promise_text(const Plan& plan, const MaskedSums& sums) {
  const PrivacyBudget& budget = plan.request().budget;
  const double all = epsilon_of(plan.request().accountant, plan, Threat::all_others());
  std::string out = fmt::format(
      "          together with up to {} of the other {} members, fixed in advance, who collude (masked sums)\n"
      "          epsilon = {} at delta = {} against all other members together\n"
      "          it rests on {} honest members: their noises hide each other's values\n",
      sums.colluders, sums.members - 1, epsilon_shown(all), show(budget.delta), sums.members - sums.colluders);
  if (sums.spare_rounds > 0)
    out += fmt::format("          {} spare round{} paid for, to repeat a round without a lost member\n",
                       sums.spare_rounds, sums.spare_rounds == 1 ? " is" : "s are");
  return out;
}

/// What each accountant says of it, against everybody that it promises something about.
ReportTable guarantees_of(const Plan& plan) {
  ReportTable table{.columns = {"accountant", "epsilon of this plan", "alpha it allows", "noise it needs"}};
  if (plan.is_masked()) table.columns.insert(table.columns.begin() + 2, "against all others");
  for (const Accountant accountant : all_accountants) {
    const double limit = alpha_limit(accountant, plan);
    std::vector<std::string> row{std::string(name_of(accountant)), epsilon_shown(epsilon_of(accountant, plan))};
    if (plan.is_masked()) row.push_back(epsilon_shown(epsilon_of(accountant, plan, Threat::all_others())));
    row.push_back(limit > 0 ? fmt::format("{:.6g}", limit) : "none");
    row.push_back(limit > 0 ? fmt::format("{:.4f} x", std::sqrt(plan.alpha_limit() / limit)) : "none");
    table.add(std::move(row));
  }
  return table;
}

/// The first rounds and the last.
ReportTable rounds_of(const Plan& plan) {
  ReportTable table{.columns = {"round", "step", "noise scale", "cost"}};
  if (plan.is_masked()) table.columns.emplace_back("against all others");
  const Round T = plan.gradient_rounds();
  for (Round t = 1; t <= T; t = t == T ? T + 1 : std::min(T, t * 10)) {
    table.add({std::to_string(t), fmt::format("{:.6g}", plan.step(t)),
               fmt::format("{:.6g}", plan.noise_scale(t).standard_deviation()), fmt::format("{:.3e}", plan.cost(t))});
    if (plan.is_masked()) table.rows.back().push_back(fmt::format("{:.3e}", plan.cost(t, Threat::all_others())));
  }
  return table;
}

}  // namespace

std::string promise_text(const Plan& plan) {
  const PrivacyBudget& budget = plan.request().budget;
  std::string out = fmt::format(
      "Promise   epsilon = {}, delta = {} for any one record ({} adjacency), against someone who hears every message\n",
      show(budget.epsilon), show(budget.delta), name_of(budget.adjacency));
  if (const MaskedSums* sums = masked_sums(plan.request().mechanism)) out += masked_promise_text(plan, *sums);
  if (budget.adjacency == Adjacency::add_remove) out += fmt::format("Condition {}\n", add_remove_condition());
  return out;
}

std::string free_of_cost_text(const Plan& plan) {
  const PlanRequest& request = plan.request();
  std::vector<std::string> choices;
  if (request.mixing_rounds > 1) choices.push_back(fmt::format("K = {} mixing rounds", request.mixing_rounds));
  if (request.acceleration != Acceleration::none)
    choices.push_back(fmt::format("acceleration {}", name_of(request.acceleration)));
  if (request.output != Output::last) choices.push_back(fmt::format("output {}", name_of(request.output)));
  if (choices.empty()) return "";
  return fmt::format("Free      {}: arithmetic on released messages, at no privacy cost\n", fmt::join(choices, ", "));
}

std::string stage_two_text(const StopRule& rule, const Averaging& averaging) {
  const StageTwo stage = stage_two(rule, averaging);
  const bool plain = averaging.consensus == Consensus::plain;
  if (const auto* agreement = std::get_if<UntilAgreement>(&rule))
    return fmt::format("Stage II  {}until no message changes by more than {} of its length, at most {} rounds\n",
                       plain ? "" : "Chebyshev's averaging, ", show(agreement->tolerance), stage.most_rounds);
  std::string text = fmt::format("Stage II  {} rounds of {}averaging leave {:.1e} of the disagreement\n",
                                 stage.most_rounds, plain ? "" : "Chebyshev's ", stage.disagreement_left);
  if (stage.cap_binds)
    text += "          the cap binds: the tolerance would need more rounds (algorithm.consensus_cap)\n";
  return text;
}

std::string stage_two_text(const Plan& plan, const Agreement& agreement) {
  if (plan.is_masked()) return "Stage II  none: with masked sums every node has the mean of all after each round\n";
  return stage_two_text(agreement.terms().algorithm.stop, agreement.averaging());
}

std::string plan_text(const Plan& plan) {
  const PlanRequest& request = plan.request();
  std::string out = promise_text(plan);
  out += fmt::format("Plan      {} rounds, accountant {}, schedule {}, step {}\n", plan.gradient_rounds(),
                     name_of(request.accountant), name_of(request.schedule), name_of(request.step));
  out += free_of_cost_text(plan);
  out += fmt::format("Budget    alpha = {:.6g} of {:.6g} spent ({:.1f} %)\n\n", plan.alpha_spent(), plan.alpha_limit(),
                     100 * plan.alpha_spent() / plan.alpha_limit());
  return out + guarantees_of(plan).text() + "\n" + rounds_of(plan).text();
}

std::string bounds_text(const Plan& plan, const NetworkConstants& network, Round consensus_rounds) {
  const Recursion recursion = recursion_bound(plan, network);
  const auto sized = [](double value) { return fmt::format("{:.4g}", value); };
  ReportTable table{.columns = {"bound on the squared distance to x*", "released mean", "a node after Stage II"}};
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

std::string plan_text(const Plan& plan, const PlanOnNetwork& on) {
  const Terms& terms = on.agreement.terms();
  std::string text = plan_text(plan) + "\n" + graph_text(terms.graph, on.agreement.graph(), on.agreement.weights()) +
                     stage_two_text(plan, on.agreement) + "\n";
  if (!on.departing_plans.empty())
    text += departing_plans_text(on.departing_plans);
  else if (const std::string why = why_no_bound(plan); !why.empty())
    text += "  " + why + "\n";
  else
    text += bounds_text(plan, on.agreement.network_constants(),
                        stage_two(terms.algorithm.stop, on.agreement.averaging()).most_rounds);
  if (const std::string trust = trust_text(on.agreement); !trust.empty()) text += "\n" + trust;
  text += "\n" + certificate_text(on.certificate);
  for (const auto& [node, own] : on.certificates) text += "\n" + certificate_text(own);
  return text;
}

}  // namespace sotto
