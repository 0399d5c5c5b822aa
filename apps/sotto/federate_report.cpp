// SPDX-License-Identifier: MIT
#include "federate_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "manifest_statement.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/data/model/test_metrics.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/page.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/report/plan/graph_svg.hpp"
#include "sotto/report/plan/plan_values.hpp"

namespace sotto::app {
namespace {

double length(const std::vector<double>& x) {
  double square = 0;
  for (const double v : x) square += v * v;
  return std::sqrt(square);
}

/// The mean of equal ones is that one, to the bit.
std::vector<double> mean_of(const std::vector<std::vector<double>>& all) {
  const std::vector<double>& first = all.front();
  std::vector<double> mean = first;
  for (const auto& x : all)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += (x[k] - first[k]) / static_cast<double>(all.size());
  return mean;
}

double distance(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> difference(x);
  for (std::size_t k = 0; k < x.size(); ++k) difference[k] -= y[k];
  return length(difference);
}

struct Line {
  std::string name;
  std::size_t neighbours;
  double epsilon, delta, epsilon_all;
  std::uint64_t noisy_messages, messages;
  double distance;
};

std::vector<Line> lines_of(const FederateReport& report) {
  std::vector<Line> lines;
  const std::vector<double> mean = mean_of(report.results);
  for (NodeId i = 0; i < report.results.size(); ++i) {
    const Plan& plan = report.manifest.plan_of(i);
    lines.push_back({report.manifest.parties()[i].name, report.manifest.neighbours_of(i).size(),
                     plan.request().budget.epsilon, plan.request().budget.delta,
                     epsilon_of(plan.request().accountant, plan, Threat::all_others()), plan.gradient_rounds(),
                     report.manifest.last_round() - 1, distance(report.results[i], mean)});
  }
  return lines;
}

const std::vector<std::string> site_columns{"site",     "neighbours",          "epsilon",
                                            "delta",    "epsilon, all others", "noisy messages",
                                            "messages", "distance to the mean"};

std::vector<std::string> cells(const Line& line) {
  return {line.name,
          std::to_string(line.neighbours),
          show(line.epsilon),
          show(line.delta),
          shown_from_above(line.epsilon_all),
          std::to_string(line.noisy_messages),
          std::to_string(line.messages),
          fmt::format("{:.3g}", line.distance)};
}

PageDrawing drawing(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const Party& party : manifest.parties()) names.push_back(party.name);
  const Agreement& agreement = manifest.agreement();
  return {"Who talks to whom", graph_svg(agreement.terms().graph, agreement.graph(), agreement.weights(), names),
          graph_colours_at_night()};
}

/// Masked sums leave nothing to disagree on; averaging leaves a little.
bool are_all_equal(const std::vector<std::vector<double>>& results) {
  return std::all_of(results.begin(), results.end(), [&](const auto& x) { return x == results.front(); });
}

std::string agreement(const FederateReport& report) {
  if (are_all_equal(report.results)) return "All sites hold the same model, bit for bit.";
  double farthest = 0;
  for (const Line& line : lines_of(report)) farthest = std::max(farthest, line.distance);
  return fmt::format("The models of all sites agree within {:.3g} of their mean, whose length is {:.6g}.", farthest,
                     length(mean_of(report.results)));
}

const MaskedSums* sums_in(const FederateReport& report) {
  return masked_sums(report.manifest.plan_of(0).request().mechanism);
}

/// What the two columns of epsilon mean, one fact a sentence.
std::vector<std::string> promises(const FederateReport& report) {
  const MaskedSums* sums = sums_in(report);
  if (sums == nullptr)
    return {"Epsilon holds against someone who hears every message, together with all other members.",
            "Each site is protected by its own noise."};
  return {
      fmt::format("Epsilon holds against someone who hears every message, together with up to {} of the other "
                  "members, fixed in advance.",
                  sums->colluders),
      "The epsilon of all others holds against all other members together.",
      fmt::format("The protection of each site rests on others: at least {} of the {} members must draw their noise "
                  "honestly.",
                  sums->members - sums->colluders, sums->members)};
}

std::string rounds_text(const FederateReport& report) {
  const Round rounds = report.manifest.plan_of(0).gradient_rounds();
  if (sums_in(report) != nullptr) return fmt::format("{} masked sums with gradients and noise", rounds);
  return fmt::format("{} with gradients and noise, then {} of averaging", rounds, report.manifest.consensus_rounds());
}

std::vector<std::string> what_is_private(const FederateReport& report) {
  if (sums_in(report) == nullptr) return {"Every message that left a node: the noise was exact, and nobody has it."};
  return {"Every residue that left a node, and every sum: the noise of each node was exact, and nobody has it.",
          "Masks came from keys that each pair of nodes agreed on. The nodes have erased them."};
}

/// What was measured; nothing without test records.
std::vector<MetricKind> metrics_in(const FederateReport& report) {
  if (report.models.empty() || report.models.front().metrics.empty()) return {};
  return metrics_for(*report.manifest.agreement().declared()->loss());
}

Json metrics_json(const FederateReport& report, std::size_t site) {
  const std::vector<MetricKind> kinds = metrics_in(report);
  if (kinds.empty()) return nullptr;
  Json json{{"note", metrics_are_not_covered}, {"covered", false}, {"values", Json::object()}};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const double value = report.models[site].metrics[k];
    json["values"][std::string(kinds[k].name)] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  return json;
}

/// Where the models lie and, where there are test records, how good they are.
std::string models_text(const FederateReport& report) {
  if (report.models.empty()) return "";
  const std::vector<MetricKind> kinds = metrics_in(report);
  ReportTable table{.columns = {"site"}};
  for (const MetricKind& kind : kinds) table.columns.emplace_back(kind.title);
  table.columns.emplace_back("model");
  const auto add = [&](const std::string& name, const std::vector<double>& metrics, const std::string& path) {
    std::vector<std::string> row{name};
    for (std::size_t k = 0; k < kinds.size(); ++k)
      row.push_back(std::isfinite(metrics[k]) ? shown_value(kinds[k], metrics[k]) : "none");
    row.push_back(path);
    table.add(row);
  };
  for (std::size_t i = 0; i < report.models.size(); ++i)
    add(report.manifest.parties()[i].name, report.models[i].metrics, printable_path(report.models[i].path.string()));
  if (!kinds.empty()) add(std::string(name_of_constant(kinds)), report.models.front().constant, "");
  return table.text() +
         (kinds.empty() ? "" : "\n  Metrics are of test records, computed from their labels: no promise covers them.") +
         "\n  `sotto predict MODEL FILE` uses a model.\n\n";
}

/// There is no verdict: nobody fitted a model alone.
PageSummary summary_of(const FederateReport& report) {
  const Terms& terms = report.manifest.agreement().terms();
  const Plan& plan = report.manifest.plan_of(0);
  PageSummary summary{.problem = fmt::format("{}: {} sites, {} coefficients.", words_for(terms.problem.kind),
                                             report.results.size(), terms.problem.dimension),
                      .promise = promise_sentence(plan),
                      .result = agreement(report),
                      .verdict = {},
                      .numbers = {{show(plan.request().budget.epsilon), "epsilon of the first site"},
                                  {std::to_string(plan.gradient_rounds()), "rounds with noise"}}};
  const std::vector<MetricKind> kinds = metrics_in(report);
  if (kinds.empty()) {
    summary.numbers.push_back({std::to_string(report.results.size()), "sites"});
    return summary;
  }
  const std::size_t judge = judging_metric(kinds);
  const SiteModel& first = report.models.front();
  summary.numbers.push_back(
      {shown_value(kinds[judge], first.metrics[judge]),
       fmt::format("{} of the model of {}; {}: {}", kinds[judge].title, report.manifest.parties().front().name,
                   name_of_constant(kinds), shown_value(kinds[judge], first.constant[judge]))});
  return summary;
}

}  // namespace

