// SPDX-License-Identifier: MIT
// Gradient tracking (DIGing: Nedic, Olshevsky, Shi 2017) on noisy messages: nodes agree on the mean gradient as well.
#pragma once

#include <atomic>

#include "sotto/simulation/baseline/points.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto {

/// Two messages a round, two draws.
struct TrackingNoise {
  NoiseSource& of_estimate;
  NoiseSource& of_gradient;
};

/// The nodes' estimates after the plan's T rounds. y is the estimate, u the tracked gradient times the step a, so that
/// both have the same unit and carry the same noise. y(1) = 0 is public, u(1) = a g(1) + m(1), and
///   y(t) = V y(t-1) - u(t-1) + n(t)
///   u(t) = V u(t-1) + a (g(t) - g(t-1)) + m(t)       g(t) = grad f_i(y_i(t)),  t = 2 .. T
/// The result is V y(T) - u(T): arithmetic on messages. No projection.
/// V = (3 I + W)/4 has eigenvalues from 1/2 on. Without u this is EXTRA with the matrices 2 V - I and V^2, which fulfil
/// its conditions; any a < 2 (1/2)^2 / L is then safe whatever the graph is; a = 1/(4L).
Points gradient_tracking(const Network& network, const TrackingNoise& noise, const std::atomic<bool>& interrupt);

}  // namespace sotto
