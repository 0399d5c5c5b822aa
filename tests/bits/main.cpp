// SPDX-License-Identifier: MIT
// A small program of core and simulation, for the comparison of compilers: runs a configuration and prints every number
// in full. Usage: sotto_bits FILE [KEY=VALUE...].
#include <cstdio>
#include <exception>

#include "sotto/settings/settings.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {
namespace {

void print(const char* name, double value) {
  std::printf("%s %a\n", name, value);
}

void print(const char* name, const RunningStatistic& statistic) {
  std::printf("%s %a %a\n", name, statistic.mean(), statistic.standard_error());
}

void print(const Plan& plan) {
  for (Round t = 1; t <= plan.gradient_rounds(); ++t)
    std::printf("round %u %a %a %a\n", t, plan.step(t), plan.noise_scale(t).standard_deviation(), plan.cost(t));
}

void print(const RoundStatistics& rounds) {
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    print("mean error", rounds.mean_error[t]);
    print("node error", rounds.node_error[t]);
    print("worst error", rounds.worst_error[t]);
    print("disagreement", rounds.disagreement[t]);
  }
}

void print(const PlanResult& result) {
  print(result.plan);
  for (const Plan& own : result.own_plans) print(own);
  print("normalised error", result.normalised_error);
  print("first node", result.first_node_error);
  print("first node at the end", result.first_node_end_error);
  print("theory", result.theory);
  print("consensus rounds", result.consensus_rounds);
  print(result.rounds);
  for (const std::vector<double>& round : result.first_trial_node_errors)
    for (const double error : round) print("node", error);
}

void run(const char* file, int count, char** assignments) {
  Settings settings;
  settings.add_file(file);
  for (int k = 0; k < count; ++k) settings.add_assignment(assignments[k]);
  const Scenario scenario(read_configuration(settings));
  const std::atomic<bool> never = false;
  const Comparison found = compare(
      scenario, contest_of(scenario, {{"this plan", scenario.plan(), scenario.own_plans()}}), [](auto, auto) {}, never);
  std::printf("%s\n", found.engine.c_str());
  for (const PlanResult& result : found.plans) print(result);
  for (const BaselineResult& result : found.baselines) print(result.name.c_str(), result.error);
  print("minimiser", found.minimiser_squared_norm);
}

}  // namespace
}  // namespace sotto

int main(int count, char** words) {
  if (count < 2) return 2;
  try {
    sotto::run(words[1], count - 2, words + 2);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
  }
}
