// SPDX-License-Identifier: MIT
// EXTRA (Shi, Ling, Wu, Yin 2015) on noisy messages: exact with a constant step, because it sums up its past.
#pragma once

#include <atomic>

#include "sotto/simulation/baseline/points.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto {

/// The messages y(T+1) after the plan's T rounds, each with the plan's noise, from y(1) = 0:
///   y(2)   = V y(1) - a g(1) + n(1)
///   y(t+2) = y(t+1) + V y(t+1) - (y(t) + V y(t))/2 - a (g(t+1) - g(t)) + n(t+1),    g(t) = grad f_i(y_i(t))
/// V = (I + W)/2 has no negative eigenvalue, so any a < 1/L is safe whatever the graph is; a = 1/(2L). No projection.
Points extra(const Network& network, NoiseSource& noise, const std::atomic<bool>& interrupt);

}  // namespace sotto
