// SPDX-License-Identifier: MIT
// Baselines on a network that no program holds as a whole: those that need sums of records alone.
#pragma once

#include <atomic>
#include <string_view>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

struct BaselineKind;

/// Whether a baseline of this name needs sums of records alone.
bool runs_on_spread(std::string_view baseline);

/// ||. - x*||^2 / ||x*||^2, the mean over its points. All ranks ask together. Of `node_alone` and `curator`; an engine
/// runs `no_privacy`, and other baselines need the network as a whole.
double error_on_spread(const BaselineKind& kind, const Plan& plan, const Scenario& scenario, const Trial& trial,
                       const SpreadRecords& records, const std::atomic<bool>& interrupt);

}  // namespace sotto
