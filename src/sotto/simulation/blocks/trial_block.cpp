// SPDX-License-Identifier: MIT
#include "sotto/simulation/blocks/trial_block.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/blocks/block_rounds.hpp"

namespace sotto {

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

std::vector<TrialOutcome> run_block(std::span<const Trial> trials, const std::atomic<bool>& interrupt,
                                    const Kernel& kernel, BlockGradients* gradients) {
  if (const NodeId nodes = trials[0].network.weights.node_count(); nodes > most_added_plainly)
    throw InvalidInput({"graph.nodes", std::to_string(nodes),
                        "a block of trials has at most " + std::to_string(most_added_plainly) + " nodes"});
  BlockRounds rounds(trials, kernel, gradients);
  std::vector<TrialOutcome> outcomes(trials.size());
  run_both_stages(rounds, rounds.course(), outcomes, interrupt);
  if (outcomes[0].interrupted) return {};
  for (std::size_t lane = 0; lane < trials.size(); ++lane) {
    outcomes[lane].errors = rounds.errors(lane);
    if (gradients != nullptr) outcomes[lane].said_at_end = rounds.messages(lane);
    outcomes[lane].add_costs(trials[lane].network);
  }
  return outcomes;
}

}  // namespace sotto
