// SPDX-License-Identifier: MIT
// Algorithm 1 at a node that has nobody to talk to but publishes all the same.
#pragma once

#include <atomic>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/privacy/noise_source.hpp"
#include "sotto/problem/domain.hpp"

namespace sotto {

/// y(T+1) with y(1) = 0, z = Proj(y), y = Proj(z - eta grad f(z)) + noise of the plan's scale, in doubles.
std::vector<double> lone_descent(const Objective& objective, const Domain& domain, const Plan& plan, NodeId node,
                                 NoiseSource& noise, const std::atomic<bool>& interrupt);

}  // namespace sotto
