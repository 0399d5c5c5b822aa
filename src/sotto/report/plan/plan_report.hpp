// SPDX-License-Identifier: MIT
// Plans as people and programs read them. It knows what was agreed on, and nothing that was run.
#pragma once

#include <map>
#include <string>

#include "sotto/agreement/agreement.hpp"

namespace sotto {

/// A plan where its network is known.
struct PlanOnNetwork {
  const Agreement& agreement;
  Certificate certificate;                     ///< of the common plan
  std::map<NodeId, Plan> departing_plans;      ///< of nodes with a promise of their own
  std::map<NodeId, Certificate> certificates;  ///< and theirs
};

/// One plan: what each accountant says of it, and its first and last rounds.
std::string plan_text(const Plan& plan);
/// The same with graph, Stage II, proved bounds (or the plans of nodes with their own promise) and certificates.
std::string plan_text(const Plan& plan, const PlanOnNetwork& on);

/// sotto.plan/1; with the convergence bounds where the network is known.
std::string plan_json(const Plan& plan, const PlanOnNetwork* on = nullptr);

/// Theorem 2 and Corollary 2 for a plan on a network: printed, corrected and by the recursion, side by side.
std::string bounds_text(const Plan& plan, const NetworkConstants& network, Round consensus_rounds);

/// What is promised to whom; with masked sums against all other members together, too.
std::string promise_text(const Plan& plan);

/// Mixing rounds, momentum and output, where they are not the default: what costs no privacy. Empty otherwise.
std::string free_of_cost_text(const Plan& plan);

/// What the same promise takes and brings with trust in nobody, and in all members but a few. Empty where masked sums
/// are no choice.
std::string trust_text(const Agreement& agreement);

/// What Stage II comes to, and whether its cap binds.
std::string stage_two_text(const StopRule& rule, const Averaging& averaging);
/// The same for a plan: with masked sums there is none.
std::string stage_two_text(const Plan& plan, const Agreement& agreement);

}  // namespace sotto
