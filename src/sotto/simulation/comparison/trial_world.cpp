// SPDX-License-Identifier: MIT
// What one trial runs on.
#include "sotto/simulation/comparison/trial_world.hpp"

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/random/uniform.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

std::shared_ptr<const TrialRecords> draw_spread(const Scenario& scenario, std::uint32_t trial) {
  const Configuration& configuration = scenario.configuration();
  const std::unique_ptr<Crew> crew = crew_of(threads_inside(configuration.run.threads, 1));
  TrialRecords records{
      .objectives = {}, .spread = spread_records(configuration, *scenario.spread(), trial, *crew), .minimiser = {}};
  records.minimiser = minimiser_of(records.spread, *scenario.spread(), scenario.domain());
  return std::make_shared<const TrialRecords>(std::move(records));
}

std::shared_ptr<const TrialRecords> draw_all(const Scenario& scenario, std::uint32_t trial) {
  if (scenario.spread() != nullptr) return draw_spread(scenario, trial);
  TrialRecords records{.objectives = scenario.objectives(trial), .minimiser = {}};
  // On files a gradient is dear and nothing is measured below 1e-12: x* need not be known to the last bit.
  constexpr double near_enough = 1e-9;
  records.minimiser = scenario.real() == nullptr
                          ? non_private_minimiser(records.objectives.view, scenario.domain())
                          : non_private_minimiser(records.objectives.view, scenario.domain(), near_enough);
  records.minimiser_test = test_of(scenario, {records.minimiser});
  records.constant_test = test_of_constant(scenario);
  return std::make_shared<const TrialRecords>(std::move(records));
}

/// Generators count their own tries where a trial's number stands, so a trial has a seed of its own. Round 1 is a place
/// where no generator draws.
std::uint64_t graph_seed(std::uint64_t seed, std::uint32_t trial) {
  return RandomSequence(seed, {.stream = Stream::graph, .trial = trial, .round = 1}).bits();
}

std::shared_ptr<const WeightMatrix> fresh_weights(const Configuration& configuration, std::uint32_t trial) {
  try {
    const Graph graph = make_graph(configuration.graph, graph_seed(configuration.run.seed, trial));
    return std::make_shared<const WeightMatrix>(make_weights(configuration.graph, graph));
  } catch (const InvalidInput& refused) {
    std::vector<Fault> faults = refused.faults();
    for (Fault& fault : faults)
      fault.rule += " (the graph of trial " + std::to_string(trial) + "; nothing of the run is kept)";
    throw InvalidInput(std::move(faults), refused.kind());
  }
}

}  // namespace

TrialWorlds::TrialWorlds(const Scenario& scenario)
    : scenario_(scenario), first_weights_(std::shared_ptr<const void>(), &scenario.weights()) {}

std::shared_ptr<const TrialRecords> TrialWorlds::records(std::uint32_t trial) const {
  if (scenario_.configuration().run.fresh != Fresh::noise) return draw_all(scenario_, trial);
  std::call_once(drawn_, [&] { same_records_ = draw_all(scenario_, 0); });
  return same_records_;
}

TrialWorld TrialWorlds::operator()(std::uint32_t trial) const {
  const Configuration& configuration = scenario_.configuration();
  const bool own_graph = configuration.run.fresh == Fresh::graph && trial > 0;
  return {.trial = trial,
          .records = records(trial),
          .weights = own_graph ? fresh_weights(configuration, trial) : first_weights_};
}

}  // namespace sotto
