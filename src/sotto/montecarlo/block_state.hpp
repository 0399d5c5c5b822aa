// SPDX-License-Identifier: MIT
// The tiles of a block of trials, and what is done to them in plain code: everything but the kernels' inner loops.
#pragma once

#include "sotto/montecarlo/aligned_array.hpp"
#include "sotto/montecarlo/tile_weights.hpp"
#include "sotto/montecarlo/trial_block.hpp"

namespace sotto {

class BlockState {
 public:
  BlockState(const TrialBlock& block, const Kernel& kernel);

  void gradient_round(Round t);
  void consensus_round();
  /// From the second round of Stage II on: goes beyond W y by the factor of each trial.
  void accelerated_round(std::span<const ChebyshevFactors> factors);
  /// y(t+1) of a lane becomes y(t) again: its Stage II has ended.
  void undo(std::size_t lane);
  /// Adds this round's errors to the outcomes of the lanes that take part.
  void record(const std::vector<bool>& takes_part, std::vector<BlockOutcome>& into);

  /// y_i of a lane as a vector.
  std::vector<double> message(NodeId node, std::size_t lane) const;
  /// max over nodes of ||y(t+1) - y(t)|| / ||y(t)||, as largest_relative_change has it.
  double relative_change(std::size_t lane) const;
  /// Of Proj_X(y_i), mean over nodes.
  OutputErrors output_errors(std::size_t lane) const;

 private:
  std::size_t at(NodeId node, std::size_t coordinate, std::size_t lane) const {
    return node * shape_.node_size() + coordinate * shape_.lanes + lane;
  }
  bool is_fused() const { return record_sums_.size() > 0; }
  void fill_steps(Round t);
  void set_fused();
  void set_minimisers();
  void fill_noise(Round t);
  void fused_round(Round t);
  void general_round();
  void project_lanes(double* point);
  void gradient_of(NodeId node, const double* z, double* out);

  const TrialBlock& block_;
  const Kernel& kernel_;
  std::size_t dimension_;
  TileShape shape_;
  TileWeights weights_;
  AlignedArray now_, before_;
  AlignedArray record_sums_{0};  ///< of mean estimation on a box, which has a kernel of its own
  double record_count_ = 0;
  AlignedArray gradient_{0};  ///< of everything else
  AlignedArray noise_{0};     ///< where a round does not make it on the way
  std::vector<NodeStep> steps_;
  AlignedArray minimiser_, mean_;
  AlignedArray factors_{0};  ///< [lane], where Stage II is accelerated
  AlignedArray errors_;      ///< [metric][lane], and ||x*||^2 of each lane last
};

}  // namespace sotto
