// SPDX-License-Identifier: MIT
// What a message would be without its noise if the node held some dataset: what an attacker who knows it computes.
#pragma once

#include <memory>
#include <span>

#include "sotto/consensus/plan.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// An open set: each mechanism has its own arithmetic between z and x.
class Hypothesis {
 public:
  virtual ~Hypothesis() = default;
  /// x(t) from z(t), the projected mixture of what the node heard.
  virtual void estimate(Round t, std::span<const double> z, std::span<double> x) const = 0;
  /// Standard deviation of the noise that is then added to each coordinate.
  virtual double noise_scale(Round t) const = 0;

 protected:
  Hypothesis() = default;
  Hypothesis(const Hypothesis&) = default;
  Hypothesis& operator=(const Hypothesis&) = default;
};

/// The arithmetic that nodes with this plan use: the gradient step in doubles, operation by operation as a node does
/// it, or the same in integers. The objective must outlive it.
std::unique_ptr<Hypothesis> make_hypothesis(const Domain& domain, const Plan& plan, const Objective& objective);

}  // namespace sotto
