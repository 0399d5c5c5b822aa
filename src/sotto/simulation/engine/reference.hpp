// SPDX-License-Identifier: MIT
// The reference engine: drives N nodes in one process, round by round, in the order of the paper.
#pragma once

#include "sotto/consensus/node.hpp"
#include "sotto/simulation/engine/eavesdropper.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// Runs both stages; the listener hears every message. Looks at `interrupt` between rounds; what was said until then
/// stands. Masked sums on the lattice need masks.
TrialOutcome run_reference(const Network& network, const StopRule& configured, Noise noise, Eavesdropper& listener,
                           const std::atomic<bool>& interrupt, PairMasks* masks = nullptr);

class ReferenceEngine final : public Engine {
 public:
  std::string_view name() const override { return "reference"; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;
};

}  // namespace sotto
