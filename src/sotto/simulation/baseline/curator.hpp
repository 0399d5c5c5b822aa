// SPDX-License-Identifier: MIT
// A trusted curator holds all records and releases once, with the plan's promise: the same algorithm on a network of
// one node that holds everything.
#pragma once

#include <vector>

#include "sotto/simulation/baseline/baseline.hpp"

namespace sotto {

class Curator final : public Baseline {
 public:
  explicit Curator(const BaselineSetting& setting);

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override;
  /// Releases the minimiser of all objectives together, where they are known as one.
  std::vector<double> release(const Objective& everything, const BaselineTrial& trial,
                              const std::atomic<bool>& interrupt) const;

 private:
  NodeId nodes_;
  Plan plan_;
  WeightMatrix weights_;
};

}  // namespace sotto
