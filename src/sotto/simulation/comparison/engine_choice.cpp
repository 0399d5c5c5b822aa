// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/engine_choice.hpp"

#include <algorithm>

#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"
#include "sotto/simulation/engine/blocked_sum.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/simulation/large_network/large_network.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// Each thread has at least a block of nodes: to wake a thread takes as long as a round of fewer.
LargeEngine::MakeCrew crew_for(NodeId nodes, unsigned threads) {
  const auto most = static_cast<unsigned>(std::min<std::size_t>(threads, nodes / nodes_in_block));
  return [most]() -> std::unique_ptr<Crew> {
    if (most <= 1) return std::make_unique<OneWorker>();
    return std::make_unique<WorkerPool>(most);
  };
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Scenario& scenario, const std::vector<Plan>& plans, unsigned threads_inside) {
  const RunSettings& run = scenario.configuration().run;
  const auto reference = [] { return std::make_unique<ReferenceEngine>(); };
  if (run.engine == EngineWish::reference || run.randomness != Randomness::seeded) return reference();
  if (scenario.real() != nullptr) {
    if (run.noise_precision == NoisePrecision::single)
      throw InvalidInput({"run.noise_precision", "single", "only for records that are drawn"});
    return reference();
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
  if (!suits) return reference();
  if (at_once > 0) return std::make_unique<BlockEngine>(single ? std::max(at_once, 16u) : at_once);
  if (run.fresh == Fresh::graph) return reference();
  return std::make_unique<LargeEngine>(scenario.weights(), crew_for(scenario.graph().node_count(), threads_inside));
}

}  // namespace sotto
