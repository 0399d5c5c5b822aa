// SPDX-License-Identifier: MIT
// The Monte Carlo engine: a block of trials side by side, lane by lane, through both stages. For simulations: raw
// estimates lie in its arrays, so it hands out errors and one message, never a Released; noise is seeded.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/engine/run_recorder.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/montecarlo/kernel.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// What one trial runs on. All trials of a block have the same number of nodes.
struct BlockTrial {
  const WeightMatrix& weights;
  std::span<const Objective* const> objectives;
  std::span<const double> minimiser;
};

struct TrialBlock {
  std::span<const BlockTrial> trials;  ///< numbered from first_trial on
  const Domain& domain;
  const Plan& plan;
  std::span<const Plan> own_plans = {};  ///< each node's, where they differ
  StopRule stop;
  Consensus consensus = Consensus::plain;
  std::uint64_t seed;
  std::uint32_t first_trial;
  NoisePrecision precision = NoisePrecision::full;
  bool noisy = true;        ///< false: the same rounds without noise, which protects nobody
  bool every_round = true;  ///< false: errors of the last round of Stage I alone, and no Stage II
  bool every_node = false;  ///< of the first trial, keep each node's error in each round
};

/// One trial of a block: bit for bit what the reference engine and RunRecorder give.
struct BlockOutcome {
  RoundColumns rounds;
  std::vector<double> first_message;  ///< y_1(T+1)
  OutputErrors outputs;               ///< of Proj_X(y_i) at the end
  Round consensus_rounds = 0;         ///< rounds of Stage II
  bool ended_by_cap = false;
  std::vector<std::vector<double>> node_errors;  ///< [round][node], where asked for
};

/// Whether a block of this plan can run here: in doubles, on a box or a ball, with scales that stay far from the
/// ends of the doubles. What suits neither here nor a large network runs in the reference engine.
bool suits_blocks(const Plan& plan, const Domain& domain);

/// So many trials that a block's tile stays in the fast caches: a multiple of 8, or 0 where not even 8 do.
std::uint32_t trials_in_block(NodeId nodes, std::size_t dimension);

/// Nothing when it was interrupted.
std::optional<std::vector<BlockOutcome>> run_block(const TrialBlock& block, const std::atomic<bool>& interrupt,
                                                   const Kernel& kernel = fastest_kernel());

}  // namespace sotto
