// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/engine_choice.hpp"

#include <algorithm>

#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"
#include "sotto/simulation/cuda/linear_engine.hpp"
#include "sotto/simulation/cuda/team_engine.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/simulation/large_network/large_engine.hpp"
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

/// One for the whole program: null where none answers. A driver may be gone when the program ends, so nobody gives it
/// back.
TeamDevice* device_if_any(std::string& why_not) {
  static std::string said;
  static TeamDevice* const device = cuda_device(said).release();
  why_not = said;
  return device;
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

/// Why no device knows it; empty: it may know it. Records are looked at later.
std::string why_no_device(const Scenario& scenario, const std::vector<Plan>& plans) {
  const RunSettings& run = scenario.configuration().run;
  if (scenario.spread() != nullptr) return "one network on several ranks is for processors";
  if (run.randomness != Randomness::seeded) return "a GPU has noise from a seed alone";
  for (const Plan& plan : plans)
    if (plan.on_lattice()) return "a GPU adds noise in doubles, and this plan's is on the lattice";
  for (const Plan& plan : plans)
    if (!suits_blocks(plan, scenario.domain())) return "a GPU knows boxes and balls, with scales far from overflow";
  if (scenario.real() == nullptr) return "";
  const std::optional<Loss> loss = scenario.declared()->loss();
  if (!loss) return "a GPU has means of records that are drawn, not of those in files";
  if (run.fresh != Fresh::noise) return "a GPU holds one division of the records, and here each trial has its own";
  return "";
}

}  // namespace

bool is_worth_a_device(const Configuration& configuration, std::size_t plans) {
  if (configuration.run.until_se > 0) return false;  // nobody knows how many trials there will be
  const double rounds = static_cast<double>(configuration.run.trials) * static_cast<double>(plans) *
                        static_cast<double>(configuration.algorithm.rounds);
  if (!configuration.data)
    return rounds * static_cast<double>(configuration.graph.nodes) *
               static_cast<double>(configuration.problem.dimension) >=
           0x1p32;
  double records = static_cast<double>(configuration.data->source.declared_rows.value_or(0));
  for (const auto& [node, source] : configuration.data->files)
    records += static_cast<double>(source.declared_rows.value_or(0));
  return rounds * records >= 0x1p28;
}

EngineChoice choose_engine(const Scenario& scenario, const std::vector<Plan>& plans, unsigned threads_inside) {
  EngineChoice choice{engine_of_processor(scenario, plans, threads_inside)};
  const EngineWish wish = scenario.configuration().run.engine;
  const bool wanted = wish == EngineWish::cuda;
  if (wish == EngineWish::reference) return choice;
  const std::string unknown = why_no_device(scenario, plans);
  if (!wanted && (!unknown.empty() || !is_worth_a_device(scenario.configuration(), plans.size()))) return choice;
  std::string why_not;
  TeamDevice* device = device_if_any(why_not);
  if (device == nullptr && wanted)
    throw InvalidInput(
        {"run.engine", "cuda", "needs a GPU that answers: " + why_not + "; auto runs on this processor"});
  if (!unknown.empty()) choice.remark = "run.engine = \"cuda\": " + unknown + "; this processor runs the trials";
  if (device == nullptr || !unknown.empty()) return choice;
  if (scenario.real() != nullptr)
    choice.engine = std::make_unique<LinearEngine>(*device, std::move(choice.engine));
  else
    choice.engine = std::make_unique<TeamEngine>(*device, std::move(choice.engine));
  return choice;
}

}  // namespace sotto
