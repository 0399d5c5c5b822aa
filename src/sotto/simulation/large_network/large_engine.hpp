// SPDX-License-Identifier: MIT
// The engine that runs trials on one large network.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "sotto/simulation/large_network/large_network.hpp"

namespace sotto {

/// Trials on one large network, one after another or side by side; those over several ranks, and those that are kept,
/// one after another. All have mean estimation with the same number of records at every node.
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

  /// From now on the state of a trial under way is kept. The keeper must outlive all runs.
  void keep_by(TrialKeeper& keeper) { keeper_ = &keeper; }

 private:
  /// To make one takes longer than many rounds, so they are used again.
  struct Place {
    std::unique_ptr<Crew> crew;
    LargeNetwork network;
  };
  RecordSums sums_of_objectives(const Trial& trial) const;
  std::optional<TrialOutcome> run_one(Trial trial, const std::atomic<bool>& interrupt);
  std::unique_ptr<Place> take(const Trial& trial);
  void give_back(std::unique_ptr<Place> place);

  std::shared_ptr<const PlacedWeights> weights_;
  const WeightMatrix* whole_ = nullptr;  ///< what `weights_` was made from
  MakeCrew make_crew_;
  Ranks& ranks_;
  TrialKeeper* keeper_ = nullptr;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Place>> idle_;
};

}  // namespace sotto
