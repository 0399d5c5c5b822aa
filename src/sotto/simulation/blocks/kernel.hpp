// SPDX-License-Identifier: MIT
// The inner loops of the Monte Carlo engine: one round of a tile of trials. They know pointers and sizes, nothing else,
// and exist once for each instruction set; which one runs is found out when the program does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sotto/random/gaussian.hpp"

namespace sotto {

/// Tiles are [node][coordinate][lane]; a lane is a trial. Coordinates come in pairs: an odd dimension has one more,
/// which nobody reads. Every pointer to a tile is aligned to 64 bytes, and lanes are a multiple of 8.
struct TileShape {
  std::uint32_t nodes;
  std::uint32_t dimension;  ///< even
  std::uint32_t lanes;
  std::uint32_t first_trial;  ///< lane k is trial first_trial + k

  [[gnu::always_inline]] std::size_t node_size() const { return std::size_t{dimension} * lanes; }
  [[gnu::always_inline]] std::size_t size() const { return nodes * node_size(); }
};

/// W in compressed rows, columns ascending and i among them.
struct TileRows {
  const std::size_t* starts;
  const std::uint32_t* columns;
  const double* weights;           ///< of the entries, the same for all lanes
  const double* weights_of_lanes;  ///< [entry][lane] where they differ; then the others are not read
};

/// Where the noise of a tile belongs.
struct TileNoise {
  std::uint64_t seed;
  std::uint32_t stream;
  std::uint32_t round;
};

/// Step and noise of a node in a round.
struct NodeStep {
  double step;
  double noise_scale;
};

/// One round of Stage I of mean estimation on a box: mixing, projection, gradient, projection and noise.
struct FusedRound {
  TileShape shape;
  TileRows rows;
  const double* now;  ///< y(t), a tile
  double* next;       ///< becomes y(t+1)
  TileNoise noise;
  const NodeStep* steps;      ///< of node i: steps[i * steps_stride]
  std::size_t steps_stride;   ///< 0 where all nodes have the same
  const double* record_sums;  ///< a tile
  double record_count;
  double half_side;
  NoisePrecision precision;  ///< in single, lanes must be a multiple of 16
};

/// Errors of one round, a number for each lane: as RunRecorder has them where there is one block of nodes.
struct RecordedRound {
  const double* minimiser;  ///< [coordinate][lane]
  const double* scale;      ///< ||x*||^2, [lane]
  double* mean;             ///< scratch, [coordinate][lane]
  double* mean_error;       ///< the four results, [lane]
  double* node_error;
  double* worst_error;
  double* disagreement;
};

struct Kernel {
  std::string_view instruction_set;
  bool (*runs_here)();
  void (*fused_round)(const FusedRound& round);
  void (*fused_round_without_noise)(const FusedRound& round);
  /// Stage II, and the mixture z of other problems: W y without projection.
  void (*mix)(const TileShape& shape, const TileRows& rows, const double* y, double* next);
  /// Where `next` holds the y before `y`, it becomes that + factor (W y - that), by a factor for each lane.
  void (*mix_and_extrapolate)(const TileShape& shape, const TileRows& rows, const double* y, const double* factors,
                              double* next);
  /// A tile of standard normals; in single precision lanes must be a multiple of 16.
  void (*fill_noise)(const TileShape& shape, const TileNoise& noise, double* out);
  void (*fill_single_noise)(const TileShape& shape, const TileNoise& noise, double* out);
  /// `dimension` is the true one, without the coordinate that nobody reads.
  void (*record)(const TileShape& shape, std::size_t dimension, const double* y, const RecordedRound& out);
};

/// All kernels of this program, the fastest first; not all may run on this machine.
std::span<const Kernel> all_kernels();

/// The fastest that runs here.
const Kernel& fastest_kernel();

}  // namespace sotto
