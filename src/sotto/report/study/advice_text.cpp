// SPDX-License-Identifier: MIT
// Advice as text.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/document/table.hpp"
#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

std::string shown(const Forecast& prediction) {
  if (prediction.by_theory) return fmt::format("{:.4g} (theory)", prediction.value);
  return prediction.standard_error == 0 ? fmt::format("{:.4g}", prediction.value)
                                        : fmt::format("{:.4g} +- {:.1g}", prediction.value, prediction.standard_error);
}

/// "0.4471 (0.441 to 0.4605)"
std::string shown(const WorldRange& range) {
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", range.median, range.lowest, range.highest);
}

bool has_two_measures(const Advice& advice) {
  return advice.measures.shown.name != advice.measures.chosen_by.name;
}

/// A line for each, in the order in which they were tried.
std::string candidates_text(const Advice& advice) {
  ReportTable table{.columns = {"candidate", "T", words_of(advice.measures.chosen_by)}};
  if (has_two_measures(advice)) table.columns.push_back(words_of(advice.measures.shown));
  const Candidate& configured = advice.candidates.front().candidate;
  for (const PredictedCandidate& one : advice.candidates) {
    table.add({shape_of(one.candidate) + problem_words(one.candidate, configured), std::to_string(one.candidate.rounds),
               shown(one.chosen_by)});
    if (has_two_measures(advice)) table.rows.back().push_back(shown(one.shown));
  }
  return table.text();
}

std::string trade_text(const Advice& advice) {
  ReportTable table{.columns = {"epsilon", "T", "joining", "alone, published"}};
  if (advice.other_trust) table.columns.push_back("joining, " + trust_words(advice.other_trust->colluders));
  table.columns.emplace_back("choices");
  const Candidate& configured = advice.candidates.front().candidate;
  for (const AdviceAt& at : advice.over_epsilon) {
    table.add({fmt::format("{:g}", at.epsilon), std::to_string(at.joining.candidate.rounds),
               shown(at.over_worlds.chosen_by), shown(at.alone_private.chosen_by)});
    if (at.other_over_worlds) table.rows.back().push_back(shown(at.other_over_worlds->chosen_by));
    table.rows.back().push_back(shape_of(at.joining.candidate) + problem_words(at.joining.candidate, configured));
  }
  std::string out =
      table.text() + fmt::format("  each node alone (no noise needed): {}\n", shown(advice.alone.chosen_by));
  if (advice.constant) out += fmt::format("  {}: {}\n", advice.constant_answer, shown(advice.constant->chosen_by));
  return out;
}

bool chosen_at_the_edge(const Advice& advice) {
  Round most = 0;
  for (const PredictedCandidate& one : advice.candidates) most = std::max(most, one.candidate.rounds);
  return advice.chosen.candidate.rounds == most;
}

std::string short_answer(const BreakEvenRange& pays) {
  if (pays.paying == 0) return "at none tried";
  const auto end = [](const BreakEven& one) {
    return one.epsilon ? fmt::format("{:.2g}", *one.epsilon) : std::string("none tried");
  };
  return fmt::format("{} ({} to {})", end(pays.median), end(pays.lowest), end(pays.highest));
}

std::string nodes_text(const Advice& advice) {
  if (advice.nodes.empty()) return "";
  const Measures& measures = advice.measures;
  ReportTable table{.columns = {"node", "records", words_of(measures.chosen_by) + " alone",
                                words_of(measures.shown) + " alone", "joining pays from epsilon"}};
  for (const AdviceForNode& node : advice.nodes)
    table.add({std::to_string(node.node), std::to_string(node.records), shown(node.alone.chosen_by),
               shown(node.alone.shown), short_answer(node.pays)});
  return fmt::format("\nNode by node, judged by {}\n", words_of(measures.chosen_by)) + table.text();
}

std::string with_line_end(const std::string& sentence) {
  return sentence.empty() ? "" : sentence + "\n";
}

std::string worlds_and_epsilons(const Advice& advice) {
  const Measures& measures = advice.measures;
  std::string out = fmt::format("\nPredicted over {} made-up worlds\n", advice.worlds) +
                    worlds_table(advice, &PredictionRange::chosen_by, measures.chosen_by).text();
  if (has_two_measures(advice)) out += "\n" + worlds_table(advice, &PredictionRange::shown, measures.shown).text();
  return out +
         fmt::format("\n{} over epsilon, with the best choices for each: median (lowest to highest) of {} worlds\n",
                     predicted_title(measures.chosen_by), advice.worlds) +
         trade_text(advice) + "\n" + joining_sentence(advice.pays, advice) + "\n" +
         with_line_end(constant_sentence(advice));
}

}  // namespace

