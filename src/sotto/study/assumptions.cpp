// SPDX-License-Identifier: MIT
// What advice takes for granted.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/study/advice.hpp"

namespace sotto {
namespace {

/// In a simulation Stage II brings nodes near enough to each other not to be seen.
constexpr double agreed = 1e-2;
constexpr Round longest_stage_two = 2000;

/// More where they cost little.
std::uint32_t usual_trials(const Scenario& scenario) {
  if (scenario.real() == nullptr) return 64;
  constexpr double affordable = 1.6e6;
  return static_cast<std::uint32_t>(std::clamp(affordable / scenario.real()->simulated_numbers(), 4.0, 16.0));
}

std::string assumed_of_labels(const Loss& loss, double signal) {
  if (std::holds_alternative<SquaredLoss>(loss) || std::holds_alternative<HuberLoss>(loss))
    return "Of the labels' variance a random linear model explains four fifths; yours may explain more or less.";
  return fmt::format(
      "Labels follow a random linear model whose margins spread by {}{} where the domain allows it (advice.signal); "
      "your "
      "records may be easier or harder.",
      std::holds_alternative<PoissonLoss>(loss) ? "at most " : "", signal);
}

std::vector<std::string> assumed_of_records(const Configuration& configuration, const Scenario& simulated) {
  const DeclaredProblem& declared = *simulated.declared();
  const std::uint64_t drawn = simulated.real()->simulated_records();
  const AdviceSettings& advice = configuration.advice;
  std::vector<std::string> sentences{
      "Rows are drawn from the declared ranges and levels, skewed and with one common cause, alike at all nodes; no "
      "data "
      "file was opened."};
  if (declared.loss()) sentences.push_back(assumed_of_labels(*declared.loss(), advice.signal));
  if (declared.encoding().schema().sparse)
    sentences.push_back(fmt::format(
        "A row fills at most {:.3g} % of its columns (advice.density), some of them far more often than others.",
        100 * advice.density));
  if (drawn < declared.records_in_all())
    sentences.push_back(
        fmt::format("{} rows stand for {} (advice.numbers): a node alone looks worse than it is, so joining pays later "
                    "than is said "
                    "here.",
                    drawn, declared.records_in_all()));
  if (configuration.data->sizes_follow_from_records())
    sentences.emplace_back(
        "Every node is taken to hold equally many rows: how many it really holds follows from records.");
  sentences.push_back(fmt::format(
      "This is one draw of such records (run.seed = {}): another seed moves predictions, and the epsilon from which "
      "joining pays by a factor of two or more where nodes are small.",
      configuration.run.seed));
  return sentences;
}

}  // namespace

Scenario simulated(const Configuration& configuration) {
  Configuration drawn = configuration;
  drawn.run.until_se = 0;
  drawn.run.randomness = Randomness::seeded;
  drawn.privacy.on_lattice = false;
  drawn.algorithm.consensus = Consensus::chebyshev;
  drawn.algorithm.stop = UntilContracted{.tolerance = agreed, .cap = longest_stage_two};
  if (drawn.data) {
    drawn.run.fresh = Fresh::noise;
    drawn.data->partition = PartitionKind::iid;
  }
  const Scenario scenario = Scenario::on_drawn_rows(drawn, configuration.advice);
  drawn.run.trials = configuration.advice.trials > 0 ? configuration.advice.trials : usual_trials(scenario);
  drawn.run.baseline_trials = drawn.run.trials;
  return scenario.departing(drawn);
}

std::vector<std::string> assumptions_of(const Configuration& configuration, const Scenario& simulated) {
  std::vector<std::string> sentences;
  if (simulated.real() != nullptr)
    sentences = assumed_of_records(configuration, simulated);
  else
    sentences.push_back(fmt::format("Records are drawn around the mean {} (problem.mean), alike at all nodes.",
                                    configuration.problem.mean));
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
