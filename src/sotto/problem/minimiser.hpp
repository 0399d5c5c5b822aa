// SPDX-License-Identifier: MIT
// The minimiser of a sum of objectives on a domain, found without privacy: for simulations and tests only.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// Projected gradient descent with step 2/(mu+L) of the sum, which contracts by (L-mu)/(L+mu) a step, until the
/// distance left is below `tolerance` times the domain's diameter.
std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance = 1e-13);

}  // namespace sotto
