// SPDX-License-Identifier: MIT
// The reference engine as a protocol under audit.
#include "sotto/audit/protocol.hpp"
#include "sotto/privacy/seeded_noise.hpp"

namespace sotto {

Protocol reference_protocol(const NetworkPair& networks, const StopRule& stop, std::uint64_t seed,
                            const std::atomic<bool>& interrupt) {
  return [networks, stop, seed, &interrupt](Side side, std::uint32_t trial, Transcript& heard) {
    SeededNoise noise({.seed = seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)});
    TranscriptEar ear(heard);
    run_reference(side == Side::data ? networks.data : networks.neighbour, stop, noise, ear, interrupt);
  };
}

}  // namespace sotto
