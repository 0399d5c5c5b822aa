// SPDX-License-Identifier: MIT
// What advice takes for granted.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/study/advice.hpp"

namespace sotto {
namespace {

std::string assumed_of_labels(const Loss& loss, double signal) {
  if (std::holds_alternative<SquaredLoss>(loss) || std::holds_alternative<HuberLoss>(loss))
    return "Of the labels' variance a random linear model explains four fifths; yours may explain more or less.";
  return fmt::format(
      "Labels follow a random linear model whose margins spread by {}{} where the domain allows it (advice.signal); "
      "your records may be easier or harder.",
      std::holds_alternative<PoissonLoss>(loss) ? "at most " : "", signal);
}

std::vector<std::string> assumed_of_records(const Configuration& configuration, const Scenario& simulated) {
  const DeclaredProblem& declared = *simulated.declared();
  const std::uint64_t drawn = simulated.real()->simulated_records();
  const AdviceSettings& advice = configuration.advice;
  std::vector<std::string> sentences{
      "Rows are made up: drawn from the declared ranges and levels, skewed and with one common cause. No data file was "
      "opened."};
  if (declared.loss()) sentences.push_back(assumed_of_labels(*declared.loss(), advice.signal));
  if (declared.encoding().schema().sparse)
    sentences.push_back(fmt::format(
        "A row fills at most {:.3g} % of its columns (advice.density), some of them far more often than others.",
        100 * advice.density));
  if (drawn < declared.records_in_all())
    sentences.push_back(
        fmt::format("{} rows stand for {} (advice.numbers): joining is a little better than is said here.", drawn,
                    declared.records_in_all()));
  if (rows_times_more_alone * drawn < declared.records_in_all())
    sentences.push_back(
        fmt::format("For nodes alone about {} rows stand for all: alone they look worse than they are, and joining "
                    "pays later than is "
                    "said here.",
                    rows_times_more_alone * drawn));
  if (configuration.data->sizes_follow_from_records())
    sentences.emplace_back(
        "Every node is taken to hold equally many rows: how many it really holds follows from records.");
  sentences.emplace_back(
      "How long rows are beside data.row_norm, and how steep labels are beside problem.clip, is made up too: what is "
      "advised on these two is worth a simulation on records of your own.");
  return sentences;
}

std::string assumed_of_worlds(const Configuration& configuration) {
  return fmt::format(
      "{0} worlds are drawn (run.seed = {1} to {2}). Candidates are tried in the first one, and the best of them in "
      "all "
      "{0}.",
      made_up_worlds, configuration.run.seed, configuration.run.seed + made_up_worlds - 1);
}

}  // namespace

std::vector<std::string> assumptions_of(const Configuration& configuration, const Scenario& simulated) {
  std::vector<std::string> sentences;
  if (simulated.real() != nullptr)
    sentences = assumed_of_records(configuration, simulated);
  else
    sentences.push_back(fmt::format("Records are drawn around the mean {} (problem.mean), alike at all nodes.",
                                    configuration.problem.mean));
  sentences.push_back(assumed_of_worlds(configuration));
  if (!configuration.privacy.nodes.empty())
    sentences.emplace_back("Nodes with a promise of their own keep their epsilon at every epsilon of the table.");
  if (configuration.privacy.epsilon_all)
    sentences.emplace_back("Where an epsilon of the table is above privacy.epsilon_all, that limit is raised to it.");
  if (configuration.privacy.accountant != Accountant::exact)
    sentences.push_back(fmt::format("The accountant is {}, as configured; the exact one would allow less noise.",
                                    name_of(configuration.privacy.accountant)));
  return sentences;
}

}  // namespace sotto
