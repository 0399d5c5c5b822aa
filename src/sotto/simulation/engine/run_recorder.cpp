// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/run_recorder.hpp"

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

struct SumOfMessages {
  std::vector<double> values;

  void operator+=(std::span<const double> message) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += message[k];
  }
  void operator+=(const SumOfMessages& other) { *this += std::span(other.values); }
};

/// Squared, over some nodes.
struct Distances {
  double to_minimiser = 0, largest = 0, to_mean = 0;

  void operator+=(const Distances& other) {
    to_minimiser += other.to_minimiser;
    largest = std::max(largest, other.largest);
    to_mean += other.to_mean;
  }
};

}  // namespace

RunRecorder::RunRecorder(std::vector<double> minimiser, bool every_node, Crew& crew)
    : minimiser_(std::move(minimiser)), every_node_(every_node), crew_(crew) {
  for (const double v : minimiser_) scale_ += v * v;
  if (!(scale_ > 0))
    throw InvalidInput({"problem", "x* = 0", "a normalised error needs a minimiser that is not 0"},
                       FaultKind::numerical);
}

RunRecorder::RunRecorder(const Trial& trial, Crew& crew)
    : RunRecorder({trial.minimiser.begin(), trial.minimiser.end()}, trial.every_node, crew) {
  hand_over_ = trial.timetable().hand_over();
  last_noisy_ = trial.timetable().last_noisy();
  nodes_ = trial.network.weights.node_count();
}

double RunRecorder::error_of(std::span<const double> point) const {
  return squared_distance(point, minimiser_) / scale_;
}

void RunRecorder::add(const RoundErrors& measured) {
  rounds_.mean_error.push_back(measured.mean_error);
  rounds_.node_error.push_back(measured.node_error);
  rounds_.worst_error.push_back(measured.worst_error);
  rounds_.disagreement.push_back(measured.disagreement);
}

template <class Messages>
void RunRecorder::listen(Round t, const Messages& y) {
  const auto N = static_cast<double>(y.size());
  SumOfMessages mean = blocked_sum(y.size(), crew_, [&](NodeBlock block) {
    SumOfMessages sum{std::vector<double>(minimiser_.size(), 0.0)};
    for (std::size_t i = block.first; i < block.last; ++i) sum += y[i].values();
    return sum;
  });
  for (double& m : mean.values) m /= N;
  const Distances sums = blocked_sum(y.size(), crew_, [&](NodeBlock block) {
    Distances sum;
    for (std::size_t i = block.first; i < block.last; ++i) {
      const std::span<const double> message = y[i].values();
      const double distance = squared_distance(message, minimiser_);
      sum += {.to_minimiser = distance, .largest = distance, .to_mean = squared_distance(message, mean.values)};
    }
    return sum;
  });
  add(t,
      {.mean_error = error_of(mean.values),
       .node_error = sums.to_minimiser / (N * scale_),
       .worst_error = sums.largest / scale_,
       .disagreement = sums.to_mean / (N * scale_)},
      y.size(), [&](std::size_t i) { return y[i].values(); });
}

void RunRecorder::hear(Round t, std::span<const Released> y) {
  listen(t, y);
}

void RunRecorder::hear(Round t, const MessageTable& y) {
  listen(t, y);
}

TrialErrors RunRecorder::finish_rounds(const Trial& trial) {
  TrialErrors errors;
  errors.normalised_error = rounds_.mean_error[trial.every_round ? hand_over_ - RoundColumns::first_round : 0];
  errors.disagreement = rounds_.disagreement.back();
  const NodeRound last{.node = 0, .round = trial.timetable().gradient_rounds()};
  const std::optional<std::vector<double>> noise =
      trial.noisy && !trial.network.plan.is_masked()
          ? noise_of(trial).known_to_seed_holder(trial.network.plan_of(0), last, minimiser_.size())
          : std::nullopt;
  if (noise) {
    for (std::size_t k = 0; k < noise->size(); ++k) first_message_[k] -= (*noise)[k];
    errors.first_node_error = error_of(first_message_);
  }
  errors.rounds = std::move(rounds_);
  errors.node_errors = std::move(node_errors_);
  return errors;
}

}  // namespace sotto
