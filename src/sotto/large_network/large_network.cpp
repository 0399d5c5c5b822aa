// SPDX-License-Identifier: MIT
// One trial of mean estimation on a large network.
#include "sotto/large_network/large_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sotto/problem/mean_estimation.hpp"

namespace sotto {
namespace {

NodeShape shape_of(const Domain& domain) {
  const auto p = static_cast<std::uint32_t>(dimension(domain));
  return {.dimension = p, .stride = stride_of(p)};
}

/// Kernels know these two alone.
const Domain& box_or_ball(const Domain& domain) {
  if (!std::holds_alternative<Box>(domain) && !std::holds_alternative<Ball>(domain))
    throw InvalidInput({"problem.domain", "another", "a large network runs on a box or a ball"});
  return domain;
}

void demand_finite(bool finite, Round t) {
  if (!finite)
    throw InvalidInput({"message", "round " + std::to_string(t), "a message is not finite; nothing more was said"},
                       FaultKind::numerical);
}

}  // namespace

LargeNetwork::LargeNetwork(const Setup& setup)
    : kernel_(setup.kernel),
      domain_(box_or_ball(setup.domain)),
      constants_(MeanEstimation::constants_for(setup.domain, setup.records_per_node)),
      stop_(setup.stop),
      averaging_(averaging_for(setup.stop, setup.consensus, setup.weights)),
      stage_two_(stage_two(setup.stop, averaging_)),
      shape_(shape_of(setup.domain)),
      weights_(setup.weights),
      y_(node_count() * shape_.stride),
      next_(node_count() * shape_.stride),
      record_sums_(node_count() * shape_.stride) {}

void LargeNetwork::set_records(const RecordSum& sum_of) {
  for (NodeId i = 0; i < node_count(); ++i)
    sum_of(i, {record_sums_.data() + weights_.places()[i] * shape_.stride, shape_.dimension});
}

MessageTable LargeNetwork::messages() const {
  return MessageTable(
      {.values = y_.data(), .stride = shape_.stride, .dimension = shape_.dimension, .places = weights_.places()});
}

Mixing LargeNetwork::mixing() {
  return {.shape = shape_, .rows = weights_.rows(), .now = y_.data(), .next = next_.data()};
}

void LargeNetwork::gradient_round(const TrialPlans& plans, const RoundNoise& noise) {
  const auto round = std::holds_alternative<Box>(domain_) ? kernel_.round_on_box : kernel_.round_on_ball;
  const std::vector<PlannedStep> steps = plans.steps(noise.round);
  const GradientRound work{.mixing = mixing(),
                           .noise = noise,
                           .numbers = weights_.numbers().data(),
                           .steps = steps.data(),
                           .plans = plans.by_place(),
                           .record_sums = record_sums_.data(),
                           .record_count = constants_.curvature.strong_convexity,
                           .domain_size = largest_coordinate(domain_)};
  demand_finite(round(work, {0, node_count()}), noise.round);
  std::swap(y_, next_);
}

/// next_ holds the round before: it is what an accelerated round starts from.
bool LargeNetwork::consensus_round(Round k, ChebyshevFactors& factors) {
  if (averaging_.consensus == Consensus::plain || k == 1) return kernel_.mix(mixing(), {0, node_count()});
  const double factor = factors.now();
  factors.advance();
  return kernel_.mix_and_extrapolate(mixing(), factor, {0, node_count()});
}

void LargeNetwork::run_stage_two(const Listener& listener, const std::atomic<bool>& interrupt, RunOutcome& outcome) {
  const auto* agreement = std::get_if<UntilAgreement>(&stop_);
  bool agreed = agreement == nullptr;
  ChebyshevFactors factors(averaging_.mixing_rate);
  for (Round k = 1; k <= stage_two_.most_rounds && !(outcome.interrupted = interrupt); ++k) {
    const Round t = outcome.gradient_rounds + k;
    demand_finite(consensus_round(k, factors), t);
    std::swap(y_, next_);
    if (listener) listener(t + 1, messages());
    outcome.consensus_rounds = k;
    if (agreement != nullptr && largest_relative_change() <= agreement->tolerance) {
      agreed = true;
      break;
    }
  }
  outcome.ended_by_cap = !outcome.interrupted && (stage_two_.cap_binds || !agreed);
}

/// From next_, which holds the round before, to y_; a maximum does not ask in which order.
double LargeNetwork::largest_relative_change() const {
  double largest = 0;
  for (NodeId place = 0; place < node_count(); ++place) {
    const double* before = next_.data() + place * shape_.stride;
    const double* after = y_.data() + place * shape_.stride;
    double change = 0, length = 0;
    for (std::size_t k = 0; k < shape_.dimension; ++k) {
      const double was = before[k], moved = after[k] - was;
      change += moved * moved;
      length += was * was;
    }
    if (change > 0) largest = std::max(largest, std::sqrt(change / length));
  }
  return largest;
}

RunOutcome LargeNetwork::run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt) {
  const TrialPlans plans(trial.plan, trial.own_plans, constants_, weights_.numbers());
  std::fill_n(y_.data(), y_.size(), 0.0);
  RunOutcome outcome;
  for (Round t = 1; t <= plans.gradient_rounds() && !(outcome.interrupted = interrupt); ++t) {
    gradient_round(plans, {.seed = trial.noise.seed,
                           .stream = static_cast<std::uint32_t>(trial.noise.stream),
                           .trial = trial.noise.trial,
                           .round = t});
    if (listener) listener(t + 1, messages());
    outcome.gradient_rounds = t;
  }
  if (!outcome.interrupted) run_stage_two(listener, interrupt, outcome);
  outcome.alpha_spent = plans.spent(outcome.gradient_rounds);
  outcome.messages = (weights_.entry_count() - node_count()) * (outcome.gradient_rounds + outcome.consensus_rounds);
  outcome.bytes = outcome.messages * shape_.dimension * sizeof(double);
  return outcome;
}

}  // namespace sotto
