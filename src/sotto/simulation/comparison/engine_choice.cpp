// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/engine_choice.hpp"

#include <algorithm>

#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"
#include "sotto/simulation/cuda/team_engine.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/simulation/large_network/large_network.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// Each thread has at least so many nodes: to wake a thread takes as long as a round of fewer.
constexpr NodeId fewest_nodes_for_thread = 4096;
LargeEngine::MakeCrew crew_for(NodeId nodes, unsigned threads) {
  const unsigned most = std::min(threads, nodes / fewest_nodes_for_thread);
  return [most]() -> std::unique_ptr<Crew> {
    if (most <= 1) return std::make_unique<OneWorker>();
    return std::make_unique<WorkerPool>(most);
  };
}

/// One for the whole program. A driver may be gone when the program ends, so nobody gives it back.
TeamDevice& the_device() {
  static std::string why_not;
  static TeamDevice* const device = cuda_device(why_not).release();
  if (device == nullptr)
    throw InvalidInput(
        {"run.engine", "cuda", "needs a GPU that answers: " + why_not + "; auto runs on this processor"});
  return *device;
}

std::unique_ptr<Engine> engine_of_processor(const Scenario& scenario, const std::vector<Plan>& plans,
                                            unsigned threads_inside) {
  const RunSettings& run = scenario.configuration().run;
  const auto reference = [] { return std::make_unique<ReferenceEngine>(); };
  if (const SpreadNetwork* spread = scenario.spread())
    return std::make_unique<LargeEngine>(
        spread->weights, [threads_inside] { return crew_of(threads_inside); }, *spread->ranks);
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

}  // namespace

std::unique_ptr<Engine> make_engine(const Scenario& scenario, const std::vector<Plan>& plans, unsigned threads_inside) {
  std::unique_ptr<Engine> engine = engine_of_processor(scenario, plans, threads_inside);
  if (scenario.configuration().run.engine != EngineWish::cuda) return engine;
  TeamDevice& device = the_device();
  const bool known =
      scenario.real() == nullptr && scenario.spread() == nullptr &&
      std::all_of(plans.begin(), plans.end(), [&](const Plan& plan) { return suits_blocks(plan, scenario.domain()); });
  if (!known) return engine;
  return std::make_unique<TeamEngine>(device, std::move(engine));
}

}  // namespace sotto
