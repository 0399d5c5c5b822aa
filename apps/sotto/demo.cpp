// SPDX-License-Identifier: MIT
// sotto demo: the paper's setting, with the paper's plan and with our default.
#include "experiment_run.hpp"
#include "settings_options.hpp"

namespace sotto::app {
namespace {

/// The experiment of the paper's Section V; it gives neither p nor R, so p = 10 and R = 10 are ours.
constexpr const char* papers_setting[][2] = {
    {"problem.dimension", "10"}, {"problem.records_per_node", "100"}, {"problem.radius", "10"},
    {"graph.kind", "erdos-renyi"}, {"graph.nodes", "10"},             {"graph.edge_probability", "0.6"},
    {"graph.weights", "paper"},  {"privacy.epsilon", "4"},            {"privacy.delta", "1e-3"},
    {"algorithm.rounds", "1000"}};

struct DemoOptions : CommonOptions {
  explicit DemoOptions(CLI::App& command) : settings(command, SettingsOptions::File::none) {
    add_common_options(command, *this);
    command.add_option("--out", out, "folder for the results; it must not exist (default: a new one under runs/)");
    settings.add("--seed", "run.seed", "seed of records, graph and noise");
    settings.add("--trials", "run.trials", "number of trials");
  }
  SettingsOptions settings;
  std::string out;
};

NamedPlan papers_plan(const Scenario& scenario) {
  PlanRequest request = scenario.plan_request();
  request.accountant = Accountant::paper;
  request.schedule = NoiseSchedule::paper;
  request.step = StepRule::paper;
  return {"the paper's plan", make_plan(request)};
}

}  // namespace

Runner add_demo(CLI::App& program) {
  CLI::App* command = program.add_subcommand("demo", "the paper's setting: its own plan against our default");
  auto options = std::make_shared<DemoOptions>(*command);
  return [options] {
    Settings settings = options->settings.collect({});
    for (const auto& [key, value] : papers_setting)
      if (settings.find(key) == nullptr) settings.add_assignment(std::string(key) + "=" + value);
    const Scenario scenario(read_configuration(settings));
    return run_experiment({.scenario = scenario,
                           .plans = {{"our default", scenario.plan()}, papers_plan(scenario)},
                           .options = *options,
                           .out = options->out,
                           .default_name = "demo"});
  };
}

}  // namespace sotto::app
