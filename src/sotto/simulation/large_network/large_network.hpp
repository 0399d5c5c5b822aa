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
#include "sotto/simulation/large_network/trial_plans.hpp"
#include "sotto/workers/crew.hpp"

namespace sotto {

class LargeNetwork {
 public:
  /// What trials have in common. Nothing of it but the crew needs to outlive the constructor.
  struct Setup {
    const WeightMatrix& weights;
    Domain domain;  ///< a box or a ball
    std::size_t records_per_node;
    const LargeKernel& kernel = fastest_large_kernel();  ///< all make the same bits
    Crew& crew = one_worker();  ///< shares the nodes of a round; any number of threads makes the same bits
  };
  explicit LargeNetwork(const Setup& setup);

  /// Writes the sum of a node's records, each projected onto the domain.
  using RecordSum = std::function<void(NodeId node, std::span<double> sum)>;
  /// The records of the trials from now on; asks for each node once, in the order of their numbers.
  void set_records(const RecordSum& sum_of);

  /// What hears every message, as an Eavesdropper does. Going through all of them takes as long as a round.
  using Listener = std::function<void(Round t, const MessageTable& y)>;

  /// Runs both stages from y(1) = 0 on the weights and the domain that were set up, with the records that were set: the
  /// trial's objectives are not asked. Looks at `interrupt` between rounds. The outcome has no messages: see
  /// messages().
  TrialOutcome run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt);

  /// y_i of the last round; with masked sums one message, the mean that all nodes hold.
  MessageTable messages() const;

  NodeId node_count() const { return weights_.node_count(); }
  /// Of all its arrays.
  std::size_t bytes() const { return weights_.bytes() + y_.bytes() + next_.bytes() + record_sums_.bytes(); }

 private:
  class UnderWay;

  Mixing mixing() { return {.shape = shape_, .rows = weights_.rows(), .now = y_.data(), .next = next_.data()}; }
  /// Shares all nodes out to the crew: work_on(k, range) for each of `parts_`. A message depends on the round before
  /// alone, so where the cuts are changes no bit.
  template <class WorkOn>
  void share(const WorkOn& work_on) const;
  /// Makes the next messages of all nodes; then they are those of now.
  template <class WorkOn>
  void round(Round t, const WorkOn& work_on);
  double largest_relative_change() const;
  std::span<double> sum() { return {sum_.data(), shape_.dimension}; }
  void sum_members();

  const LargeKernel& kernel_;
  Crew& crew_;
  Domain domain_;
  PublicConstants constants_;
  NodeShape shape_;
  PlacedWeights weights_;
  LargeArray<double> y_, next_, record_sums_;
  LargeArray<double> sum_;  ///< the mean of all members, with masked sums
  std::size_t parts_;
  bool masked_ = false;  ///< the trial that runs, or ran last
};

/// Trials on one large network, one after another or side by side. All have mean estimation with the same number of
/// records at every node.
class LargeEngine final : public Engine {
 public:
  /// Makes the crew that works inside one trial.
  using MakeCrew = std::function<std::unique_ptr<Crew>()>;
  /// All trials have these weights, which must outlive it.
  LargeEngine(const WeightMatrix& weights, MakeCrew make_crew) : weights_(weights), make_crew_(std::move(make_crew)) {}

  std::string_view name() const override { return "large"; }
  std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) override;

 private:
  /// To make one takes longer than many rounds, so they are used again.
  struct Place {
    std::unique_ptr<Crew> crew;
    LargeNetwork network;
  };
  std::unique_ptr<Place> take(const Trial& trial);
  void give_back(std::unique_ptr<Place> place);

  const WeightMatrix& weights_;
  MakeCrew make_crew_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Place>> idle_;
};

}  // namespace sotto