std::string words_of(const Measure& measure) {
  std::string name = measure.name;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

ReportTable worlds_table(const Advice& advice, WorldRange PredictionRange::*which, const Measure& measure) {
  ReportTable table{.title = fmt::format("{} over {} made-up worlds", predicted_title(measure), advice.worlds),
                    .columns = {words_of(measure), "lowest", "median", "highest"}};
  const auto add = [&](const std::string& name, const std::optional<PredictionRange>& range) {
    if (!range) return;
    const WorldRange& own = (*range).*which;
    table.add({name, fmt::format("{:.4g}", own.lowest), fmt::format("{:.4g}", own.median),
               fmt::format("{:.4g}", own.highest)});
  };
  add("with this advice", advice.over_worlds);
  add("each node alone (no noise needed)", advice.alone);
  add("x*, found without privacy", advice.no_privacy);
  add(advice.constant_answer, advice.constant);
  return table;
}

std::string predicted_title(const Measure& measure) {
  return "Predicted " + words_of(measure);
}

std::string made_up_sentence() {
  return "The records behind it are MADE UP, and all nodes are drawn from ONE population: but for chance they are "
         "identical. Real sites differ. Then joining may bring more than is said here, or less.";
}

std::string joining_sentence(const BreakEvenRange& pays, const Advice& advice) {
  if (advice.advised.graph.nodes == 1) return "There is one node: nobody to join.";
  const double most = advice.over_epsilon.back().epsilon;
  const std::string by = ", judged by " + words_of(advice.measures.chosen_by);
  if (pays.paying == 0)
    return fmt::format(
        "Joining does not beat staying alone at any epsilon up to {:g}, in none of {} made-up worlds{}: a node does "
        "better with its own records, which need no noise.",
        most, pays.worlds, by);
  if (pays.paying < pays.worlds)
    return fmt::format(
        "Joining beats staying alone in {} of {} made-up worlds, at the earliest from about epsilon = {:.2g} on{}. In "
        "the others it does not at any epsilon up to {:g}.",
        pays.paying, pays.worlds, *pays.lowest.epsilon, by, most);
  if (pays.highest.already_at_least)
    return fmt::format(
        "Joining beats staying alone at every epsilon that was tried, from {:g} on, in all {} made-up "
        "worlds{}.",
        *pays.highest.epsilon, pays.worlds, by);
  return fmt::format(
      "Joining beats staying alone from about epsilon = {:.2g} on ({:.2g} to {:.2g} over {} made-up worlds){}.",
      *pays.median.epsilon, *pays.lowest.epsilon, *pays.highest.epsilon, pays.worlds, by);
}

std::string constant_sentence(const Advice& advice) {
  if (!advice.constant) return "";
  const Measure& measure = advice.measures.chosen_by;
  const double constant = advice.constant->chosen_by.median;
  const auto is_worse = [&](const PredictionRange& one) {
    const double difference = one.chosen_by.median - constant;
    return measure.more_is_better ? difference < 0 : difference > 0;
  };
  if (!is_worse(advice.over_worlds)) return "";
  return fmt::format("Joining as advised{} worse than {}: {} {:.4g}, and {:.4g} of that answer (medians).",
                     is_worse(advice.alone) ? " and staying alone are both" : " is", advice.constant_answer,
                     words_of(measure), advice.over_worlds.chosen_by.median, constant);
}

std::string advice_text(const Advice& advice) {
  const double epsilon = advice.advised.privacy.budget.epsilon;
  std::string out =
      "PREDICTION: no record was read, and nothing was released.\n" + made_up_sentence() + "\n\nWhat is assumed\n";
  for (const std::string& sentence : advice.assumptions) out += "  " + sentence + "\n";
  out +=
      fmt::format("\nTried at epsilon = {:g} in the first made-up world ({} trials each)\n", epsilon, advice.trials) +
      candidates_text(advice);
  out += fmt::format(
             "\nAdvice: the fewest rounds on the wire whose {} cannot be told from the best. Put these keys into the "
             "file, each into its table:\n\n",
             words_of(advice.measures.chosen_by)) +
         advised_settings(advice);
  if (chosen_at_the_edge(advice))
    out += fmt::format("\nT = {} is the largest that was tried: --set advice.most_rounds=... tries more\n",
                       advice.chosen.candidate.rounds);
  out += advice.chosen.candidate.colluders > 0
             ? "\nthere is no Stage II: with masked sums every node has the mean of all after each round\n"
             : fmt::format("\nafter Stage II nodes differ from their mean by {:.2g} of the noise that stays in it\n",
                           advice.stage_two.left);
  out += worlds_and_epsilons(advice);
  for (const std::string& sentence : trust_sentences(advice)) out += sentence + "\n";
  return out + nodes_text(advice);
}

}  // namespace sotto
