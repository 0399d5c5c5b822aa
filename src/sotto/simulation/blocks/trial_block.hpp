// SPDX-License-Identifier: MIT
// The Monte Carlo engine: a block of trials side by side, lane by lane, through both stages. For simulations: raw
// estimates lie in its arrays, so it hands out errors and never a Released; noise is seeded.
#pragma once

#include "sotto/simulation/blocks/block_gradients.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// Whether trials of this plan can run here or on a large network: in doubles, on a box or a ball, with scales that
/// stay far from the ends of the doubles.
bool suits_blocks(const Plan& plan, const Domain& domain);

/// How many trials' tiles stay in the fast caches: a multiple of 8, or 0 where not even 8 do.
std::uint32_t trials_in_block(NodeId nodes, std::size_t dimension);

/// What the reference engine gives for each of these trials, bit for bit. Empty when it was interrupted. Refuses
/// (InvalidInput) a network of more nodes than node_sum adds plainly: its kernels sum them in one go. `gradients`, if
/// there are any, are asked in place of the objectives; then the outcomes have `said_at_end`.
std::vector<TrialOutcome> run_block(std::span<const Trial> trials, const std::atomic<bool>& interrupt,
                                    const Kernel& kernel = fastest_kernel(), BlockGradients* gradients = nullptr);

class BlockEngine final : public Engine {
 public:
  explicit BlockEngine(std::uint32_t trials_at_once) : trials_at_once_(trials_at_once) {}

  std::string_view name() const override { return "montecarlo"; }
  std::uint32_t trials_at_once() const override { return trials_at_once_; }
  bool can_leave_noise_out() const override { return true; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override {
    return run_block(trials, interrupt);
  }

 private:
  std::uint32_t trials_at_once_;
};

}  // namespace sotto
