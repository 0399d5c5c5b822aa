// SPDX-License-Identifier: MIT
#include "sotto/study/candidate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sotto/agreement/trust_choice.hpp"

namespace sotto {
namespace {

/// Both step rules are 1/(mu t) where mu = L, and momentum has nothing to hasten.
bool is_well_conditioned(const Scenario& scenario) {
  const Curvature& curvature = scenario.constants().curvature;
  return !(curvature.strong_convexity < curvature.smoothness);
}

/// So many places before and after a T among those that are tried, as far as there are any.
struct Near {
  std::size_t before;
  std::size_t after;
};
std::vector<Round> rounds_near(Round rounds, const Scenario& scenario, Near near) {
  const std::vector<Round> all = rounds_to_try(scenario.configuration());
  const auto place = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), rounds) - all.begin());
  const std::size_t first = place - std::min(place, near.before);
  const std::size_t last = std::min(all.size() - 1, place + near.after);
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(last) + 1};
}

/// A number that a person writes into a file.
double in_two_digits(double value) {
  return std::stod(fmt::format("{:.1e}", value));
}

Candidate at(Candidate candidate, Round rounds) {
  candidate.rounds = rounds;
  return candidate;
}

/// Nesterov's momentum needs steps of 1/L. It makes fewer rounds do.
std::vector<Candidate> with_momentum(Candidate candidate, const Scenario& scenario) {
  std::vector<Candidate> all;
  if (is_well_conditioned(scenario)) return all;
  candidate.step = StepRule::constant;
  candidate.acceleration = Acceleration::nesterov;
  for (const Round rounds : rounds_near(candidate.rounds, scenario, {.before = 2, .after = 1}))
    all.push_back(at(candidate, rounds));
  return all;
}

/// As many mixing rounds as leave a tenth of the disagreement, or as are configured.
Round mixing_rounds_to_try(const Scenario& scenario) {
  AlgorithmSettings algorithm = scenario.configuration().algorithm;
  if (algorithm.mixing_rounds == 1) algorithm.mixing_rounds.reset();
  return mixing_rounds_of(algorithm, scenario.averaging());
}

}  // namespace

std::string shape_of(const Candidate& candidate) {
  std::string shape = std::string(name_of(candidate.step)) + " steps";
  if (candidate.schedule != NoiseSchedule::constant)
    shape = fmt::format("{} noise, {}", name_of(candidate.schedule), shape);
  if (candidate.mixing_rounds > 1) shape += ", K = " + std::to_string(candidate.mixing_rounds);
  if (candidate.acceleration != Acceleration::none) shape += ", momentum";
  if (candidate.output != Output::last) shape += fmt::format(", {} output", name_of(candidate.output));
  return shape + (candidate.clipped ? ", clipped" : "");
}

std::string problem_words(const Candidate& candidate, const Candidate& configured) {
  std::string words;
  if (candidate.row_norm != configured.row_norm)
    words += candidate.row_norm ? fmt::format(", row_norm = {:g}", *candidate.row_norm) : ", no row_norm";
  if (candidate.regularisation != configured.regularisation)
    words += fmt::format(", regularisation = {:g}", candidate.regularisation);
  return words;
}

std::vector<Round> rounds_to_try(const Configuration& configuration) {
  const Round most = configuration.advice.most_rounds;
  std::vector<Round> rounds;
  for (std::uint64_t ten = 1; ten <= most; ten *= 10)
    for (const std::uint64_t t : {ten, 3 * ten})
      if (t <= most) rounds.push_back(static_cast<Round>(t));
  rounds.push_back(configuration.algorithm.rounds);
  std::sort(rounds.begin(), rounds.end());
  rounds.erase(std::unique(rounds.begin(), rounds.end()), rounds.end());
  return rounds;
}

Candidate configured_candidate(const Configuration& configuration) {
  return {.schedule = NoiseSchedule::constant,
          .step = StepRule::shifted,
          .rounds = configuration.algorithm.rounds,
          .clipped = configuration.problem.clip_at_half_norm,
          .colluders = configuration.privacy.colluders,
          .row_norm = configuration.data ? configuration.data->schema.norm : std::nullopt,
          .regularisation = configuration.problem.has_model() ? configuration.problem.regularisation : 0};
}

std::vector<Candidate> for_every_rounds(const Candidate& candidate, const Configuration& configuration) {
  std::vector<Candidate> candidates;
  for (const Round rounds : rounds_to_try(configuration)) candidates.push_back(at(candidate, rounds));
  return candidates;
}

