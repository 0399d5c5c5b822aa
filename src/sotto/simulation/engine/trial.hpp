// SPDX-License-Identifier: MIT
// One trial, and what came out of it: the same for every engine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"
#include "sotto/simulation/engine/run_noise.hpp"

namespace sotto {

class RecordSums;

/// What all nodes share, and each node's own objective. What is referred to must outlive the run.
struct Network {
  const WeightMatrix& weights;
  const Domain& domain;
  const Plan& plan;
  std::span<const Objective* const> objectives;
  /// Each node's own plan, where budgets or schedules differ; all have the rounds of `plan`. Empty: all follow `plan`.
  std::span<const Plan> own_plans = {};
  Consensus consensus = Consensus::plain;  ///< how Stage II averages
  /// Stands in place of objectives where nobody holds the network as a whole: mean estimation, on the engine of large
  /// networks alone.
  const RecordSums* record_sums = nullptr;

  const Plan& plan_of(NodeId node) const { return own_plans.empty() ? plan : own_plans[node]; }
};

/// Refuses (InvalidInput) a network without one objective for each node, and, where nodes have plans of their own,
/// without one for each with the rounds of `plan`.
void check_parts(const Network& network);

struct Trial {
  Network network;
  StopRule stop;  ///< as configured
  SeededNoise::Key noise;
  std::span<const double> minimiser = {};  ///< x*, which errors are measured against
  Randomness randomness = Randomness::seeded;
  NoisePrecision precision = NoisePrecision::full;
  bool noisy = true;        ///< false: the same rounds without noise, where Engine::can_leave_noise_out
  bool every_round = true;  ///< false: y(T+1) alone is measured, where Engine::can_leave_noise_out
  bool every_node = false;  ///< keep each node's error in each round: N times the memory

  const Timetable& timetable() const { return network.plan.timetable(); }
  StopRule stop_rule() const { return rule_for(network.plan, stop); }  ///< what ends Stage II
};
RunNoise noise_of(const Trial& trial);

/// RoundErrors by RoundErrors, an array for each; the first entry is that of y(2).
struct RoundColumns {
  static constexpr Round first_round = 2;
  std::vector<double> mean_error, node_error, worst_error, disagreement;
};

/// What a trial measured: squared distances, each divided by ||x*||^2. No node ever computes any of this.
struct TrialErrors {
  double normalised_error = 0;  ///< of the released mean ybar(T+1)
  /// The error of x_1(T) = y_1(T+1) - n_1(T). Whoever holds the seed can subtract the noise: that is why a seeded run
  /// is not private. It is nothing where the noise is secret.
  std::optional<double> first_node_error = {};
  double first_node_end_error = 0;  ///< of Proj_X(y_1) after Stage II
  double node_error = 0;            ///< mean over nodes of that of Proj_X(y_i) after Stage II
  double disagreement = 0;          ///< mean over nodes of the distance to the nodes' mean after Stage II
  RoundColumns rounds = {};
  std::vector<std::vector<double>> node_errors = {};  ///< [round][node], where asked for
};

struct TrialOutcome {
  Round gradient_rounds = 0;   ///< done
  Round mixing_rounds = 0;     ///< between gradients, and to weigh messages
  Round consensus_rounds = 0;  ///< Stage II rounds done
  bool interrupted = false;
  bool ended_by_cap = false;                   ///< Stage II ended at its cap, before its tolerance was reached
  std::uint64_t messages = 0;                  ///< one per directed edge and round; residues are relayed to all
  std::uint64_t bytes = 0;                     ///< their payload: 8 per coordinate
  double alpha_spent = 0;                      ///< cost of the noisy messages that were sent; of the dearest node
  bool simulation = true;                      ///< the noise was seeded or in doubles: nothing of this is private
  TrialErrors errors = {};                     ///< where somebody measured
  std::vector<Released> messages_at_end = {};  ///< y_i of the last round, from nodes that are a Node
  std::vector<std::vector<double>> said_at_end = {};  ///< the same as numbers, from an engine that says so

  /// From the rounds that were done.
  void add_costs(const Network& network);
};

}  // namespace sotto
