// SPDX-License-Identifier: MIT
#include "sotto/study/printed_bound.hpp"

#include <cmath>

#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/comparison/quantiles.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// (rho^2 kappa)/(p c^2): how far the domain lets the noise spread. It decides the budget.
constexpr double spread = 6;

/// ||x(T)||^2 of one run: y(T+1) without its last noise, which the seed gives away.
double squared_error(const Plan& plan, const PrintedBoundExperiment& experiment, std::uint32_t trial,
                     const std::atomic<bool>& interrupt) {
  const Domain ball = Ball{OneNode::dimension, OneNode::radius};
  const WeightMatrix weights = make_weights(Graph(1, {}), WeightRule::paper);
  const MeanEstimation f(ball,
                         {.dimension = OneNode::dimension, .values = std::vector<double>(OneNode::dimension, 0.0)});
  const Objective* only = &f;
  SeededNoise noise({.seed = experiment.seed, .trial = trial});
  NobodyListens nobody;
  const TrialOutcome outcome =
      run_reference({.weights = weights, .domain = ball, .plan = plan, .objectives = {&only, 1}}, FixedRounds{0}, noise,
                    nobody, interrupt);
  const Round T = plan.gradient_rounds();
  std::vector<double> last(OneNode::dimension, 0.0);
  noise.add_to({.node = 0, .round = T}, plan.noise_scale(T).standard_deviation(), last);
  const std::span<const double> y = outcome.messages_at_end[0].values();
  double sum = 0;
  for (std::size_t k = 0; k < last.size(); ++k) sum += std::pow(y[k] - last[k], 2);
  return sum;
}

ObservedPlace place(const char* series, Round rounds) {
  return {series, std::to_string(rounds), "error_in_units"};
}

}  // namespace

Plan OneNode::plan(Round gradient_rounds) {
  const double alpha = 4 * spread * static_cast<double>(dimension) * c * c;  // kappa = alpha/(2G)^2
  const double delta = 1e-3;
  return make_plan({.budget = {epsilon_of(Accountant::paper, {.alpha = alpha, .delta = delta}), delta},
                    .gradient_rounds = gradient_rounds,
                    .constants = {{1, smoothness}, 2 * radius, radius},
                    .accountant = Accountant::paper,
                    .schedule = NoiseSchedule::paper,
                    .step = StepRule::paper});
}

NetworkConstants OneNode::network() {
  return {.nodes = 1, .dimension = static_cast<double>(dimension), .mixing_rate = 0, .domain_diameter = 2 * radius};
}

double OneNode::unit(const Plan& plan) {
  const double kappa = plan.alpha_limit() / std::pow(2 * radius, 2);
  return static_cast<double>(dimension) * c * c / kappa;
}

std::vector<Observation> run_printed_bound(const PrintedBoundExperiment& experiment,
                                           const std::function<void(std::uint32_t, std::uint32_t)>& progress,
                                           const std::atomic<bool>& interrupt) {
  std::vector<Observation> measured, printed, corrected;
  const auto wanted = static_cast<std::uint32_t>(experiment.rounds.size() * experiment.trials);
  std::uint32_t done = 0;
  for (const Round rounds : experiment.rounds) {
    const Plan plan = OneNode::plan(rounds);
    const double unit = OneNode::unit(plan);
    Metric error;
    std::vector<double> of_trial(experiment.trials);
    WorkerPool pool(thread_count(experiment.threads, experiment.trials));
    pool.run({.tasks = experiment.trials,
              .most_ahead = experiment.trials,
              .work =
                  [&](std::uint64_t k, const std::atomic<bool>&) {
                    of_trial[k] = squared_error(plan, experiment, static_cast<std::uint32_t>(k), interrupt);
                  },
              .accept =
                  [&](std::uint64_t k) {
                    error.add(of_trial[k] / unit);
                    progress(++done, wanted);
                    return !interrupt;
                  }});
    if (interrupt) return {};
    measured.push_back(observation_of(place("measured", rounds), error));
    printed.push_back(
        not_measured(place("Theorem 2 as printed", rounds), printed_theorem2(plan, OneNode::network()).sum() / unit));
    corrected.push_back(
        not_measured(place("Theorem 2, corrected", rounds), corrected_theorem2(plan, OneNode::network()).sum() / unit));
  }
  measured.insert(measured.end(), printed.begin(), printed.end());
  measured.insert(measured.end(), corrected.begin(), corrected.end());
  return measured;
}

}  // namespace sotto
