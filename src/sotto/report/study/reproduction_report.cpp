// SPDX-License-Identifier: MIT
#include "sotto/report/study/reproduction_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/study/sweep_report.hpp"

namespace sotto {
namespace {

Figure printed_bound_figure(const std::vector<Observation>& observations) {
  return {
      .id = "printed_bound",
      .title = "Theorem 2 as printed, on one node",
      .caption =
          "f(x) = ||x||^2/2 on a ball, p = 100, L = 1000: the error of xbar(T), in units of p c^2/kappa, beside "
          "the bounds on it.",
      .x = {.title = "T, rounds with a gradient and noise", .scale = FigureAxis::Scale::logarithmic},
      .y = {.title = "", .scale = FigureAxis::Scale::linear},
      .series = {{.name = "measured"},
                 {.name = "Theorem 2 as printed", .kind = FigureSeries::Kind::theory, .note = "Theorem 2 of the paper"},
                 {.name = "Theorem 2, corrected", .kind = FigureSeries::Kind::theory, .note = "docs/errata.md"}},
      .panels = {{"error_in_units", "Squared error in units of p c^2/kappa"}},
      .observations = observations};
}

/// A sweep with a table of its own: a summary shows no other of it.
bool has_table(const FinishedSweep& finished) {
  return finished.id == "figure1" || finished.id == "figure2";
}

/// It stands on top already.
std::string without_notice(const std::string& text) {
  return text.substr(text.find("\n\n") + 2);
}

/// Lines that fit a terminal, set in below the judgement.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 100;
  const std::string margin(16, ' ');
  std::string out;
  std::size_t column = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
    if (column > 0 && column + end - from > width) out += "\n" + margin, column = 0;
    out += (column == 0 ? "" : " ") + text.substr(from, end - from);
    column += end - from + 1;
    if (end < text.size() && text[end] == '\n') out += "\n" + margin, column = 0;
    from = end + 1;
  }
  return out + "\n";
}

Json ids_of(const std::vector<FinishedSweep>& sweeps) {
  return array_of(sweeps, [](const FinishedSweep& finished) { return finished.id; });
}

}  // namespace

std::string reproduction_summary(const Reproduction& reproduction) {
  std::string out = sweep_notice() + "\n\n";
  for (const ReportTable& table : reproduction_tables(reproduction)) out += table.title + "\n\n" + table.text() + "\n";
  for (const FinishedSweep& finished : reproduction.sweeps)
    if (!has_table(finished)) out += without_notice(sweep_text(finished.sweep, finished.observations));
  for (const ClaimVerdict& verdict : reproduction.verdicts)
    out += fmt::format("{:<15} {}\n", name_of(verdict.judgement),
                       wrapped(fmt::format("{} ({})\n{}", verdict.claim, verdict.source, verdict.evidence)));
  return out;
}

std::string reproduction_json(const Reproduction& reproduction) {
  Json experiments = ids_of(reproduction.sweeps);
  if (!reproduction.printed_bound.empty()) experiments.push_back("printed_bound");
  const Json verdicts = array_of(reproduction.verdicts, [](const ClaimVerdict& v) {
    return Json{{"claim", v.claim},
                {"source", v.source},
                {"verdict", name_of(v.judgement)},
                {"evidence", v.evidence},
                {"experiment", v.figure}};
  });
  return dump({{"schema", "sotto.reproduction/1"},
               {"private", false},
               {"notice", sweep_notice()},
               {"seed", std::to_string(reproduction.seed)},
               {"experiments", experiments},
               {"verdicts", verdicts}});
}

namespace {

/// The summary, followed by every number.
std::string reproduction_text(const Reproduction& reproduction) {
  std::string out = reproduction_summary(reproduction);
  for (const FinishedSweep& finished : reproduction.sweeps)
    if (has_table(finished)) out += "\n" + without_notice(sweep_text(finished.sweep, finished.observations));
  return out;
}

}  // namespace

namespace {

/// What claims do: one holds, two hold.
std::string verb_of(Judgement judgement, std::ptrdiff_t claims) {
  const std::string one(name_of(judgement));
  if (claims == 1) return one;
  if (one.starts_with("holds")) return "hold" + one.substr(5);
  return one.starts_with("does") ? "do" + one.substr(4) : one;
}

PageSummary reproduction_page_summary(const Reproduction& reproduction, const Scenario* first) {
  PageSummary summary{.promise = "Every series keeps the promise that its file states (epsilon and delta are in it)."};
  summary.problem =
      fmt::format("The paper's experiments ({} sweeps), run again and judged.", reproduction.sweeps.size());
  if (first != nullptr) summary.problem += " The first: " + problem_sentence(*first);
  for (const Judgement judgement : all_of<Judgement>) {
    const auto count = std::count_if(reproduction.verdicts.begin(), reproduction.verdicts.end(),
                                     [&](const ClaimVerdict& v) { return v.judgement == judgement; });
    summary.numbers.push_back({std::to_string(count), (count == 1 ? "claim " : "claims ") + verb_of(judgement, count)});
    summary.verdict +=
        fmt::format("{}{} {}", summary.verdict.empty() ? "Of the claims " : ", ", count, verb_of(judgement, count));
  }
  summary.result = fmt::format("{} claims of the paper were judged by measured numbers.", reproduction.verdicts.size());
  summary.verdict += ".";
  return summary;
}

}  // namespace

Files reproduction_files(const Reproduction& reproduction, const Scenario* first, const RunIdentity& made_by) {
  Files files;
  ReportPage page = simulation_page("The paper, reproduced and judged", sweep_notice(), Randomness::seeded);
  for (const FinishedSweep& finished : reproduction.sweeps) {
    for (Figure& figure : sweep_figures(finished.id, finished.sweep, finished.observations))
      page.figures.push_back(std::move(figure));
    files.emplace_back(finished.id + ".toml", finished.resolved);
    files.emplace_back(finished.id + ".csv", observations_csv(finished.observations));
    files.emplace_back(finished.id + ".npy", sweep_means_npy(finished.sweep, finished.observations));
    files.emplace_back(finished.id + ".axes.json", sweep_axes_json(finished.sweep));
  }
  if (!reproduction.printed_bound.empty()) {
    page.figures.push_back(printed_bound_figure(reproduction.printed_bound));
    files.emplace_back("printed_bound.csv", observations_csv(reproduction.printed_bound));
  }
  give_styles(page.figures);
  for (const Figure& figure : page.figures) files.emplace_back(figure.id + ".vl.json", vega_lite(figure));
  page.summary = reproduction_page_summary(reproduction, first);
  for (const ClaimVerdict& v : reproduction.verdicts)
    page.verdicts.push_back({v.claim, v.source, std::string(name_of(v.judgement)), v.evidence, v.figure});
  page.tables = reproduction_tables(reproduction);
  if (first != nullptr) page.drawings = graph_drawing(*first);
  page.repeat = {page_run(made_by, reproduction.seed)};
  files.emplace_back("verdicts.json", reproduction_json(reproduction));
  files.emplace_back("report.txt", reproduction_text(reproduction));
  add_page(files, page);
  add_provenance(files, made_by,
                 {.notice = sweep_notice(),
                  .facts = {{"seed", std::to_string(reproduction.seed)},
                            {"interrupted", false},
                            {"sweeps", ids_of(reproduction.sweeps)},
                            {"printed_bound", !reproduction.printed_bound.empty()}}});
  return files;
}

}  // namespace sotto
