// SPDX-License-Identifier: MIT
#include "tails.hpp"

#include <cstdio>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

void print_tails(std::uint32_t trials) {
  Settings settings;
  for (const char* set :
       {"problem.dimension=10", "problem.records_per_node=100", "problem.radius=10", "graph.kind=erdos-renyi",
        "graph.nodes=10", "graph.edge_probability=0.6", "graph.weights=paper", "privacy.epsilon=4",
        "privacy.delta=1e-3", "algorithm.rounds=1000", "run.fresh=noise", "run.baselines=none", "run.engine=cuda"})
    settings.add_assignment(set);
  settings.add_assignment("run.trials=" + std::to_string(trials));
  const Scenario scenario(read_configuration(settings));
  const std::atomic<bool> never{false};
  const Comparison comparison = compare(
      scenario, contest_of(scenario, {{"our default", scenario.plan(), {}}}), [](std::uint32_t, std::uint32_t) {},
      never);
  for (const std::string& remark : comparison.remarks) std::printf("%s\n", remark.c_str());
  std::printf("tails over %u trials, to 1/256 of a value; ||. - x*||^2 / ||x*||^2\n%-36s", comparison.trials_done, "");
  constexpr double probabilities[] = {1e-5, 1e-3, 0.5, 1 - 1e-3, 1 - 1e-5};
  for (const double p : probabilities) std::printf("  %10.6g", p);
  std::printf("\n");
  const PlanResult& plan = comparison.plans[0];
  const auto print = [&](const char* name, const Metric& metric) {
    std::printf("%-36s", name);
    for (const double p : probabilities) std::printf("  %10.3e", metric.quantiles().at(p));
    std::printf("   mean %.4e +- %.1e\n", metric.mean(), metric.standard_error());
  };
  print("the released mean", plan.normalised_error);
  print("node 1, its estimate x_1(T)", plan.first_node_error);
  print("node 1 after Stage II", plan.first_node_end_error);
  print("mean over nodes after Stage II", plan.node_error);
}

}  // namespace sotto
