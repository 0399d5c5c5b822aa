// SPDX-License-Identifier: MIT
// The optimal attack on one node: the logarithm of how much likelier a transcript is under one dataset than another.
#pragma once

#include "sotto/audit/hypothesis.hpp"
#include "sotto/audit/transcript.hpp"

namespace sotto {

/// Whom the attack is aimed at, and what everybody knows.
struct AttackTarget {
  NodeId node;
  Round rounds;  ///< T: later messages are arithmetic on earlier ones and tell nothing
  const WeightMatrix& weights;
  const Domain& domain;
};

/// ln of how much likelier messages are with one estimate than with another, added up over them.
class RunningRatio {
 public:
  /// False where nothing more need be heard: the message is one of the two estimates, without noise.
  bool add(std::span<const double> y, std::span<const double> x, std::span<const double> x_prime, double noise_scale);
  double logarithm() const { return sum_; }

 private:
  double sum_ = 0;
};

/// The attacker knows both datasets and all that is public, and hears every message. Others' messages are as likely
/// under either dataset once everything before them was heard, so they cancel from the ratio.
class LikelihoodRatio {
 public:
  LikelihoodRatio(const AttackTarget& target, const Hypothesis& data, const Hypothesis& neighbour)
      : target_(target), data_(data), neighbour_(neighbour) {}

  /// ln of the ratio, > 0 where the data is likelier; infinite when a message is what one dataset implies, without
  /// noise, and not what the other does.
  double operator()(const Transcript& heard) const;

 private:
  AttackTarget target_;
  const Hypothesis& data_;
  const Hypothesis& neighbour_;
};

}  // namespace sotto
