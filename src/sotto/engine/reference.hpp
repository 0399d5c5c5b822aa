// SPDX-License-Identifier: MIT
// The reference engine: drives N nodes in one process, round by round, in the order of the paper.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sotto/consensus/node.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/engine/eavesdropper.hpp"

namespace sotto {

/// What all nodes share, and each node's own objective. What is referred to must outlive the run.
struct Network {
  const WeightMatrix& weights;
  const Domain& domain;
  const Plan& plan;
  std::span<const Objective* const> objectives;
  /// Each node's own plan, where budgets or schedules differ; all have the rounds of `plan`. Empty: all follow `plan`.
  std::span<const Plan> own_plans = {};
  Consensus consensus = Consensus::plain;  ///< how Stage II averages

  const Plan& plan_of(NodeId node) const { return own_plans.empty() ? plan : own_plans[node]; }
};

struct RunOutcome {
  Round gradient_rounds = 0;   ///< Stage I rounds done
  Round consensus_rounds = 0;  ///< Stage II rounds done
  bool interrupted = false;
  bool ended_by_cap = false;                   ///< Stage II ended at its cap, before its tolerance was reached
  std::uint64_t messages = 0;                  ///< one per directed edge and round
  std::uint64_t bytes = 0;                     ///< their payload: 8 per coordinate
  double alpha_spent = 0;                      ///< cost of the noisy messages that were sent; of the dearest node
  bool simulation = true;                      ///< the noise was seeded or in doubles: nothing of this is private
  std::vector<Released> messages_at_end = {};  ///< y_i of the last round
};

/// What the rounds that were done have sent and spent: messages, bytes and alpha.
void add_costs(const Network& network, RunOutcome& outcome);

/// Runs both stages. Looks at `interrupt` between rounds; what was said until then stands.
RunOutcome run_reference(const Network& network, const StopRule& stop, Noise noise, Eavesdropper& listener,
                         const std::atomic<bool>& interrupt);

}  // namespace sotto
