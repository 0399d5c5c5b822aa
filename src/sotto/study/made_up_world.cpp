// SPDX-License-Identifier: MIT
#include "sotto/study/made_up_world.hpp"

#include <algorithm>

namespace sotto {
namespace {

/// In a simulation Stage II brings nodes near enough to each other not to be seen.
constexpr double agreed = 1e-2;
constexpr Round longest_stage_two = 2000;

/// More where they cost little.
std::uint32_t usual_trials(const Scenario& scenario) {
  if (scenario.real() == nullptr) return 64;
  constexpr double affordable = 2e5;
  return static_cast<std::uint32_t>(std::clamp(affordable / scenario.real()->simulated_numbers(), 4.0, 16.0));
}

Configuration on_made_up_records(Configuration configuration) {
  configuration.run.until_se = 0;
  configuration.run.randomness = Randomness::seeded;
  configuration.privacy.on_lattice = false;
  configuration.algorithm.consensus = Consensus::chebyshev;
  configuration.algorithm.stop = UntilContracted{.tolerance = agreed, .cap = longest_stage_two};
  if (configuration.data) {
    configuration.run.fresh = Fresh::noise;
    configuration.data->partition = PartitionKind::iid;
  }
  return configuration;
}

Scenario drawn_scenario(const Configuration& configuration, const DrawnWorld& world) {
  Configuration drawn = on_made_up_records(configuration);
  const Scenario scenario = Scenario::on_drawn_rows(drawn, configuration.advice, world);
  drawn.run.seed = world.seed;
  drawn.run.trials = configuration.advice.trials > 0 ? configuration.advice.trials : usual_trials(scenario);
  drawn.run.baseline_trials = drawn.run.trials;
  return scenario.departing(drawn);
}

std::uint64_t seed_of(const Configuration& configuration, std::uint32_t world) {
  return configuration.run.seed + world;
}

}  // namespace

Scenario simulated(const Configuration& configuration, std::uint32_t world) {
  return drawn_scenario(configuration, {.seed = seed_of(configuration, world)});
}

MadeUpWorld::MadeUpWorld(const Configuration& configuration, std::uint32_t number)
    : configuration_(configuration), number_(number) {
  scenarios_.emplace_back(configured_candidate(configuration),
                          std::make_unique<const Scenario>(simulated(configuration, number)));
}

const Scenario& MadeUpWorld::alone() {
  if (alone_) return *alone_;
  Configuration configuration = configuration_;
  configuration.advice.numbers *= rows_times_more_alone;
  if (configuration.data) configuration.advice.trials = 2;  // the same in all
  alone_ = std::make_unique<const Scenario>(simulated(configuration, number_));
  return *alone_;
}

const Scenario& MadeUpWorld::of(const Candidate& candidate) {
  for (const auto& [other, scenario] : scenarios_)
    if (candidate.has_the_problem_of(other)) return *scenario;
  Candidate own = scenarios_.front().first;
  own.clipped = candidate.clipped;
  own.row_norm = candidate.row_norm;
  own.regularisation = candidate.regularisation;
  const DrawnWorld world{.seed = seed_of(configuration_, number_), .labels_of = configured().declared()};
  return *scenarios_
              .emplace_back(own, std::make_unique<const Scenario>(drawn_scenario(with(configuration_, own), world)))
              .second;
}

}  // namespace sotto
