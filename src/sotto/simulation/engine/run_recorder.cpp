// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/run_recorder.hpp"

#include <mutex>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/// What several threads find, one after the other.
class LargestOfParts {
 public:
  void add(double value) {
    const std::lock_guard lock(mutex_);
    value_ = std::max(value_, value);
  }
  double value() const { return value_; }

 private:
  std::mutex mutex_;
  double value_ = 0;
};

}  // namespace

RunRecorder::RunRecorder(std::vector<double> minimiser, bool every_node, const NodesHere& here)
    : minimiser_(std::move(minimiser)), every_node_(every_node), here_(here) {
  for (const double v : minimiser_) scale_ += v * v;
  if (!(scale_ > 0))
    throw InvalidInput({"problem", "x* = 0", "a normalised error needs a minimiser that is not 0"},
                       FaultKind::numerical);
}

RunRecorder::RunRecorder(std::vector<double> minimiser, bool every_node, Crew& crew)
    : RunRecorder(std::move(minimiser), every_node, NodesHere{0, 0, crew}) {}

RunRecorder::RunRecorder(const Trial& trial, Crew& crew)
    : RunRecorder(trial, NodesHere{trial.network.weights.node_count(), trial.network.weights.node_count(), crew}, 0) {}

RunRecorder::RunRecorder(const Trial& trial, const NodesHere& here, std::optional<std::size_t> first)
    : RunRecorder({trial.minimiser.begin(), trial.minimiser.end()}, trial.every_node, here) {
  first_ = first;
  masked_ = trial.network.plan.is_masked();
  hand_over_ = trial.timetable().hand_over();
  last_noisy_ = trial.timetable().last_noisy();
}

NodesHere RunRecorder::speakers(std::size_t heard) const {
  if (masked_ || here_.in_all == 0) return {heard, heard, here_.crew};
  return here_;
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
  const NodesHere speakers = this->speakers(y.size());
  const auto N = static_cast<double>(speakers.in_all);
  std::vector<double> mean = node_sum(speakers, minimiser_.size(), [&](NodePart part, auto& sums) {
    for (std::size_t i = part.first; i < part.last; ++i) sums.add(y[i].values());
  });
  for (double& m : mean) m /= N;
  LargestOfParts largest;
  const std::vector<double> squares = node_sum(speakers, 2, [&](NodePart part, auto& sums) {
    double worst = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const std::span<const double> message = y[i].values();
      const std::array of_node{squared_distance(message, minimiser_), squared_distance(message, mean)};
      worst = std::max(worst, of_node[0]);
      sums.add(of_node);
    }
    largest.add(worst);
  });
  add(t,
      {.mean_error = error_of(mean),
       .node_error = squares[0] / (N * scale_),
       .worst_error = speakers.ranks.maximum(largest.value()) / scale_,
       .disagreement = squares[1] / (N * scale_)},
      y.size(), [&](std::size_t i) { return y[i].values(); });
}

void RunRecorder::hear(Round t, std::span<const Released> y) {
  listen(t, y);
}

void RunRecorder::hear(Round t, const MessageTable& y) {
  listen(t, y);
}

void RunRecorder::write(BytesOut& out) const {
  for (const std::vector<double>* numbers :
       {&rounds_.mean_error, &rounds_.node_error, &rounds_.worst_error, &rounds_.disagreement, &first_message_})
    out.reals(*numbers);
}

void RunRecorder::read(BytesIn& in) {
  for (std::vector<double>* numbers :
       {&rounds_.mean_error, &rounds_.node_error, &rounds_.worst_error, &rounds_.disagreement, &first_message_})
    *numbers = in.reals();
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
