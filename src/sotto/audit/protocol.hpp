// SPDX-License-Identifier: MIT
// What is audited: something that runs once on a dataset, or on its neighbour, and fills a transcript.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "sotto/audit/transcript.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/simulation/engine/run_noise.hpp"

namespace sotto {

/// Which of two neighbouring datasets the target node holds.
enum class Side : std::uint32_t { data = 0, neighbour = 1 };

/// Every trial is a run of its own, with noise of its own on either side; several threads may call it at once.
/// A transcript that ends before the last noisy round was interrupted and counts for nothing.
using Protocol = std::function<void(Side side, std::uint32_t trial, Transcript& heard)>;

/// The same network twice; only the objectives differ. What it refers to must outlive the protocol.
struct NetworkPair {
  Network data;
  Network neighbour;
};

/// Where the noise of all trials comes from; the seed is not looked at by the system's randomness.
struct Draw {
  Randomness randomness;
  std::uint64_t seed;
};

/// The one protocol of the program: both stages by the reference engine, hence by the nodes that are shipped.
Protocol reference_protocol(const NetworkPair& networks, const StopRule& stop, const Draw& draw,
                            const std::atomic<bool>& interrupt);

}  // namespace sotto
