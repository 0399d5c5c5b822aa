// SPDX-License-Identifier: MIT
// Advice as text.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sotto/report/document/table.hpp"
#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

std::string shown(const Forecast& prediction) {
  if (prediction.by_theory) return fmt::format("{:.4g} (theory)", prediction.value);
  return prediction.standard_error == 0 ? fmt::format("{:.4g}", prediction.value)
                                        : fmt::format("{:.4g} +- {:.1g}", prediction.value, prediction.standard_error);
}

/// What varies schedule and steps alone is tried for every T.
bool is_usual(const Candidate& candidate, const Candidate& configured) {
  return candidate == Candidate{.schedule = candidate.schedule,
                                .step = candidate.step,
                                .rounds = candidate.rounds,
                                .clipped = configured.clipped,
                                .colluders = configured.colluders};
}

/// A line for each T, a column for each way to spread noise and steps; then one more choice, near the best of those.
std::string candidates_text(const Advice& advice, Forecast PredictedCandidate::*which) {
  ReportTable table{.columns = {"T"}}, more{.columns = {"one more choice", "T", "predicted"}};
  std::map<Round, std::vector<std::string>> lines;
  for (const PredictedCandidate& one : advice.candidates) {
    const std::string shape = shape_of(one.candidate);
    if (!is_usual(one.candidate, advice.candidates.front().candidate)) {
      more.add({shape, std::to_string(one.candidate.rounds), shown(one.*which)});
      continue;
    }
    if (table.columns.back() != shape) table.columns.push_back(shape);
    lines[one.candidate.rounds].push_back(shown(one.*which));
  }
  for (auto& [rounds, cells] : lines) {
    std::vector<std::string> line{std::to_string(rounds)};
    line.insert(line.end(), cells.begin(), cells.end());
    table.add(std::move(line));
  }
  return table.text() + (more.rows.empty() ? "" : "\n" + more.text());
}

std::string trade_text(const Advice& advice) {
  ReportTable table{.columns = {"epsilon", "T", "shape", "joining", "a node alone", "alone, published"}};
  if (advice.other_trust) table.columns.push_back("joining, " + trust_words(advice.other_trust->colluders));
  for (const AdviceAt& at : advice.over_epsilon) {
    table.add({fmt::format("{:g}", at.epsilon), std::to_string(at.joining.candidate.rounds),
               shape_of(at.joining.candidate), shown(at.joining.shown), shown(advice.alone), shown(at.alone_private)});
    if (at.other_trust) table.rows.back().push_back(shown(at.other_trust->shown));
  }
  return table.text();
}

bool chosen_at_the_edge(const Advice& advice) {
  Round most = 0;
  for (const PredictedCandidate& one : advice.candidates) most = std::max(most, one.candidate.rounds);
  return advice.chosen.candidate.rounds == most;
}

std::string short_answer(const BreakEven& pays) {
  if (!pays.epsilon) return "at none tried";
  return fmt::format("{}{:.2g}", pays.already_at_least ? "at most " : "about ", *pays.epsilon);
}

std::string nodes_text(const Advice& advice) {
  if (advice.nodes.empty()) return "";
  ReportTable table{.columns = {"node", "records", "alone", "joining pays from epsilon"}};
  for (const AdviceForNode& node : advice.nodes)
    table.add({std::to_string(node.node), std::to_string(node.records), shown(node.alone), short_answer(node.pays)});
  return "\nNode by node\n" + table.text();
}

}  // namespace

std::string predicted_title(const Measure& measure) {
  std::string name = measure.name;
  std::replace(name.begin(), name.end(), '_', ' ');
  return "Predicted " + name;
}

std::string joining_sentence(const BreakEven& pays, const Advice& advice) {
  if (advice.advised.graph.nodes == 1) return "There is one node: nobody to join.";
  const double most = advice.over_epsilon.back().epsilon;
  if (!pays.epsilon)
    return fmt::format(
        "Joining does not beat staying alone at any epsilon up to {:g}: a node does better with its own "
        "records, which need no noise.",
        most);
  if (pays.already_at_least)
    return fmt::format("Joining beats staying alone at every epsilon that was tried, from {:g} on.", *pays.epsilon);
  return fmt::format("Joining beats staying alone from about epsilon = {:.2g} on.", *pays.epsilon);
}

std::string advice_text(const Advice& advice) {
  const double epsilon = advice.advised.privacy.budget.epsilon;
  const std::string title = predicted_title(advice.measures.shown);
  std::string out = "PREDICTION: no record was read, and nothing was released.\n\nWhat is assumed\n";
  for (const std::string& sentence : advice.assumptions) out += "  " + sentence + "\n";
  const auto add_candidates = [&](const Measure& measure, Forecast PredictedCandidate::*which) {
    out +=
        fmt::format("\n{} at epsilon = {:g}, by T, schedule, steps and what is free of privacy cost ({} trials each)\n",
                    predicted_title(measure), epsilon, advice.trials);
    out += candidates_text(advice, which);
  };
  add_candidates(advice.measures.chosen_by, &PredictedCandidate::chosen_by);
  if (advice.measures.shown.name != advice.measures.chosen_by.name)
    add_candidates(advice.measures.shown, &PredictedCandidate::shown);
  if (advice.no_privacy) out += fmt::format("without privacy: {}\n", shown(*advice.no_privacy));
  out += fmt::format("\nAdvice: the fewest rounds on the wire whose {} cannot be told from the best\n\n",
                     advice.measures.chosen_by.name) +
         advised_settings(advice);
  if (chosen_at_the_edge(advice))
    out += fmt::format("\nT = {} is the largest that was tried: --set advice.most_rounds=... tries more\n",
                       advice.chosen.candidate.rounds);
  out += advice.chosen.candidate.colluders > 0
             ? "\nthere is no Stage II: with masked sums every node has the mean of all after each round\n"
             : fmt::format("\nafter Stage II nodes differ from their mean by {:.2g} of the noise that stays in it\n",
                           advice.stage_two.left);
  out += fmt::format("\n{} over epsilon, with the best choices for each\n", title) + trade_text(advice) + "\n" +
         joining_sentence(advice.pays, advice) + "\n";
  for (const std::string& sentence : trust_sentences(advice)) out += sentence + "\n";
  return out + nodes_text(advice);
}

}  // namespace sotto
