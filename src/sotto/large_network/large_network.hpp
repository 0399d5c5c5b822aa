// SPDX-License-Identifier: MIT
// One trial of mean estimation on a large network, as fast as memory allows: the messages of run_reference, bit for
// bit. Simulation only: noise is seeded, and no node is a Node.
#pragma once

#include <atomic>
#include <functional>

#include "sotto/engine/message_table.hpp"
#include "sotto/engine/reference.hpp"
#include "sotto/large_network/placed_weights.hpp"
#include "sotto/large_network/trial_plans.hpp"
#include "sotto/privacy/seeded_noise.hpp"

namespace sotto {

class LargeNetwork {
 public:
  /// What trials have in common. Nothing of it needs to outlive the constructor.
  struct Setup {
    const WeightMatrix& weights;
    Domain domain;  ///< a box or a ball
    std::size_t records_per_node;
    StopRule stop;
    Consensus consensus = Consensus::plain;
    const LargeKernel& kernel = fastest_large_kernel();  ///< all make the same bits
  };
  explicit LargeNetwork(const Setup& setup);

  /// Writes the sum of a node's records, each projected onto the domain.
  using RecordSum = std::function<void(NodeId node, std::span<double> sum)>;
  /// The records of the trials from now on; asks for each node once, in the order of their numbers.
  void set_records(const RecordSum& sum_of);

  struct Trial {
    const Plan& plan;
    std::span<const Plan> own_plans = {};  ///< as in Network
    SeededNoise::Key noise;
  };
  /// What hears every message, as an Eavesdropper does. Going through all of them takes as long as a round.
  using Listener = std::function<void(Round t, const MessageTable& y)>;

  /// Runs both stages from y(1) = 0. Looks at `interrupt` between rounds. The outcome has no messages: see messages().
  RunOutcome run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt);

  /// y_i of the last round.
  MessageTable messages() const;

  NodeId node_count() const { return weights_.node_count(); }
  /// Of all its arrays.
  std::size_t bytes() const { return weights_.bytes() + y_.bytes() + next_.bytes() + record_sums_.bytes(); }

 private:
  Mixing mixing();
  void gradient_round(const TrialPlans& plans, const RoundNoise& noise);
  /// The kth of Stage II; whether every message is finite.
  bool consensus_round(Round k, ChebyshevFactors& factors);
  void run_stage_two(const Listener& listener, const std::atomic<bool>& interrupt, RunOutcome& outcome);
  double largest_relative_change() const;

  const LargeKernel& kernel_;
  Domain domain_;
  PublicConstants constants_;
  StopRule stop_;
  Averaging averaging_;
  StageTwo stage_two_;
  NodeShape shape_;
  PlacedWeights weights_;
  LargeArray<double> y_, next_, record_sums_;
};

}  // namespace sotto
