// SPDX-License-Identifier: MIT
// One trial of mean estimation on a large network, as fast as memory allows: the messages of run_reference, bit for
// bit. Simulation only: noise is seeded, and no node is a Node.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "sotto/simulation/engine/engine.hpp"
#include "sotto/simulation/engine/message_table.hpp"
#include "sotto/simulation/large_network/placed_weights.hpp"
#include "sotto/simulation/large_network/record_sums.hpp"
#include "sotto/simulation/large_network/trial_plans.hpp"
#include "sotto/workers/crew.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

class LargeNetwork {
 public:
  /// What trials have in common. Crew and ranks must outlive the network.
  struct Setup {
    std::shared_ptr<const PlacedWeights> weights;
    Domain domain;  ///< a box or a ball
    std::size_t records_per_node;
    const LargeKernel& kernel = fastest_large_kernel();  ///< all make the same bits
    Crew& crew = one_worker();  ///< shares the nodes of a round; any number of threads makes the same bits
    Ranks& ranks = alone();     ///< have the other nodes; any number of ranks makes the same bits
  };
  explicit LargeNetwork(const Setup& setup);

  /// What hears every message, as an Eavesdropper does. Going through all of them takes as long as a round.
  using Listener = std::function<void(Round t, const MessageTable& y)>;

  /// Runs both stages from y(1) = 0 on the weights and the domain that were set up, with the trial's record sums: its
  /// objectives are not asked. Looks at `interrupt` between rounds. The outcome has no messages: see messages(). All
  /// ranks run the same trial together, and so with an interrupt that they agree on.
  TrialOutcome run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt);

  /// y_i of the last round, of the nodes that lie here; with masked sums one message, the mean that all nodes hold.
  MessageTable messages() const;

  NodeId node_count() const { return weights_->node_count(); }  ///< of those that lie here
  /// Of all its arrays.
  std::size_t bytes() const { return weights_->bytes() + y_.bytes() + next_.bytes(); }

 private:
  class UnderWay;

  Mixing mixing() { return {.shape = shape_, .rows = weights_->rows(), .now = y_.data(), .next = next_.data()}; }
  /// Shares nodes out to the crew: work_on(k, range) for each part of them, at most `parts_`. A message depends on the
  /// round before alone, so where the cuts are changes no bit.
  template <class WorkOn>
  void share(NodeRange nodes, const WorkOn& work_on) const;
  template <class WorkOn>
  void for_each_block(NodeRange part, const WorkOn& work_on) const;
  NodeRange all_nodes() const { return {0, node_count()}; }
  /// Makes the next messages of all nodes; then they are those of now.
  enum class Hears { own_nodes, neighbours };
  template <class WorkOn>
  void round(Round t, Hears whom, const WorkOn& work_on);
  double largest_change_here() const;
  MessageTable messages_of_nodes() const;
  std::span<double> sum() { return {sum_.data(), shape_.dimension}; }
  void sum_members();

  const LargeKernel& kernel_;
  Crew& crew_;
  Domain domain_;
  PublicConstants constants_;
  NodeShape shape_;
  Ranks& ranks_;
  std::shared_ptr<const PlacedWeights> weights_;
  LargeArray<double> y_, next_;  ///< own nodes, then the halo
  std::unique_ptr<Halo> halo_;
  LargeArray<double> sum_;  ///< the mean of all members, with masked sums
  std::size_t parts_;
  bool masked_ = false;  ///< the trial that runs, or ran last
};

/// Trials on one large network, one after another or side by side; those over several ranks one after another. All have
/// mean estimation with the same number of records at every node.
class LargeEngine final : public Engine {
 public:
  /// Makes the crew that works inside one trial.
  using MakeCrew = std::function<std::unique_ptr<Crew>()>;
  /// All trials have these weights.
  LargeEngine(std::shared_ptr<const PlacedWeights> weights, MakeCrew make_crew, Ranks& ranks = alone())
      : weights_(std::move(weights)), make_crew_(std::move(make_crew)), ranks_(ranks) {}
  LargeEngine(const WeightMatrix& weights, MakeCrew make_crew)
      : LargeEngine(std::make_shared<const PlacedWeights>(weights), std::move(make_crew)) {
    whole_ = &weights;
  }

  std::string_view name() const override { return "large"; }
  bool can_leave_noise_out() const override { return true; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

 private:
  /// To make one takes longer than many rounds, so they are used again.
  struct Place {
    std::unique_ptr<Crew> crew;
    LargeNetwork network;
  };
  RecordSums sums_of_objectives(const Trial& trial) const;
  std::unique_ptr<Place> take(const Trial& trial);
  void give_back(std::unique_ptr<Place> place);

  std::shared_ptr<const PlacedWeights> weights_;
  const WeightMatrix* whole_ = nullptr;  ///< what `weights_` was made from
  MakeCrew make_crew_;
  Ranks& ranks_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Place>> idle_;
};

}  // namespace sotto
