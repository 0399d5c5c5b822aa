// SPDX-License-Identifier: MIT
// sotto plan: steps and noise for a budget, and what each accountant says of them.
#include "output.hpp"
#include "show_job.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/job/jobs.hpp"
#include "sotto/job/questions.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_report.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

/// A variable that sets the graph of another run must not be in the way here: it is not looked at.
ExitCode show_plan_from_numbers(const Command& command, const Settings& given) {
  if (command.is_on("--advise"))
    throw InvalidInput({"--advise", "", "needs CONFIG.toml: advice follows from what is declared of the records"});
  const Plan made = plan_from_numbers(given);
  print(command.json() ? plan_json(made) : fitted(plan_text(made) + "\n" + certificate_text(certificate_of(made))));
  return ok;
}

/// A manifest will do, and its gaps need not be filled: the records of its parties lie in files that nobody opens here.
Configuration configuration_in(const Settings& given) {
  if (!is_of_manifest(given)) return read_configuration(given);
  Reader reader(given);
  pass_over_parties(reader);
  Configuration configuration = read_configuration(reader, FilesLie::at_parties);
  reader.finish();
  if (configuration.data)
    for (auto& [node, own] : configuration.data->files) own.path = "/at-its-party.csv";
  return configuration;
}

/// With a file the problem gives the constants, and the network the convergence bounds.
ExitCode plan_from_configuration(const Command& command, const Settings& given) {
  refuse_constants(given, command.file());
  const Configuration configuration = configuration_in(given);
  if (command.is_on("--advise"))
    return show_job(command, *advice_job(configuration, name_of_file(command) + "-advice"));
  const Scenario scenario = waited_for(command, configuration);
  const Plan made = scenario.plan();
  if (!command.quiet())
    for (const std::string& warning : scenario.warnings()) remark("warning", warning);
  if (const std::string why = scenario.only_a_simulation(); !why.empty() && !command.quiet()) remark("warning", why);
  const PlanOnNetwork on{.agreement = scenario,
                         .certificate = scenario.certificate(made, scenario.common_nodes()),
                         .departing_plans = scenario.departing_plans(),
                         .certificates = scenario.certificates_of_nodes()};
  print(command.json() ? plan_json(made, &on) : fitted(plan_text(made, on)));
  return ok;
}

void describe_plan(Command& command) {
  command.takes_configuration(Command::File::optional);
  command.takes_switch(
      "--advise",
      "choose trust, schedule, step, T, mixing rounds, acceleration, output, clip, row norm, regularisation and Stage "
      "II by predicted error, "
      "and say from which epsilon on joining beats staying alone; reads no records");
  command.takes_out();
  command.takes_setting("--epsilon", "privacy.epsilon", "privacy budget, > 0");
  command.takes_setting("--delta", "privacy.delta", "privacy budget, strictly between 0 and 1");
  command.takes_setting("--rounds", "algorithm.rounds", "T, rounds with a gradient and noise");
  command.takes_setting("--sensitivity", "plan.sensitivity",
                        "D0, largest change of a node's gradient when one record is replaced");
  command.takes_setting("--strong-convexity", "plan.strong_convexity", "mu of a node's objective");
  command.takes_setting("--smoothness", "plan.smoothness", "L of a node's objective");
  command.takes_setting("--schedule", "privacy.schedule", "constant, paper, paper-normalised");
  command.takes_setting("--step", "algorithm.step", "shifted, paper, constant");
  command.takes_setting("--accountant", "privacy.accountant", "exact, zcdp-cks, zcdp-bs, root, paper, advanced, basic");
  command.takes_setting("--adjacency", "privacy.adjacency",
                        "replace-one, add-remove (no constant may use the number of records)");
}

ExitCode plan(const Command& command) {
  if (!command.out().empty() && !command.is_on("--advise"))
    throw InvalidInput({"--out", command.out(), "is for --advise: a plan alone writes no folder"});
  return command.file().empty() ? show_plan_from_numbers(command, command.settings(keys_of_plan_from_numbers()))
                                : plan_from_configuration(command, command.settings(configuration_keys()));
}

}  // namespace

const Subcommand plan_command{"plan", "steps and noise for a budget, and the guarantee by each accountant",
                              describe_plan, plan};

}  // namespace sotto::app
