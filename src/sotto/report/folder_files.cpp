// SPDX-License-Identifier: MIT
// What folders of results hold.
#include "sotto/report/folder_files.hpp"

#include <fmt/format.h>

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/report/audit_report.hpp"
#include "sotto/report/certificate_report.hpp"
#include "sotto/report/comparison_page.hpp"
#include "sotto/report/csv_report.hpp"
#include "sotto/report/observations_csv.hpp"
#include "sotto/report/page_document.hpp"
#include "sotto/report/text_report.hpp"

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
  for (const auto& [node, plan] : scenario.departing_plans())
    add(fmt::format("certificate-node-{}", node), scenario.certificate_of_node(node, plan));
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

}  // namespace

void add_page(Files& files, const ReportPage& page) {
  files.emplace_back("page.json", content_json(page));
  files.emplace_back("report.html", report_html(page));
}

Files run_files(const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity) {
  Files files{{"configuration.toml", to_toml(scenario.configuration())},
              {"report.txt", comparison_text(scenario, comparison)},
              {"run.json", run_json(scenario, comparison)},
              {"results.csv", metrics_csv(comparison)},
              {"rounds.csv", rounds_csv(comparison)},
              {"nodes.csv", nodes_csv(comparison)}};
  add_certificates(files, scenario, comparison.plans.front());
  add_model(files, scenario, comparison, identity);
  add_page(files, comparison_page(scenario, comparison, identity));
  return files;
}

Files audit_files(const Scenario& scenario, const PrivacyAudit& audit) {
  return {{"configuration.toml", to_toml(scenario.configuration())},
          {"report.txt", audit_text(scenario, audit)},
          {"audit.json", audit_json(scenario, audit)},
          {"tradeoff.csv", trade_off_csv(audit)}};
}

Files sweep_files(const FinishedSweep& finished, const RunIdentity& identity) {
  const Figure figure = sweep_figure(finished.id, finished.sweep, finished.observations);
  ReportPage page = simulation_page(figure.title, sweep_notice(), Randomness::seeded);
  page.figures = {figure};
  const std::optional<Figure> nodes = sweep_nodes_figure(finished.id, finished.sweep, finished.observations);
  if (nodes) page.figures.push_back(*nodes);
  page.drawings = graph_drawing(Scenario(finished.first));
  page.repeat = {page_run(identity, finished.first.run.seed)};
  Files files{{"configuration.toml", finished.resolved},
              {"report.txt", sweep_text(finished.sweep, finished.observations)},
              {"sweep.json", sweep_json(finished.sweep, finished.observations)},
              {"results.csv", observations_csv(finished.observations)},
              {"figure.vl.json", vega_lite(figure)},
              {"means.npy", sweep_means_npy(finished.sweep, finished.observations)},
              {"axes.json", sweep_axes_json(finished.sweep)}};
  if (nodes) files.emplace_back("figure_nodes.vl.json", vega_lite(*nodes));
  add_page(files, page);
  return files;
}

}  // namespace sotto
