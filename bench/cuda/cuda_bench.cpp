// SPDX-License-Identifier: MIT
// How fast a device runs the paper's network: rounds of trials a second, warm, medians of repeated runs in one process.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "census.hpp"
#include "noise_only.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/cuda/team_device.hpp"
#include "tails.hpp"

namespace sotto {
namespace {

constexpr NodeId nodes = 10;
constexpr std::size_t coordinates = 10, records = 100;
constexpr Round rounds = 1000;

/// The paper's setting: everything that all trials share.
struct Setting {
  Domain domain = Box{.dimension = coordinates, .half_side = 10};
  WeightMatrix weights =
      make_weights(erdos_renyi_graph({.nodes = nodes, .edge_probability = 0.5, .seed = 1}), WeightRule::metropolis);
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<const Objective*> view;
  std::vector<double> minimiser;
  std::unique_ptr<Plan> plan;

  explicit Setting(bool masked) {
    for (NodeId i = 0; i < nodes; ++i) {
      objectives.push_back(std::make_unique<MeanEstimation>(
          domain, draw_records({.dimension = coordinates, .mean = 5, .radius = 10},
                               {.seed = 1, .trial = 0, .node = i, .record_count = records})));
      view.push_back(objectives.back().get());
    }
    minimiser = non_private_minimiser(view, domain);
    plan = std::make_unique<Plan>(make_plan({.budget = {4, 1e-3},
                                             .gradient_rounds = rounds,
                                             .constants = view[0]->public_constants(),
                                             .mechanism = masked ? Mechanism(MaskedSums{nodes, 1}) : Independent{}}));
  }
  std::vector<Trial> trials(std::uint32_t count, bool single, bool every_round) const {
    std::vector<Trial> trials;
    for (std::uint32_t k = 0; k < count; ++k)
      trials.push_back({.network = {.weights = weights, .domain = domain, .plan = *plan, .objectives = view},
                        .stop = FixedRounds{0},
                        .noise = {.seed = 17, .trial = k},
                        .minimiser = minimiser,
                        .precision = single ? NoisePrecision::single : NoisePrecision::full,
                        .every_round = every_round});
    return trials;
  }
};

double seconds_of(TeamDevice& device, const TeamInput& once, std::uint32_t trials) {
  TeamSums sums(once.task);
  const auto begin = std::chrono::steady_clock::now();
  TeamInput input = once;
  for (std::uint32_t first = 0; first < trials; first += input.task.trials) {
    input.task.first_trial = first;
    input.task.trials = std::min(once.task.trials, trials - first);
    device.run_and_sum(input, sums);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Run>
double median_of(const Run& run) {
  run();  // warm
  std::vector<double> seconds;
  for (int k = 0; k < 5; ++k) seconds.push_back(run());
  std::sort(seconds.begin(), seconds.end());
  return seconds[2];
}

struct Rate {
  double giga, of_noise;
  bool single;
};
/// The bars that a run of a million trials is held to.
std::string verdict(const Rate& rate) {
  constexpr double fewest_in_doubles = 1.3, fewest_in_floats = 4, least_of_noise = 0.7;
  const bool holds =
      rate.single ? rate.giga >= fewest_in_floats : rate.giga >= fewest_in_doubles && rate.of_noise >= least_of_noise;
  return std::string(rate.single ? "   bar 4.0" : "   bars 1.3 and 0.70") + (holds ? ": held" : ": MISSED");
}

void bench_means(TeamDevice* device, std::uint32_t trials) {
  std::printf("%s, N = p = %u, T = %u, %u trials; G trial-rounds a second, medians of 5\n", device->name().c_str(),
              nodes, rounds, trials);
  const double work = double(trials) * rounds / 1e9;
  double noise[2];
  for (const bool single : {false, true}) {
    noise[single] = work / median_of([&] {
                      return seconds_of_noise({.trials = trials / 32 * 32,
                                               .rounds = rounds,
                                               .nodes = nodes,
                                               .pairs = coordinates / 2,
                                               .single = single});
                    });
    std::printf("%-9s noise alone                        %6.3f\n", single ? "single" : "double", noise[single]);
  }
  for (const bool masked : {false, true})
    for (const bool single : {false, true})
      for (const bool every_round : {true, false}) {
        const Setting setting(masked);
        const TeamInput two = team_input(setting.trials(2, single, every_round));
        TeamInput input = two;
        input.task.trials = std::min(trials, device->most_trials(two));
        const double rate = work / median_of([&] { return seconds_of(*device, input, trials); });
        std::printf("%-9s %-11s %-22s %6.3f   %.2f of noise alone%s\n", single ? "single" : "double",
                    masked ? "masked" : "independent", every_round ? "errors of every round" : "errors at the end",
                    rate, rate / noise[single], masked ? "" : verdict({rate, rate / noise[single], single}).c_str());
        std::fflush(stdout);
      }
}

/// means [TRIALS], tails [TRIALS], or census FILE [CONFIGURATION].
int bench(const std::vector<std::string>& words) {
  std::string why_not;
  const std::unique_ptr<TeamDevice> device = cuda_device(why_not);
  if (!device) {
    std::fprintf(stderr, "no device: %s\n", why_not.c_str());
    return 2;
  }
  const std::string of_repository = SOTTO_BENCH_SOURCE "/examples/03_census_income.toml";
  if (words.size() > 1 && words[0] == "census")
    return bench_census(*device, words.size() > 2 ? words[2] : of_repository, words[1]) ? 0 : 1;
  const std::uint32_t trials = words.size() > 1 ? static_cast<std::uint32_t>(std::stoul(words[1])) : 1'000'000;
  if (!words.empty() && words[0] == "tails")
    print_tails(trials);
  else
    bench_means(device.get(), trials);
  return 0;
}

}  // namespace
}  // namespace sotto

int main(int argc, char** argv) {
  return sotto::bench({argv + 1, argv + argc});
}
