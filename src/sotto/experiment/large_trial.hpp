// SPDX-License-Identifier: MIT
// Trials on a network too large for the caches: what run_trial gives, by the engine for large networks.
#pragma once

#include <memory>
#include <mutex>

#include "sotto/experiment/trial.hpp"
#include "sotto/large_network/large_network.hpp"

namespace sotto {

/// Networks for the threads that run trials: to make one takes longer than many rounds, so they are used again. All
/// trials have the weights of the scenario, and mean estimation with the same number of records at every node.
class LargeNetworks {
 public:
  explicit LargeNetworks(const Scenario& scenario) : scenario_(scenario) {}

  /// Nothing when it was interrupted. Any thread may call it.
  std::optional<TrialResult> run_trial(const TrialInput& input, const std::atomic<bool>& interrupt);

 private:
  std::unique_ptr<LargeNetwork> take();
  void give_back(std::unique_ptr<LargeNetwork> network);

  const Scenario& scenario_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<LargeNetwork>> idle_;
};

}  // namespace sotto
