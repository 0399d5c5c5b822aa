// SPDX-License-Identifier: MIT
// Distributed projected gradient descent in plain vectors, with steps and noise of the caller's choice.
#pragma once

#include <atomic>
#include <functional>

#include "sotto/simulation/baseline/points.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto {

/// x = Proj_X(z - step grad f_i(z)), z = Proj_X(sum_j w_ij y_j). `gradient` is scratch of x's length.
struct DescentStep {
  NodeId node;
  double step;
  double momentum = 0;
  std::span<double> z_before = {};  ///< where there is momentum
};
void descend(const Network& network, const DescentStep& at, const Points& y, std::span<double> x,
             std::span<double> gradient);

/// Momentum: z becomes Proj_X(z_before + factor (z - z_before)), and z_before the z that came in.
void go_beyond(const Domain& domain, double factor, std::span<double> z, std::span<double> z_before);

struct DescentRules {
  std::function<double(Round)> step;
  std::function<double(Round)> momentum = {};                      ///< Plan::momentum; none: gradients are taken at z
  std::function<void(NodeRound, std::span<double>)> disturb = {};  ///< what turns x_i into y_i; none: y_i = x_i
};

/// y(T+1) after the plan's T rounds, from y(1) = 0; fewer when it was interrupted.
Points gradient_descent(const Network& network, const DescentRules& rules, const std::atomic<bool>& interrupt);

}  // namespace sotto
