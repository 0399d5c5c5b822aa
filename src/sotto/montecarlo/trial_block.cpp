// SPDX-License-Identifier: MIT
// A block of trials through both stages.
#include "sotto/montecarlo/trial_block.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/montecarlo/block_state.hpp"

namespace sotto {
namespace {

/// Stage II of every lane: lanes end at their own round, by their own beta or by agreement.
class StageTwoOfLanes {
 public:
  explicit StageTwoOfLanes(const TrialBlock& block)
      : block_(block), running_(block.trials.size(), true), agreed_(block.trials.size(), false) {
    for (const BlockTrial& trial : block.trials) {
      const Averaging averaging = averaging_for(block.stop, block.consensus, trial.weights);
      stages_.push_back(stage_two(block.stop, averaging));
      factors_.emplace_back(averaging.mixing_rate);
    }
  }

  /// Who takes part in round k; false when nobody does.
  bool begin_round(Round k) {
    for (std::size_t lane = 0; lane < stages_.size(); ++lane)
      if (k > stages_[lane].most_rounds) running_[lane] = false;
    return std::find(running_.begin(), running_.end(), true) != running_.end();
  }
  const std::vector<bool>& running() const { return running_; }

  void run_round(Round k, BlockState& state) {
    if (block_.consensus == Consensus::plain || k == 1) return state.consensus_round();
    state.accelerated_round(factors_);
    for (ChebyshevFactors& factors : factors_) factors.advance();
  }

  void end_round(Round k, const BlockState& state, std::vector<BlockOutcome>& into) {
    const auto* agreement = std::get_if<UntilAgreement>(&block_.stop);
    for (std::size_t lane = 0; lane < stages_.size(); ++lane) {
      if (!running_[lane]) continue;
      into[lane].consensus_rounds = k;
      if (agreement != nullptr && state.relative_change(lane) <= agreement->tolerance) {
        agreed_[lane] = true;
        running_[lane] = false;
      }
    }
  }

  /// A rule of agreement that still runs at its last round has met its cap.
  void finish(std::vector<BlockOutcome>& into) const {
    const bool by_agreement = std::holds_alternative<UntilAgreement>(block_.stop);
    for (std::size_t lane = 0; lane < stages_.size(); ++lane)
      into[lane].ended_by_cap = stages_[lane].cap_binds || (by_agreement && !agreed_[lane]);
  }

 private:
  const TrialBlock& block_;
  std::vector<bool> running_, agreed_;
  std::vector<StageTwo> stages_;
  std::vector<ChebyshevFactors> factors_;
};

}  // namespace

bool suits_blocks(const Plan& plan, const Domain& domain) {
  if (plan.on_lattice() || !(std::holds_alternative<Box>(domain) || std::holds_alternative<Ball>(domain))) return false;
  constexpr double longest_draw = 10;  // Box-Muller on 52 bits stays below sqrt(2 * 52 ln 2) = 8.5
  constexpr double room = 0x1p30;      // an accelerated Stage II overshoots, by less than 4 sqrt(nodes)
  for (Round t = 1; t <= plan.gradient_rounds(); ++t)
    if (!std::isfinite(room * (largest_coordinate(domain) + longest_draw * plan.noise_scale(t).standard_deviation())))
      return false;
  return true;
}

std::uint32_t trials_in_block(NodeId nodes, std::size_t dimension) {
  constexpr std::size_t fast_cache = 32 * 1024, cache = 512 * 1024;  // about a first and half a second level
  const std::size_t per_trial = 3 * sizeof(double) * nodes * (dimension + dimension % 2);  // messages twice, records
  if (8 * per_trial > cache) return 0;
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(fast_cache / per_trial / 8 * 8, 8, 16));
}

std::optional<std::vector<BlockOutcome>> run_block(const TrialBlock& block, const std::atomic<bool>& interrupt,
                                                   const Kernel& kernel) {
  std::vector<BlockOutcome> outcomes(block.trials.size());
  for (BlockOutcome& outcome : outcomes) outcome.rounds.reserve(block.every_round ? block.plan.gradient_rounds() : 1);
  BlockState state(block, kernel);
  const std::vector<bool> everybody(block.trials.size(), true);
  const Round T = block.plan.gradient_rounds();
  for (Round t = 1; t <= T; ++t) {
    if (interrupt) return std::nullopt;
    state.gradient_round(t);
    if (block.every_round || t == T) state.record(everybody, outcomes);
  }
  if (!block.every_round) return outcomes;
  for (std::size_t lane = 0; lane < outcomes.size(); ++lane) outcomes[lane].first_message = state.message(0, lane);

  StageTwoOfLanes stage(block);
  for (Round k = 1; stage.begin_round(k); ++k) {
    if (interrupt) return std::nullopt;
    stage.run_round(k, state);
    for (std::size_t lane = 0; lane < outcomes.size(); ++lane)
      if (!stage.running()[lane]) state.undo(lane);
    state.record(stage.running(), outcomes);
    stage.end_round(k, state, outcomes);
  }
  stage.finish(outcomes);
  for (std::size_t lane = 0; lane < outcomes.size(); ++lane) outcomes[lane].outputs = state.output_errors(lane);
  return outcomes;
}

}  // namespace sotto
