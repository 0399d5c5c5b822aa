// SPDX-License-Identifier: MIT
// The reference engine as a protocol under audit.
#include "sotto/audit/protocol.hpp"

namespace sotto {

Protocol reference_protocol(const NetworkPair& networks, const StopRule& stop, const Draw& draw,
                            const std::atomic<bool>& interrupt) {
  return [networks, stop, draw, &interrupt](Side side, std::uint32_t trial, Transcript& heard) {
    RunNoise noise({.on_lattice = networks.data.plan.on_lattice(),
                    .randomness = draw.randomness,
                    .key = {.seed = draw.seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}});
    TranscriptEar ear(heard);
    run_reference(side == Side::data ? networks.data : networks.neighbour, stop, noise, ear, interrupt);
  };
}

}  // namespace sotto
