// SPDX-License-Identifier: MIT
// Which engine runs the trials of a scenario.
#pragma once

#include <memory>
#include <string>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

struct EngineChoice {
  std::unique_ptr<Engine> engine;
  std::string remark = {};  ///< why a GPU that was asked for is not; otherwise empty
};

/// Where records are drawn, noise is seeded and all plans suit blocks: the Monte Carlo engine, or the one for large
/// networks where a block of trials does not fit the caches and all trials have one graph. Elsewhere, and where the
/// configuration asks for it, the reference engine. All give the same bits in full precision. Refuses (InvalidInput)
/// single precision where the Monte Carlo engine cannot run. `threads_inside` work within one trial, where an engine
/// can use them. A GPU is asked where the configuration says so, and refused (InvalidInput) where none answers; what it
/// does not know, the engine of this processor runs, and it is remarked. It is also asked where that pays, if one
/// answers. The scenario must outlive it.
EngineChoice choose_engine(const Scenario& scenario, const std::vector<Plan>& plans, unsigned threads_inside = 1);

/// Whether one core would work for about 20 seconds: below that, a GPU's driver takes longer to begin than it saves.
bool is_worth_a_device(const Configuration& configuration, std::size_t plans);

}  // namespace sotto
