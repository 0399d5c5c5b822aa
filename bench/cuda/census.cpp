// SPDX-License-Identifier: MIT
#include "census.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/simulation/cuda/linear_engine.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t seeds = 64, seeds_of_core = 4;

template <class Run>
double seconds_of(const Run& run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Run>
double median_of(const Run& run) {
  std::vector<double> seconds;
  for (int k = 0; k < 5; ++k) seconds.push_back(seconds_of(run));
  std::sort(seconds.begin(), seconds.end());
  return seconds[2];
}

bool same_ends(const std::vector<TrialOutcome>& device, const std::vector<TrialOutcome>& core) {
  bool same = true;
  for (std::size_t k = 0; k < core.size(); ++k) {
    for (std::size_t i = 0; i < core[k].messages_at_end.size(); ++i) {
      const std::span<const double> y = core[k].messages_at_end[i].values();
      same = same && std::equal(y.begin(), y.end(), device[k].said_at_end[i].begin());
    }
    same = same && device[k].errors.rounds.mean_error == core[k].errors.rounds.mean_error;
  }
  return same;
}

}  // namespace

bool bench_census(TeamDevice& device, const std::string& configuration, const std::string& file) {
  Settings settings;
  settings.add_file(configuration);
  settings.add_assignment("data.file=" + file);
  settings.add_assignment("data.test_file=");
  const Scenario scenario(read_configuration(settings));
  const Objectives records = scenario.objectives(0);
  const Plan plan = scenario.plan();
  const std::vector<double> somewhere(dimension(scenario.domain()), 0.1);  // errors are measured against any point
  std::vector<Trial> trials;
  for (std::uint32_t k = 0; k < seeds; ++k)
    trials.push_back({.network = {scenario.weights(), scenario.domain(), plan, records.view},
                      .stop = FixedRounds{20},
                      .noise = {.seed = 1, .trial = k},
                      .minimiser = somewhere});
  const std::atomic<bool> never{false};
  std::vector<TrialOutcome> of_core, of_device;
  const double core =
      seconds_of([&] { of_core = ReferenceEngine().run(std::span(trials).first(seeds_of_core), never); }) /
      seeds_of_core * seeds;
  LinearEngine engine(device, std::make_unique<ReferenceEngine>());
  const double first = seconds_of([&] { of_device = engine.run(trials, never); });
  const double warm = median_of([&] { engine.run(trials, never); });
  const LinearRecords held = linear_records(trials[0].network);
  const std::unique_ptr<BlockGradients> gradients = device.gradients(held);
  const TileShape tile{.nodes = 10,
                       .dimension = static_cast<std::uint32_t>((somewhere.size() + 1) / 2 * 2),
                       .lanes = seeds,
                       .first_trial = 0};
  const std::vector<double> points(tile.size(), 0.1);
  std::vector<double> out(tile.size());
  const double of_round = median_of([&] { gradients->find(tile, points.data(), out.data()); });
  const bool same = same_ends(of_device, of_core) && engine.failure().empty();
  std::printf("census (a9a), 10 nodes, T = %u, %u seeds at once, %zu coordinates\n", plan.gradient_rounds(), seeds,
              somewhere.size());
  std::printf("one core, the reference engine            %9.3f s  (%u seeds, times %u)\n", core, seeds_of_core,
              seeds / seeds_of_core);
  std::printf("device, with records copied there         %9.3f s  %6.1f times one core\n", first, core / first);
  std::printf("device, median of 5                       %9.3f s  %6.1f times one core   bar 20: %s\n", warm,
              core / warm, core / warm >= 20 ? "held" : "MISSED");
  std::printf("  of this, gradients of a round           %9.6f s  (with points there and gradients back)\n", of_round);
  std::printf("bits of messages and errors: %s\n", same ? "equal" : "DIFFERENT");
  return same;
}

}  // namespace sotto
