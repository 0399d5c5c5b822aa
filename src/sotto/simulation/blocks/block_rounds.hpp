// SPDX-License-Identifier: MIT
// The rounds of a block of trials on tiles, in plain code: everything but the kernels' inner loops.
#pragma once

#include <numeric>

#include "sotto/simulation/blocks/aligned_array.hpp"
#include "sotto/simulation/blocks/block_gradients.hpp"
#include "sotto/simulation/blocks/tile_weights.hpp"
#include "sotto/simulation/engine/public_points.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/engine/stages.hpp"

namespace sotto {

/// Rows of one entry with weight 1: a node reads what is there for it.
class SingleRows {
 public:
  /// For all nodes the same place, or each its own.
  SingleRows(std::uint32_t nodes, bool same) : columns_(nodes), starts_(nodes + std::size_t{1}), ones_(nodes, 1.0) {
    std::iota(starts_.begin(), starts_.end(), std::size_t{0});
    if (!same) std::iota(columns_.begin(), columns_.end(), 0U);
  }
  TileRows rows() const { return {starts_.data(), columns_.data(), ones_.data(), nullptr}; }

 private:
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> starts_;
  std::vector<double> ones_;
};

class BlockRounds final : public Rounds {
 public:
  /// `gradients`: see run_block.
  BlockRounds(std::span<const Trial> trials, const Kernel& kernel, BlockGradients* gradients = nullptr);

  Course course() const;
  void gradient_round(Round number) override;
  void mixing_round(Round t) override;
  void output_round() override;
  void take_back(std::size_t lane) override;
  void said(Round t, const std::vector<bool>& running) override;
  double largest_relative_change(std::size_t lane) const override;
  /// At the end of a trial.
  TrialErrors errors(std::size_t lane);
  /// y_i of every node, likewise.
  std::vector<std::vector<double>> messages(std::size_t lane) const;

 private:
  std::size_t at(NodeId node, std::size_t coordinate, std::size_t lane) const {
    return node * shape_.node_size() + coordinate * shape_.lanes + lane;
  }
  /// Lanes beyond the trials repeat the first.
  const Trial& trial(std::size_t lane) const { return trials_[lane < trials_.size() ? lane : 0]; }
  bool is_fused() const { return record_sums_.size() > 0; }
  bool is_masked() const { return network_.plan.is_masked(); }
  /// How many nodes' messages differ: with masked sums all hold one.
  std::uint32_t messages() const { return is_masked() ? 1 : shape_.nodes; }
  TileNoise noise_of_round(Round t) const;
  std::vector<double> message(std::size_t node, std::size_t lane) const;
  void set_fused();
  void set_minimisers();
  void fill_steps(Round t);
  void fill_noise(Round t);
  void find_points(Round number, double* mixtures);
  void fused_round(Round t, const TileRows& rows, const double* now);
  void general_round();
  void masked_round(Round number);
  void sum_members();
  void mix(bool extrapolates);
  void project_lanes(double* point);
  void project_onto_ball(double radius, double* point);
  void project_one(std::size_t lane, double* point);
  void gradient_of(NodeId node, const double* z, double* out);

  std::span<const Trial> trials_;
  const Network& network_;  ///< of the first: weights and objectives may differ from trial to trial
  const Kernel& kernel_;
  BlockGradients* gradients_;  ///< null: the nodes' objectives are asked
  std::size_t dimension_;
  TileShape shape_;
  TileWeights weights_;
  AlignedArray now_, before_;
  AlignedArray sum_{0};          ///< [coordinate][lane]: the mean of all members, with masked sums
  AlignedArray record_sums_{0};  ///< of mean estimation on a box, which has a kernel of its own
  double record_count_ = 0;
  AlignedArray gradient_{0};  ///< of everything else: of one node, or of all where `gradients_` finds them
  AlignedArray factors_of_ball_{0};
  AlignedArray noise_{0};  ///< where a round does not make it on the way
  std::vector<NodeStep> steps_;
  AlignedArray minimiser_, mean_;
  std::vector<Averaging> averaging_;               ///< of each trial, by its own beta
  std::vector<ChebyshevFactors> factors_of_lane_;  ///< of each trial
  AlignedArray factors_{0};                        ///< [lane], where Stage II is accelerated
  AlignedArray errors_;                            ///< [metric][lane], and ||x*||^2 of each lane last
  std::vector<RunRecorder> recorders_;             ///< of each trial
  PublicPoints points_;
  SingleRows single_rows_;  ///< where the mixture is made before the round
};

}  // namespace sotto
