// SPDX-License-Identifier: MIT
// The paper reproduced, as files and as text.
#include "sotto/report/reproduction_report.hpp"

#include <fmt/format.h>

#include "sotto/report/comparison_page.hpp"
#include "sotto/report/json_values.hpp"
#include "sotto/report/observations_csv.hpp"
#include "sotto/report/reproduction_tables.hpp"
#include "sotto/report/text_table.hpp"
#include "sotto/reproduction/claims.hpp"
#include "sotto/reproduction/printed_loop.hpp"

namespace sotto {
namespace {

Figure printed_bound_figure(const std::vector<Observation>& observations) {
  return {.id = "printed_bound",
          .title = "Theorem 2 as printed, on one node",
          .caption =
              "f(x) = ||x||^2/2 on a ball, p = 100, L = 1000: the error of xbar(T), in units of p c^2/kappa, passes "
              "the printed "
              "bound; the corrected one stays above.",
          .x = {.title = "T, rounds with a gradient and noise", .scale = FigureAxis::Scale::logarithmic},
          .y = {.title = "", .scale = FigureAxis::Scale::linear},
          .series = {{.name = "measured"},
                     {.name = "Theorem 2 as printed", .kind = FigureSeries::Kind::theory, .note = "false as it stands"},
                     {.name = "Theorem 2, corrected", .kind = FigureSeries::Kind::theory, .note = "docs/errata.md"}},
          .panels = {{"error_in_units", "Squared error in units of p c^2/kappa"}},
          .observations = observations};
}

const FinishedSweep* sweep_named(const Reproduction& reproduction, const std::string& id) {
  for (const FinishedSweep& sweep : reproduction.sweeps)
    if (sweep.id == id) return &sweep;
  return nullptr;
}

}  // namespace

std::vector<ClaimVerdict> judge(const Reproduction& reproduction) {
  Observed observed;
  for (const FinishedSweep& finished : reproduction.sweeps) observed[finished.id] = finished.observations;
  if (!reproduction.printed_bound.empty()) observed["printed_bound"] = reproduction.printed_bound;
  std::vector<ClaimVerdict> verdicts = judge_claims(observed);
  if (const FinishedSweep* figure1 = sweep_named(reproduction, "figure1")) {
    Configuration configuration = figure1->first;  // the paper's plan
    configuration.algorithm.rounds = 1000;
    const Scenario scenario(configuration);
    verdicts.push_back(judge_theorem_one({.promised_epsilon = configuration.privacy.budget.epsilon,
                                          .exact_epsilon = epsilon_of(Accountant::exact, scenario.plan())}));
    verdicts.push_back(judge_printed_loop(recover_gradient(scenario).from_printed_loop));
  }
  return verdicts;
}

std::string reproduction_text(const Reproduction& reproduction) {
  std::string out = sweep_notice() + "\n\n";
  for (const FinishedSweep& finished : reproduction.sweeps) {
    const std::string text = sweep_text(finished.sweep, finished.observations);
    out += text.substr(text.find("\n\n") + 2);
  }
  for (const PageTable& table : reproduction_tables(reproduction)) {
    TextTable lines(table.columns);
    for (const std::vector<std::string>& row : table.rows) lines.add(row);
    out += table.title + "\n\n" + lines.text() + "\n";
  }
  if (!reproduction.verdicts.empty()) out += "Verdicts\n\n";
  for (const ClaimVerdict& verdict : reproduction.verdicts)
    out += fmt::format("  {:<14}  {} ({})\n                  {}\n\n", name_of(verdict.judgement), verdict.claim,
                       verdict.source, verdict.evidence);
  return out;
}

std::string reproduction_json(const Reproduction& reproduction) {
  Json verdicts = Json::array(), experiments = Json::array();
  for (const ClaimVerdict& v : reproduction.verdicts)
    verdicts.push_back({{"claim", v.claim},
                        {"source", v.source},
                        {"verdict", name_of(v.judgement)},
                        {"evidence", v.evidence},
                        {"experiment", v.figure}});
  for (const FinishedSweep& finished : reproduction.sweeps) experiments.push_back(finished.id);
  if (!reproduction.printed_bound.empty()) experiments.push_back("printed_bound");
  return dump({{"schema", "sotto.reproduction/1"},
               {"private", false},
               {"notice", sweep_notice()},
               {"seed", std::to_string(reproduction.seed)},
               {"experiments", experiments},
               {"verdicts", verdicts}});
}

std::string reproduction_manifest_json(const RunIdentity& identity, const Reproduction& reproduction,
                                       const std::map<std::string, std::string>& digests) {
  Json sweeps = Json::array();
  for (const FinishedSweep& finished : reproduction.sweeps) sweeps.push_back(finished.id);
  Json json = {{"schema", "sotto.manifest/1"}, {"private", false}, {"notice", sweep_notice()}};
  json.update(identity_json(identity));
  json.update({{"seed", std::to_string(reproduction.seed)},
               {"interrupted", false},
               {"sweeps", sweeps},
               {"printed_bound", !reproduction.printed_bound.empty()},
               {"sha256", digests_json(digests)}});
  return dump(json);
}

Files reproduction_files(const Reproduction& reproduction, const RunIdentity& identity) {
  Files files;
  ReportPage page = simulation_page("The paper, reproduced and judged", sweep_notice());
  for (const FinishedSweep& finished : reproduction.sweeps) {
    page.figures.push_back(sweep_figure(finished.id, finished.sweep, finished.observations));
    files.emplace_back(finished.id + ".toml", finished.resolved);
    files.emplace_back(finished.id + ".csv", observations_csv(finished.observations));
    files.emplace_back(finished.id + ".vl.json", vega_lite(page.figures.back()));
  }
  if (!reproduction.printed_bound.empty()) {
    page.figures.push_back(printed_bound_figure(reproduction.printed_bound));
    files.emplace_back("printed_bound.csv", observations_csv(reproduction.printed_bound));
    files.emplace_back("printed_bound.vl.json", vega_lite(page.figures.back()));
  }
  for (const ClaimVerdict& v : reproduction.verdicts)
    page.verdicts.push_back({v.claim, v.source, std::string(name_of(v.judgement)), v.evidence, v.figure});
  page.tables = reproduction_tables(reproduction);
  if (!reproduction.sweeps.empty()) page.drawings = graph_drawing(Scenario(reproduction.sweeps.front().first));
  page.repeat = {page_run(identity, reproduction.seed)};
  files.emplace_back("verdicts.json", reproduction_json(reproduction));
  files.emplace_back("report.txt", reproduction_text(reproduction));
  add_page(files, page);
  return files;
}

}  // namespace sotto
