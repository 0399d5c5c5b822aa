// SPDX-License-Identifier: MIT
// One trial of mean estimation on a large network, as fast as memory allows: the messages of run_reference, bit for
// bit. Simulation only: noise is seeded, and no node is a Node.
#pragma once

#include <functional>
#include <memory>

#include "sotto/simulation/engine/engine.hpp"
#include "sotto/simulation/engine/message_table.hpp"
#include "sotto/simulation/large_network/placed_weights.hpp"
#include "sotto/simulation/large_network/record_sums.hpp"
#include "sotto/simulation/large_network/trial_keeper.hpp"
#include "sotto/simulation/large_network/trial_plans.hpp"
#include "sotto/workers/crew.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

class RunRecorder;

/// Who keeps the state of a trial under way, with all that its recorder has heard. Both, or none.
struct Keeping {
  TrialKeeper* keeper = nullptr;
  RunRecorder* recorder = nullptr;
};

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
  TrialOutcome run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt,
                   const Keeping& keeping = {});

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
  bool masked_ = false;            ///< the trial that runs, or ran last
  TrialKeeper* keeper_ = nullptr;  ///< of that trial
  bool state_is_due_ = false;      ///< all ranks have heard so
};

}  // namespace sotto