std::string federate_text(const FederateReport& report) {
  ReportTable table{.columns = site_columns};
  for (const Line& line : lines_of(report)) table.add(cells(line));
  std::string words;
  for (const std::string& sentence : promises(report)) words += "  " + sentence + "\n";
  return fmt::format(
      "TRIAL: one machine played all parties\n\n"
      "  run id       {}\n  processes    {}, each with its own store, mutual TLS 1.3 on loopback\n"
      "  rounds       {}, in {:.1f} s\n\n{}\n{}  {}\n\n{}  report: {}\n",
      report.manifest.run_id().hex(), report.results.size(), rounds_text(report), report.seconds, table.text(), words,
      agreement(report), models_text(report), printable_path((report.folder / "report.html").string()));
}

std::string federate_json(const FederateReport& report) {
  Json json{{"schema", "sotto.federate/1"},
            {"trial", true},
            {"run", report.manifest.run_id().hex()},
            {"folder", report.folder.string()},
            {"seconds", report.seconds},
            {"gradient_rounds", report.manifest.plan_of(0).gradient_rounds()},
            {"consensus_rounds", report.manifest.consensus_rounds()},
            {"trust", name_of(report.manifest.agreement().terms().privacy.trust)},
            {"same_model", are_all_equal(report.results)},
            {"sites", Json::array()}};
  if (const MaskedSums* sums = sums_in(report))
    add_masked_sums(
        json, *sums,
        epsilon_of(report.manifest.plan_of(0).request().accountant, report.manifest.plan_of(0), Threat::all_others()));
  const std::vector<Line> lines = lines_of(report);
  for (std::size_t i = 0; i < lines.size(); ++i)
    json["sites"].push_back({{"name", lines[i].name},
                             {"neighbours", lines[i].neighbours},
                             {"epsilon", lines[i].epsilon},
                             {"delta", lines[i].delta},
                             {"epsilon_all", lines[i].epsilon_all},
                             {"distance_to_mean", lines[i].distance},
                             {"model", report.models.empty() ? Json(nullptr) : Json(report.models[i].path.string())},
                             {"metrics", metrics_json(report, i)},
                             {"x", report.results[i]}});
  return dump(json);
}

std::string federate_html(const FederateReport& report, const RunIdentity& made_by) {
  ReportTable table{.title = "Sites", .columns = site_columns, .rows = {}, .note = agreement(report)};
  for (const std::string& sentence : promises(report)) table.note += " " + sentence;
  for (const Line& line : lines_of(report)) table.rows.push_back(cells(line));
  return report_html(
      {.title = "A trial of a federation",
       .notice = "TRIAL: one machine played all parties, so nothing was hidden from anybody.",
       .summary = summary_of(report),
       .is_private = what_is_private(report),
       .not_private = {"The folder of the trial holds the records and the keys of all parties."},
       .tables = {table},
       .drawings = {drawing(report.manifest)},
       .repeat = {
           {.command = made_by.command_line, .seed = "", .version = made_by.version, .commit = made_by.commit}}});
}

}  // namespace sotto::app
