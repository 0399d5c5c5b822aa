// SPDX-License-Identifier: MIT
// Advice as a page and as a folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/page.hpp"
#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

constexpr const char* joining = "joining";
constexpr const char* alone = "a node alone";
constexpr const char* alone_private = "a node alone, published";
constexpr const char* no_privacy = "no privacy";

Observation observed(ObservedPlace place, const Forecast& prediction, std::uint32_t trials) {
  Observation seen = not_measured(std::move(place), prediction.value);
  if (prediction.by_theory) return seen;
  seen.trials = trials;
  seen.standard_error = prediction.standard_error;
  return seen;
}

Figure empty_figure(const Measure& measure, const char* id, const char* x, std::string caption) {
  const auto scale = is_linear(measure.name) ? FigureAxis::Scale::linear : FigureAxis::Scale::logarithmic;
  return {.id = id,
          .title = "",
          .caption = std::move(caption),
          .x = {.title = x, .scale = FigureAxis::Scale::logarithmic},
          .y = {.title = "", .scale = scale},
          .series = {},
          .panels = {{measure.name, predicted_title(measure)}},
          .observations = {}};
}

/// The median in the place of a mean, and the ends of the band: of five worlds the lowest is the quantile of 10 %.
Observation observed(ObservedPlace place, const WorldRange& range, std::uint32_t worlds) {
  Observation seen = not_measured(std::move(place), range.median);
  if (range.lowest == range.highest) return seen;
  seen.trials = worlds;
  seen.q10 = range.lowest, seen.median = range.median, seen.q90 = range.highest;
  return seen;
}

Figure over_epsilon(const Advice& advice) {
  Figure figure =
      empty_figure(advice.measures.chosen_by, "epsilon", "epsilon",
                   fmt::format("Predicted over {} made-up worlds; no data file was opened.", advice.worlds));
  figure.reading =
      "Lines: medians of the worlds. Bands: from the lowest to the highest. results.csv has them as mean, q10 and q90.";
  figure.title = "Joining or staying alone";
  const auto add = [&](FigureSeries series, const auto& range_at) {
    figure.series.push_back(std::move(series));
    for (const AdviceAt& at : advice.over_epsilon) {
      const PredictionRange& range = range_at(at);
      figure.observations.push_back(
          observed({figure.series.back().name, fmt::format("{}", at.epsilon), advice.measures.chosen_by.name},
                   range.chosen_by, advice.worlds));
    }
  };
  const auto beside = [](const std::string& name, std::string note) {
    return FigureSeries{.name = name, .kind = FigureSeries::Kind::baseline, .note = std::move(note)};
  };
  add(
      {.name = joining}, [](const AdviceAt& at) -> const auto& { return at.over_worlds; });
  add(
      beside(alone, "its own minimiser, mean over nodes: it publishes nothing and needs no noise"),
      [&](const AdviceAt&) -> const auto& { return advice.alone; });
  add(
      beside(alone_private, "a node alone that promises the same epsilon for what it publishes"),
      [](const AdviceAt& at) -> const auto& { return at.alone_private; });
  if (advice.no_privacy)
    add(
        beside(no_privacy, "x*, found without privacy"), [&](const AdviceAt&) -> const auto& {
          return *advice.no_privacy;
        });
  if (advice.constant)
    add(
        beside(advice.constant_answer, "the best answer that looks at no feature"),
        [&](const AdviceAt&) -> const auto& { return *advice.constant; });
  if (advice.other_trust)
    add(
        beside("joining, " + trust_words(advice.other_trust->colluders), "the same promise with other trust"),
        [](const AdviceAt& at) -> const auto& { return *at.other_over_worlds; });
  return figure;
}

std::string name_of_candidate(const Candidate& candidate, const Advice& advice) {
  return shape_of(candidate) + problem_words(candidate, advice.candidates.front().candidate);
}

Figure over_rounds(const Advice& advice) {
  Figure figure = empty_figure(advice.measures.chosen_by, "rounds", "T, rounds with a gradient and noise",
                               "Predicted in the first made-up world; no data file was opened.");
  figure.title = "Candidates at the promised epsilon";
  for (const PredictedCandidate& one : advice.candidates) {
    const std::string shape = name_of_candidate(one.candidate, advice);
    const auto named = [&](const FigureSeries& series) { return series.name == shape; };
    if (std::none_of(figure.series.begin(), figure.series.end(), named)) figure.series.push_back({.name = shape});
    figure.observations.push_back(observed(
        {shape, std::to_string(one.candidate.rounds), advice.measures.chosen_by.name}, one.chosen_by, advice.trials));
  }
  std::stable_partition(figure.series.begin(), figure.series.end(), [&](const FigureSeries& series) {
    return series.name == name_of_candidate(advice.chosen.candidate, advice);  // it is shown, whatever is left out
  });
  return figure;
}

std::string clip_words(const Advice& advice) {
  if (advice.chosen.candidate.clipped) return "half-norm";
  const std::optional<double>& clip = advice.advised.problem.clip;
  return clip ? fmt::format("{:g}", *clip) : "none";
}

