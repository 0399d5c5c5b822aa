// SPDX-License-Identifier: MIT
// What a person reads: plans, comparisons and graphs as text.
#pragma once

#include <string>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// What stands on top of everything that a run hands out. Even secret noise protects messages alone, not what a
/// simulation measures beside them.
std::string run_notice(const Configuration& configuration);

/// Graph, plan, guarantee by each accountant, errors with their standard errors, and whether cooperation paid.
std::string comparison_text(const Scenario& scenario, const Comparison& comparison);

/// One plan: what each accountant says of it, and its first and last rounds.
std::string plan_text(const Plan& plan);

/// Theorem 2 and Corollary 2 for a plan on a network: printed, corrected and by the recursion, side by side.
std::string bounds_text(const Plan& plan, const NetworkConstants& network, Round consensus_rounds);

/// What is solved, and what is promised to whom: a line each.
std::string setting_text(const Scenario& scenario);
std::string promise_text(const Plan& plan);

/// Nodes with a promise of their own, where the proved bounds (one plan for all) do not hold.
std::string departing_plans_text(const std::map<NodeId, Plan>& plans);

/// A graph and its weights.
std::string graph_text(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights);

/// What Stage II comes to, and whether its cap binds.
std::string stage_two_text(const StopRule& rule, const Averaging& averaging);

}  // namespace sotto
