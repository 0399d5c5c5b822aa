// SPDX-License-Identifier: MIT
// What a person reads.
#include "sotto/report/text_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/agreement/domain_parts.hpp"
#include "sotto/graph/measures.hpp"
#include "sotto/report/text_table.hpp"

namespace sotto {

std::string run_notice(const Configuration& configuration) {
  if (configuration.run.randomness == Randomness::system && configuration.run.trials > 1)
    return "NOT PRIVATE: errors against the true minimiser and baselines without noise are shown. The messages of one "
           "trial are private, as the certificate says; several trials on the same records cost more: alpha adds.";
  return configuration.run.randomness == Randomness::system
             ? "NOT PRIVATE: errors against the true minimiser and baselines without noise are shown. The messages of "
               "this run are private: see its certificate."
             : "SIMULATION: no privacy. The noise is seeded, and errors against the true minimiser are shown.";
}

namespace {

std::string domain_text(const ProblemSettings& problem) {
  switch (problem.domain) {
    case DomainKind::product:
      return "product of " + parts_text(problem.parts);
    case DomainKind::ball:
      return fmt::format("ball of radius {}", show(problem.radius));
    case DomainKind::l1_ball:
      return fmt::format("L1 ball of radius {}", show(problem.radius));
    case DomainKind::simplex:
      return fmt::format("simplex of total {}", show(problem.radius));
    case DomainKind::box:
      break;
  }
  return fmt::format("box [-{0}, {0}]^{1}", show(problem.radius), problem.dimension);
}

std::string problem_on_files_text(const Scenario& scenario) {
  const Configuration& configuration = scenario.configuration();
  const std::vector<std::uint64_t>& sizes = scenario.declared()->sizes();
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  std::string out = fmt::format("Problem   {}: {} nodes with {} records in all, {} coefficients, {}\n",
                                name_of(configuration.problem.kind), sizes.size(), scenario.records_in_all(),
                                configuration.problem.dimension, domain_text(configuration.problem));
  out += fmt::format("          {} to {} records a node ({}); rows of norm at most {}\n", *least, *most,
                     configuration.data->files.empty() ? name_of(configuration.data->partition) : "a file each",
                     show(scenario.declared()->encoding().row_norm()));
  if (configuration.data->sizes_follow_from_records())
    out += "          these sizes follow from records: no constants of a real run could\n";
  return out;
}

}  // namespace

std::string setting_text(const Scenario& scenario) {
  const ProblemSettings& problem = scenario.configuration().problem;
  if (scenario.real() != nullptr) return problem_on_files_text(scenario);
  return fmt::format("Problem   mean estimation: {} nodes with {} records each, dimension {}, {}\n",
                     scenario.graph().node_count(), problem.records_per_node, problem.dimension, domain_text(problem));
}

std::string promise_text(const Plan& plan) {
  const PrivacyBudget& budget = plan.request().budget;
  std::string out = fmt::format(
      "Promise   epsilon = {}, delta = {} for any one record ({} adjacency), against someone who hears every message\n",
      show(budget.epsilon), show(budget.delta), name_of(budget.adjacency));
  if (budget.adjacency == Adjacency::add_remove) out += fmt::format("Condition {}\n", add_remove_condition());
  return out;
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

std::string graph_text(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = degree_range(graph);
  const DiameterBounds bounds = diameter(graph);
  const MixingRate& rate = weights.mixing_rate();
  return fmt::format(
      "Graph     {}: {} nodes, {} edges, degree {} to {}, diameter {}\n"
      "Weights   {}: beta = {:.6g} ({}{}), spectral gap {:.6g}\n",
      name_of(settings.kind), graph.node_count(), graph.edge_count(), least, most,
      bounds.exact() ? fmt::format("{}", bounds.lower) : fmt::format("{} to {}", bounds.lower, bounds.upper),
      name_of(settings.weights), rate.beta, rate.method,
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

}  // namespace sotto