std::vector<ReportTable> advice_tables(const Advice& advice) {
  const Candidate& chosen = advice.chosen.candidate;
  std::vector<ReportTable> tables{
      {.title = "Advice",
       .columns = {"choice", "advised"},
       .rows = {{"trust", trust_words(chosen.colluders)},
                {"schedule", std::string(name_of(chosen.schedule))},
                {"steps", std::string(name_of(chosen.step))},
                {"T, rounds with a gradient and noise", std::to_string(chosen.rounds)},
                {"K, mixing rounds", std::to_string(chosen.mixing_rounds)},
                {"acceleration", std::string(name_of(chosen.acceleration))},
                {"output", std::string(name_of(chosen.output))},
                {"clip", clip_words(advice)},
                {"row norm", chosen.row_norm ? fmt::format("{:g}", *chosen.row_norm) : "as declared ranges allow"},
                {"regularisation", fmt::format("{:g}", chosen.regularisation)},
                {"consensus", std::string(name_of(advice.stage_two.consensus))},
                {"rounds of Stage II", std::to_string(advice.stage_two.rounds)}}},
      {.title = "Does joining pay?", .columns = {"answer"}, .rows = {{joining_sentence(advice.pays, advice)}}},
      {.title = "What is assumed", .columns = {"assumption"}}};
  tables.back().rows.push_back({made_up_sentence()});
  for (const std::string& sentence : advice.assumptions) tables.back().rows.push_back({sentence});
  tables.push_back(worlds_table(advice, &PredictionRange::chosen_by, advice.measures.chosen_by));
  if (const std::vector<std::string> sentences = trust_sentences(advice); !sentences.empty()) {
    tables.push_back({.title = "Whom to trust?", .columns = {"answer"}});
    for (const std::string& sentence : sentences) tables.back().rows.push_back({sentence});
  }
  if (advice.nodes.empty()) return tables;
  tables.push_back({.title = "Node by node", .columns = {"node", "records", "alone (median)", "answer"}});
  for (const AdviceForNode& node : advice.nodes)
    tables.back().rows.push_back({std::to_string(node.node), std::to_string(node.records),
                                  fmt::format("{:.4g}", node.alone.chosen_by.median),
                                  joining_sentence(node.pays, advice)});
  return tables;
}

PageSummary advice_summary(const Advice& advice) {
  const PrivacyBudget& budget = advice.advised.privacy.budget;
  const Candidate& chosen = advice.chosen.candidate;
  const std::string what = predicted_title(advice.measures.chosen_by);
  const WorldRange &joined = advice.over_worlds.chosen_by, &stayed = advice.alone.chosen_by;
  PageSummary summary{
      .problem = fmt::format("{}: {} nodes, dimension {}. Nothing but declarations was read.",
                             words_for(advice.advised.problem.kind), advice.advised.graph.nodes,
                             advice.advised.problem.dimension),
      .promise = fmt::format("epsilon = {:g}, delta = {:g} for any one record, {}", budget.epsilon, budget.delta,
                             chosen.colluders == 0
                                 ? "against someone who hears every message, all other nodes among them."
                                 : fmt::format("against anyone together with up to {} other members; epsilon = {:.2f} "
                                               "against all of them (masked sums).",
                                               chosen.colluders, std::ceil(100 * advice.epsilon_all) / 100)),
      .result = fmt::format("{} of joining: {:.4g} ({:.4g} to {:.4g} over {} made-up worlds) with {} rounds; of a node "
                            "alone: {:.4g} ({:.4g} to {:.4g}).",
                            what, joined.median, joined.lowest, joined.highest, advice.worlds, chosen.rounds,
                            stayed.median, stayed.lowest, stayed.highest),
      .verdict = joining_sentence(advice.pays, advice)};
  if (const std::string worse = constant_sentence(advice); !worse.empty()) summary.verdict += " " + worse;
  summary.numbers = {{fmt::format("{:.4g}", joined.median), what + ", joining"},
                     {fmt::format("{:.4g}", stayed.median), label_of_method(alone)},
                     advice.pays.median.epsilon
                         ? PageSummary::Number{fmt::format("{:.2g}", *advice.pays.median.epsilon),
                                               "epsilon from which joining pays, median of made-up worlds"}
                         : PageSummary::Number{std::to_string(chosen.rounds), "rounds"}};
  return summary;
}

}  // namespace

std::vector<Figure> advice_figures(const Advice& advice) {
  return {over_epsilon(advice), over_rounds(advice)};
}

Files advice_files(const Configuration& configuration, const Advice& advice, const RunIdentity& made_by) {
  ReportPage page{.title = "Advice before any record is read",
                  .notice = "PREDICTION: no record was read, and nothing was released."};
  page.is_private = {"All of this page: it follows from public declarations alone, and may be shown to anybody."};
  page.not_private = {"A run that follows it has the promise that its own plan states: sotto plan."};
  page.summary = advice_summary(advice);
  page.tables = advice_tables(advice);
  page.figures = advice_figures(advice);
  give_styles(page.figures);
  page.repeat = {page_run(made_by, configuration.run.seed)};
  Files files{{"configuration.toml", to_toml(configuration)},
              {"advised.toml", to_toml(advice.advised)},
              {"report.txt", advice_text(advice)},
              {"advice.json", advice_json(advice)},
              {"results.csv", observations_csv(page.figures.front().observations)},
              {"candidates.csv", observations_csv(page.figures.back().observations)}};
  for (const Figure& figure : page.figures) files.emplace_back(figure.id + ".vl.json", vega_lite(figure));
  add_page(files, page);
  add_provenance(
      files, made_by,
      {.notice = "PREDICTION: no record was read.",
       .facts = {{"seed", std::to_string(advice.advised.run.seed)}, {"trials", advice.trials}, {"interrupted", false}},
       .is_private = true});
  return files;
}

}  // namespace sotto