std::vector<Candidate> reshaped(const Candidate& best, const Scenario& scenario) {
  std::vector<StepRule> steps{StepRule::shifted};
  if (!is_well_conditioned(scenario)) steps.push_back(StepRule::paper);
  std::vector<Candidate> candidates;
  for (const NoiseSchedule schedule : {NoiseSchedule::constant, NoiseSchedule::paper_normalised})
    for (const StepRule step : steps) {
      Candidate one = best;
      one.schedule = schedule;
      one.step = step;
      if (one != best) candidates.push_back(one);
    }
  return candidates;
}

std::vector<Candidate> variants_of(const Candidate& best, const Scenario& scenario) {
  std::vector<Candidate> variants = with_momentum(best, scenario);
  Candidate one = best;
  one.mixing_rounds = best.colluders == 0 ? mixing_rounds_to_try(scenario) : 1;
  if (one.mixing_rounds > 1 && one.rounds > 1) variants.push_back(one);
  one = best;
  one.output = Output::polynomial;
  for (const Round rounds : rounds_near(best.rounds, scenario, {.before = 0, .after = 1}))
    if (rounds > 1) variants.push_back(at(one, rounds));
  one.output = Output::inverse_variance;
  if (one.rounds > 1) variants.push_back(one);
  return variants;
}

std::vector<Candidate> clipped_otherwise(const Candidate& best, const Scenario& scenario) {
  if (!may_clip(scenario.configuration())) return {};
  std::vector<Candidate> candidates{best};
  if (best.acceleration == Acceleration::none)
    for (const Candidate& one : with_momentum(best, scenario)) candidates.push_back(one);
  else
    for (const Round rounds : rounds_near(best.rounds, scenario, {.before = 1, .after = 1}))
      if (rounds != best.rounds) candidates.push_back(at(best, rounds));
  for (Candidate& one : candidates) one.clipped = !best.clipped;
  return candidates;
}

std::vector<Candidate> scaled_otherwise(const Candidate& best, const Scenario& scenario) {
  const std::shared_ptr<const DeclaredProblem>& declared = scenario.declared();
  if (!declared || !declared->loss()) return {};
  const double now = declared->encoding().row_norm();
  std::vector<double> factors{0.5, 0.25};
  if (scenario.configuration().data->schema.norm) factors.push_back(2);
  std::vector<Candidate> candidates;
  for (const double factor : factors) {
    candidates.push_back(best);
    candidates.back().row_norm = in_two_digits(factor * now);
  }
  return candidates;
}

std::vector<Candidate> regularised_otherwise(const Candidate& best, const Scenario& scenario) {
  std::vector<Candidate> candidates;
  if (!scenario.configuration().problem.has_model()) return candidates;
  for (const double factor : {0.1, 10.0}) {
    candidates.push_back(best);
    candidates.back().regularisation = in_two_digits(factor * best.regularisation);
  }
  return candidates;
}

std::vector<Candidate> family_of(const Candidate& candidate, const Scenario& scenario) {
  std::vector<Candidate> family;
  for (const Round rounds : rounds_near(candidate.rounds, scenario, {.before = 2, .after = 0})) {
    family.push_back(at(candidate, rounds));
    if (candidate.acceleration != Acceleration::none || is_well_conditioned(scenario)) continue;
    family.push_back(family.back());
    family.back().step = StepRule::constant;
    family.back().acceleration = Acceleration::nesterov;
  }
  return family;
}

bool may_clip(const Configuration& configuration) {
  return configuration.problem.has_model() && !configuration.problem.clip;
}

Configuration with(Configuration configuration, const Candidate& candidate) {
  configuration.privacy.schedule = candidate.schedule;
  for (auto& [node, own] : configuration.privacy.nodes) own.schedule = candidate.schedule;
  configuration.algorithm.step = candidate.step;
  configuration.algorithm.rounds = candidate.rounds;
  configuration.algorithm.mixing_rounds = candidate.mixing_rounds;
  configuration.algorithm.acceleration = candidate.acceleration;
  configuration.algorithm.output = candidate.output;
  if (may_clip(configuration)) configuration.problem.clip_at_half_norm = candidate.clipped;
  if (configuration.problem.has_model()) {
    configuration.problem.regularisation = candidate.regularisation;
    configuration.data->schema.norm = candidate.row_norm;
  }
  trust_all_but(configuration, candidate.colluders);
  return configuration;
}

}  // namespace sotto
