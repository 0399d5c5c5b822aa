// SPDX-License-Identifier: MIT
// Which engine runs the trials of a plan, and how many trials it takes at once.
#pragma once

#include <string_view>

#include "sotto/experiment/scenario.hpp"

namespace sotto {

enum class Engine { reference, montecarlo, large };
std::string_view name_of(Engine engine);

struct EngineChoice {
  Engine engine;
  std::uint32_t trials_at_once;
};

/// The Monte Carlo engine where it can run all plans and a block of trials fits the caches, the one for large networks
/// where it does not, unless the configuration asks for the reference engine: results are the same, to the bit for mean
/// estimation.
EngineChoice choose_engine(const Scenario& scenario, const std::vector<Plan>& plans);

}  // namespace sotto
