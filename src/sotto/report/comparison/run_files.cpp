// SPDX-License-Identifier: MIT
// What the folder of a run holds.
#include <fmt/format.h>

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_values.hpp"

namespace sotto {
namespace {

/// Only noise that was secret earns one.
void add_certificates(Files& files, const Scenario& scenario, const PlanResult& result) {
  if (result.first_trial.simulation) return;
  const auto add = [&](const std::string& name, const Certificate& certificate) {
    files.emplace_back(name + ".txt", certificate_text(certificate));
    files.emplace_back(name + ".json", certificate_json(certificate));
  };
  add("certificate", scenario.certificate(result.plan, scenario.common_nodes()));
  for (const auto& [node, own] : scenario.certificates_of_nodes()) add(fmt::format("certificate-node-{}", node), own);
}

/// What the first node ended the first trial with. One trial's messages earn the certificate; where more were run on
/// the same records, promises add up, and none is written into the model.
void add_model(Files& files, const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity) {
  const PlanResult& result = comparison.plans.front();
  if (scenario.real() == nullptr || !scenario.declared()->loss() || comparison.trials_done == 0) return;
  const Configuration& configuration = scenario.configuration();
  ModelPrivacy privacy{.why_not_private = "SIMULATION: the noise was seeded; whoever knows the seed can subtract it"};
  ModelOrigin origin{.version = identity.version, .commit = identity.commit, .seed = configuration.run.seed};
  if (!result.first_trial.simulation) {
    origin.seed.reset();
    if (configuration.run.trials > 1)
      privacy = {.why_not_private = "several trials ran on the same records: their costs add up"};
    else if (!result.own_plans.empty())
      privacy = {.why_not_private =
                     "nodes made promises of their own, which one certificate does not state: see theirs"};
    else
      privacy = {.certificate = certificate_json(scenario.certificate(result.plan, scenario.common_nodes())),
                 .why_not_private = {}};
  }
  files.emplace_back("model.json", model_json({.loss = *scenario.declared()->loss(),
                                               .schema = configuration.data->schema,
                                               .coefficients = result.first_trial_output,
                                               .privacy = privacy,
                                               .origin = origin}));
}

ProvenanceFacts facts_of(const Scenario& scenario, const Comparison& comparison) {
  Json spent = Json::object();
  for (const PlanResult& plan : comparison.plans) spent[plan.name] = privacy_json(plan.plan);
  return {.notice = run_notice(scenario.configuration()),
          .facts = {{"seed", std::to_string(scenario.configuration().run.seed)},
                    {"trials", comparison.trials_done},
                    {"interrupted", comparison.interrupted},
                    {"engine", comparison.engine},
                    {"privacy_of_one_trial", spent},
                    {"privacy_of_nodes", nodes_json(scenario.departing_plans(), {})}}};
}

}  // namespace

Files run_files(const Scenario& scenario, const Comparison& comparison, const RunIdentity& made_by) {
  Files files{{"configuration.toml", to_toml(scenario.configuration())},
              {"report.txt", comparison_text(scenario, comparison)},
              {"run.json", run_json(scenario, comparison)},
              {"results.csv", metrics_csv(comparison)},
              {"rounds.csv", rounds_csv(comparison)},
              {"nodes.csv", nodes_csv(comparison)}};
  add_certificates(files, scenario, comparison.plans.front());
  add_model(files, scenario, comparison, made_by);
  add_page(files, comparison_page(scenario, comparison, made_by));
  add_provenance(files, made_by, facts_of(scenario, comparison));
  return files;
}

}  // namespace sotto
