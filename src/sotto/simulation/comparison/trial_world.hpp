// SPDX-License-Identifier: MIT
// What one trial runs on: its records with their minimiser, and its weights. Which of them are fresh is configured.
#pragma once

#include <memory>
#include <mutex>

#include "sotto/simulation/comparison/test_result.hpp"

namespace sotto {

/// The records of a trial as objectives, and x* without privacy.
struct TrialRecords {
  Objectives objectives;  ///< none where the network is spread
  SpreadRecords spread = {};
  std::vector<double> minimiser;
  TestResult minimiser_test = {};
  TestResult constant_test = {};
};

struct TrialWorld {
  std::uint32_t trial;
  std::shared_ptr<const TrialRecords> records;
  std::shared_ptr<const WeightMatrix> weights;
};

/// Makes worlds: any thread may ask. A world is a function of the seed and the trial. The scenario must outlive it.
class TrialWorlds {
 public:
  explicit TrialWorlds(const Scenario& scenario);

  /// Trial 0 has the scenario's own graph.
  TrialWorld operator()(std::uint32_t trial) const;

 private:
  std::shared_ptr<const TrialRecords> records(std::uint32_t trial) const;

  const Scenario& scenario_;
  mutable std::once_flag drawn_;  ///< only by a trial: who merges chunks of others needs none
  mutable std::shared_ptr<const TrialRecords> same_records_;
  std::shared_ptr<const WeightMatrix> first_weights_;
};

}  // namespace sotto
