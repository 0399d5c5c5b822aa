// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/large_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/engine/stages.hpp"

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

/// Part k of all nodes. A message depends on the round before alone, so where the cuts are changes no bit.
NodeRange range_of(std::size_t k, std::size_t parts, std::uint64_t nodes) {
  return {static_cast<std::uint32_t>(nodes * k / parts), static_cast<std::uint32_t>(nodes * (k + 1) / parts)};
}

const MeanEstimation& mean_estimation(const Trial& trial, NodeId node) {
  return dynamic_cast<const MeanEstimation&>(*trial.network.objectives[node]);
}

}  // namespace

/// A trial on its way through both stages.
class LargeNetwork::UnderWay final : public Rounds {
 public:
  UnderWay(LargeNetwork& network, const Trial& trial, const Listener& listener, const Averaging& averaging)
      : network_(network),
        timetable_(trial.timetable()),
        plans_(trial.network.plan, trial.network.own_plans, network.constants_, network.weights_.numbers()),
        noise_(trial.noise),
        listener_(listener),
        consensus_(averaging.consensus),
        factors_(averaging.mixing_rate) {}

  void gradient_round(Round t) override {
    const auto round =
        std::holds_alternative<Box>(network_.domain_) ? network_.kernel_.round_on_box : network_.kernel_.round_on_ball;
    const std::vector<PlannedStep> steps = plans_.steps(t);
    const GradientRound work{.mixing = network_.mixing(),
                             .noise = {.seed = noise_.seed,
                                       .stream = static_cast<std::uint32_t>(noise_.stream),
                                       .trial = noise_.trial,
                                       .round = t},
                             .numbers = network_.weights_.numbers().data(),
                             .steps = steps.data(),
                             .plans = plans_.by_place(),
                             .record_sums = network_.record_sums_.data(),
                             .record_count = network_.constants_.curvature.strong_convexity,
                             .domain_size = largest_coordinate(network_.domain_)};
    network_.round(t, [&](NodeRange nodes) { return round(work, nodes); });
  }

  /// `next` holds the round before: it is what an accelerated round starts from.
  void averaging_round(Round t) override {
    const Mixing mixing = network_.mixing();
    if (consensus_ == Consensus::plain || !timetable_.extrapolates(t))
      return network_.round(t, [&](NodeRange nodes) { return network_.kernel_.mix(mixing, nodes); });
    const double factor = factors_.now();
    factors_.advance();
    network_.round(t, [&](NodeRange nodes) { return network_.kernel_.mix_and_extrapolate(mixing, factor, nodes); });
  }

  void said(Round t, const std::vector<bool>&) override {
    if (listener_) listener_(t, network_.messages());
  }

  double largest_relative_change(std::size_t) const override { return network_.largest_relative_change(); }

 private:
  LargeNetwork& network_;
  Timetable timetable_;
  TrialPlans plans_;
  SeededNoise::Key noise_;
  const Listener& listener_;
  Consensus consensus_;
  ChebyshevFactors factors_;
};

LargeNetwork::LargeNetwork(const Setup& setup)
    : kernel_(setup.kernel),
      crew_(setup.crew),
      domain_(box_or_ball(setup.domain)),
      constants_(MeanEstimation::constants_for(setup.domain, setup.records_per_node)),
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

template <class WorkOn>
void LargeNetwork::round(Round t, const WorkOn& work_on) {
  std::vector<char> finite(crew_.size());
  crew_.share(finite.size(),
              [&](std::size_t k) { finite[k] = work_on(range_of(k, finite.size(), node_count())) ? 1 : 0; });
  if (std::find(finite.begin(), finite.end(), 0) != finite.end())
    throw InvalidInput({"message", "round " + std::to_string(t), "a message is not finite; nothing more was said"},
                       FaultKind::numerical);
  std::swap(y_, next_);
}

/// From next_, which holds the round before, to y_; a maximum does not ask in which order.
double LargeNetwork::largest_relative_change() const {
  std::vector<double> largest(crew_.size());
  crew_.share(largest.size(), [&](std::size_t k) {
    const NodeRange places = range_of(k, largest.size(), node_count());
    for (std::size_t place = places.first; place < places.last; ++place)
      largest[k] = std::max(largest[k], relative_change({.before = next_.data() + place * shape_.stride,
                                                         .after = y_.data() + place * shape_.stride,
                                                         .dimension = shape_.dimension}));
  });
  return *std::max_element(largest.begin(), largest.end());
}

TrialOutcome LargeNetwork::run(const Trial& trial, const Listener& listener, const std::atomic<bool>& interrupt) {
  const Averaging averaging = averaging_for(trial.stop, trial.network.consensus, trial.network.weights);
  UnderWay rounds(*this, trial, listener, averaging);
  std::fill_n(y_.data(), y_.size(), 0.0);
  TrialOutcome outcome;
  run_both_stages(rounds, {trial.timetable(), trial.stop, {stage_two(trial.stop, averaging)}}, {&outcome, 1},
                  interrupt);
  outcome.add_costs(trial.network);
  return outcome;
}

std::unique_ptr<LargeEngine::Place> LargeEngine::take(const Trial& trial) {
  if (&trial.network.weights != &weights_) throw std::logic_error("a trial on other weights than the engine's");
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Place> place = std::move(idle_.back());
      idle_.pop_back();
      return place;
    }
  }
  std::unique_ptr<Crew> crew = make_crew_();
  const LargeNetwork::Setup setup{
      .weights = weights_,
      .domain = trial.network.domain,
      .records_per_node = static_cast<std::size_t>(mean_estimation(trial, 0).record_count()),
      .crew = *crew};
  return std::unique_ptr<Place>(new Place{std::move(crew), LargeNetwork(setup)});
}

void LargeEngine::give_back(std::unique_ptr<Place> place) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(place));
}

std::vector<TrialOutcome> LargeEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  for (const Trial& trial : trials) {
    std::unique_ptr<Place> place = take(trial);
    LargeNetwork& network = place->network;
    network.set_records([&](NodeId node, std::span<double> sum) {
      const auto& records = mean_estimation(trial, node).record_sum();
      std::copy(records.begin(), records.end(), sum.begin());
    });
    RunRecorder recorder(trial, *place->crew);
    TrialOutcome outcome = network.run(
        trial, [&](Round t, const MessageTable& y) { recorder.hear(t, y); }, interrupt);
    if (outcome.interrupted) break;
    outcome.errors = recorder.finish(trial, [y = network.messages()](std::size_t i) { return y[i].values(); });
    outcomes.push_back(std::move(outcome));
    give_back(std::move(place));
  }
  return outcomes;
}

}  // namespace sotto
