// SPDX-License-Identifier: MIT
// The optimal attack on one member of masked sums: the likelihood ratio of what the honest members said together.
#pragma once

#include "sotto/audit/colluding_members.hpp"
#include "sotto/audit/hypothesis.hpp"

namespace sotto {

/// What the attacker knows: all that is public, the records of all members on one side, those of the target on both.
struct HonestSumTarget {
  const Collusion& collusion;
  const Plan& plan;
  const Domain& domain;
  std::span<const Hypothesis* const> on_data;  ///< one for every member
  const Hypothesis& on_neighbour;              ///< of the target
};

/// Reads the transcript of run_with_colluders. It takes the estimates of the other honest members off their sum; the
/// noises of all of them are left, so the standard deviation is M_t times the root of how many they are.
class HonestSumRatio {
 public:
  explicit HonestSumRatio(const HonestSumTarget& target);

  /// As LikelihoodRatio.
  double operator()(const Transcript& heard) const;

 private:
  HonestSumTarget target_;
  double root_of_noises_;
};

}  // namespace sotto
