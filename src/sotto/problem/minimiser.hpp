// SPDX-License-Identifier: MIT
// The minimiser of a sum of objectives on a domain, found without privacy: for simulations and tests only.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// Nesterov's projected gradient descent for known mu and L, until the last step proves that the distance left is below
/// `tolerance` times the domain's diameter, or rounding lets it come no nearer.
std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance = 1e-13);

}  // namespace sotto
