// SPDX-License-Identifier: MIT
// The inner loops of one trial on a large network: one round of some of its nodes. They know pointers and sizes,
// nothing else, and exist once for each instruction set; which one runs is found out when the program does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sotto {

/// Messages and record sums are [node][coordinate], on a boundary of 64 bytes. Nodes stand in an order of the engine's
/// own, in which neighbours lie close together; what depends on a node's number asks for it.
struct NodeShape {
  std::uint32_t dimension;
  std::size_t stride;  ///< doubles from a node to the next: whole lines of the cache; nobody reads what is too much

  [[gnu::always_inline]] std::uint32_t pairs() const { return (dimension + 1) / 2; }
};
constexpr std::size_t stride_of(std::uint32_t dimension) {
  return (std::size_t{dimension} + 7) / 8 * 8;
}

/// The nodes of one call, by place.
struct NodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

/// W in compressed rows. Columns are places; a row keeps the order of the numbers, since sums run in that order.
struct PlacedRows {
  const std::uint32_t* starts;
  const std::uint32_t* columns;
  const double* weights;
};

struct Mixing {
  NodeShape shape;
  PlacedRows rows;
  const double* now;  ///< y(t)
  double* next;       ///< becomes y(t+1)
};

/// Where the noise of a round belongs.
struct RoundNoise {
  std::uint64_t seed;
  std::uint32_t stream;
  std::uint32_t trial;
  std::uint32_t round;
};

/// Step and noise of a plan in a round.
struct PlannedStep {
  double step;
  double noise_scale;
};

/// One round of Stage I of mean estimation: mixing, projection, gradient, projection and noise.
struct GradientRound {
  Mixing mixing;
  RoundNoise noise;
  const std::uint32_t* numbers;  ///< of the nodes: their noise is keyed by it
  const PlannedStep* steps;      ///< of the plans
  const std::uint32_t* plans;    ///< which plan a node follows; null where all follow the first
  const double* record_sums;
  double record_count;
  double domain_size;  ///< the half side of the box, the radius of the ball
};

/// Rounds return whether every message is finite.
struct LargeKernel {
  std::string_view instruction_set;
  bool (*runs_here)();
  bool (*round_on_box)(const GradientRound& round, NodeRange nodes);
  bool (*round_on_ball)(const GradientRound& round, NodeRange nodes);
  /// Stage II: W y, without projection.
  bool (*mix)(const Mixing& mixing, NodeRange nodes);
  /// Where `next` holds y(t-1): it becomes y(t-1) + factor (W y - y(t-1)).
  bool (*mix_and_extrapolate)(const Mixing& mixing, double factor, NodeRange nodes);
};

/// Of this program, the fastest first; not all may run on this machine.
std::span<const LargeKernel> all_large_kernels();

/// The fastest that runs here.
const LargeKernel& fastest_large_kernel();

}  // namespace sotto
