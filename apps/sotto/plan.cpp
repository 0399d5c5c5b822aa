// SPDX-License-Identifier: MIT
// sotto plan: steps and noise for a budget, and what each accountant says of them.
#include "command.hpp"
#include "output.hpp"
#include "settings_options.hpp"
#include "sotto/experiment/scenario.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/report/text_report.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

struct PlanOptions : CommonOptions {
  explicit PlanOptions(CLI::App& command) : settings(command, SettingsOptions::File::optional) {
    add_common_options(command, *this);
    settings.add("--epsilon", "privacy.epsilon", "privacy budget, > 0");
    settings.add("--delta", "privacy.delta", "privacy budget, strictly between 0 and 1");
    settings.add("--rounds", "algorithm.rounds", "T, rounds with a gradient and noise");
    settings.add("--sensitivity", "plan.sensitivity", "D0, largest change of a gradient when one record is replaced");
    settings.add("--strong-convexity", "plan.strong_convexity", "mu of a node's objective");
    settings.add("--smoothness", "plan.smoothness", "L of a node's objective");
    settings.add("--schedule", "privacy.schedule", "constant, paper, paper-normalised");
    settings.add("--step", "algorithm.step", "shifted, paper");
    settings.add("--accountant", "privacy.accountant", "exact, root, paper");
  }
  SettingsOptions settings;
};

/// Without a file there is no problem to take the constants from: they must be given.
ExitCode plan_from_numbers(const PlanOptions& options, const Settings& given) {
  Reader reader(given);
  const PrivacySettings privacy = read_privacy(reader);
  reader.integer("algorithm.rounds", {1, 10'000'000});
  const AlgorithmSettings algorithm = read_algorithm(reader);
  const double sensitivity = reader.real("plan.sensitivity", positive_finite());
  const Curvature curvature{.strong_convexity = reader.real("plan.strong_convexity", positive_finite()),
                            .smoothness = reader.real("plan.smoothness", positive_finite())};
  if (curvature.smoothness < curvature.strong_convexity)
    reader.refuse("plan.smoothness", "must not be below the strong convexity " + show(curvature.strong_convexity));
  reader.finish();
  const Plan plan = make_plan({.budget = privacy.budget,
                               .gradient_rounds = algorithm.rounds,
                               .constants = {.curvature = curvature, .record_sensitivity = sensitivity, .gradient_bound = 0},
                               .accountant = privacy.accountant,
                               .schedule = privacy.schedule,
                               .step = algorithm.step});
  print(options.json ? plan_json(plan) : plan_text(plan));
  return ok;
}

/// With a file the problem gives the constants, and the network the convergence bounds.
ExitCode plan_from_configuration(const PlanOptions& options, const Settings& given) {
  const Configuration configuration = read_configuration(given);
  const Scenario scenario(configuration);
  const Plan plan = scenario.plan();
  const std::string weak = weak_delta_warning(configuration.privacy.budget, scenario.records_in_all());
  if (!weak.empty() && !options.quiet) remark("warning", weak);
  if (options.json) {
    print(plan_json(plan));
    return ok;
  }
  const StageTwo stage = stage_two(configuration.algorithm.stop, scenario.weights().mixing_rate().beta);
  print(plan_text(plan) + "\n" + graph_text(configuration.graph, scenario.graph(), scenario.weights()) +
        stage_two_text(configuration.algorithm.stop, scenario.weights().mixing_rate().beta) + "\n" +
        bounds_text(plan, scenario.network_constants(), stage.most_rounds));
  return ok;
}

}  // namespace

Runner add_plan(CLI::App& program) {
  CLI::App* command = program.add_subcommand("plan", "steps and noise for a budget, and the guarantee by each accountant");
  auto options = std::make_shared<PlanOptions>(*command);
  return [options] {
    const Settings given = options->settings.collect(configuration_keys());
    return options->settings.has_file() ? plan_from_configuration(*options, given) : plan_from_numbers(*options, given);
  };
}

}  // namespace sotto::app
