// SPDX-License-Identifier: MIT
// Which engine runs the trials of a plan.
#include "sotto/experiment/engine_choice.hpp"

#include <algorithm>

#include "sotto/input/invalid_input.hpp"
#include "sotto/montecarlo/trial_block.hpp"

namespace sotto {

std::string_view name_of(Engine engine) {
  switch (engine) {
    case Engine::reference:
      return "reference";
    case Engine::montecarlo:
      return "montecarlo";
    case Engine::large:
      return "large";
  }
  return "";
}

EngineChoice choose_engine(const Scenario& scenario, const std::vector<Plan>& plans) {
  const RunSettings& run = scenario.configuration().run;
  constexpr EngineChoice reference{.engine = Engine::reference, .trials_at_once = 1};
  if (run.engine == "reference" || run.randomness != Randomness::seeded) return reference;
  if (scenario.real() != nullptr) {
    if (run.noise_precision == NoisePrecision::single)
      throw InvalidInput({"run.noise_precision", "single", "only for records that are drawn"});
    return reference;
  }
  const bool suits =
      std::all_of(plans.begin(), plans.end(), [&](const Plan& plan) { return suits_blocks(plan, scenario.domain()); });
  const std::uint32_t at_once = trials_in_block(scenario.graph().node_count(), dimension(scenario.domain()));
  const bool single = run.noise_precision == NoisePrecision::single;
  if (single && !suits)
    throw InvalidInput(
        {"run.noise_precision", "single", "only for plans in doubles, on a box or a ball, whose messages stay finite"});
  if (single && at_once == 0)
    throw InvalidInput(
        {"run.noise_precision", "single",
         "only for networks that fit the cache, about 2700 numbers (nodes times dimension); this one has " +
             std::to_string(scenario.graph().node_count() * dimension(scenario.domain()))});
  if (!suits) return reference;
  if (at_once == 0)  // every problem of a configuration is mean estimation
    return run.fresh == Fresh::graph ? reference : EngineChoice{.engine = Engine::large, .trials_at_once = 1};
  return {.engine = Engine::montecarlo, .trials_at_once = single ? std::max(at_once, 16u) : at_once};
}

}  // namespace sotto
