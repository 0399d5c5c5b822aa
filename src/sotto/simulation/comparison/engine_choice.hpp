// SPDX-License-Identifier: MIT
// Which engine runs the trials of a scenario.
#pragma once

#include <memory>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

/// The Monte Carlo engine where it can run all plans and a block of trials fits the caches, the one for large networks
/// where it does not, unless the configuration asks for the reference engine: results are the same, to the bit for mean
/// estimation. `threads_inside` work within one trial, where an engine can use them. The scenario must outlive it.
std::unique_ptr<Engine> make_engine(const Scenario& scenario, const std::vector<Plan>& plans,
                                    unsigned threads_inside = 1);

}  // namespace sotto
