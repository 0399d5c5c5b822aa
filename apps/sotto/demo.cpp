// SPDX-License-Identifier: MIT
// sotto demo: the paper's setting, with the paper's plan and with our default.
#include "experiment_run.hpp"

namespace sotto::app {
namespace {

/// The experiment of the paper's section on numerical experiments; it gives neither p nor R: p = 10, R = 10 are ours.
constexpr const char* papers_setting[] = {
    "problem.dimension=10", "problem.records_per_node=100", "problem.radius=10",   "graph.kind=erdos-renyi",
    "graph.nodes=10",       "graph.edge_probability=0.6",   "graph.weights=paper", "privacy.epsilon=4",
    "privacy.delta=1e-3",   "algorithm.rounds=1000",        "run.trials=400",      "run.baselines=all"};

}  // namespace

std::vector<NamedPlan> demo_plans(const Scenario& scenario) {
  PlanRequest request = scenario.plan_request();
  request.accountant = Accountant::paper;
  request.schedule = NoiseSchedule::paper;
  request.step = StepRule::paper;
  return {{"our default", scenario.plan()}, {"the paper's plan", make_plan(request)}};
}

void describe_demo(Command& command) {
  command.takes_out();
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--trials", "run.trials", "number of trials");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
}

ExitCode demo(const Command& command) {
  Settings settings = command.settings({});
  for (const char* assignment : papers_setting) settings.add_assignment(assignment);  // flags rank higher
  const Scenario scenario(read_configuration(settings));
  return run_experiment({.command = command,
                         .scenario = scenario,
                         .plans = demo_plans(scenario),
                         .kind = "demo",
                         .default_name = "demo"});
}

}  // namespace sotto::app
