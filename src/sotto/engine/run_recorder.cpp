// SPDX-License-Identifier: MIT
// What a simulation wants to know of a run.
#include "sotto/engine/run_recorder.hpp"

#include <algorithm>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

}  // namespace

void RoundColumns::reserve(std::size_t rounds) {
  for (std::vector<double>* column : {&mean_error, &node_error, &worst_error, &disagreement}) column->reserve(rounds);
}

RunRecorder::RunRecorder(std::vector<double> minimiser, bool every_node)
    : minimiser_(std::move(minimiser)), every_node_(every_node), mean_(minimiser_.size()) {
  for (const double v : minimiser_) scale_ += v * v;
  if (!(scale_ > 0))
    throw InvalidInput({"problem", "x* = 0", "a normalised error needs a minimiser that is not 0"},
                       FaultKind::numerical);
}

double RunRecorder::error_of(std::span<const double> point) const {
  return squared_distance(point, minimiser_) / scale_;
}

template <class Messages>
void RunRecorder::listen(Round t, const Messages& y) {
  const auto N = static_cast<double>(y.size());
  std::fill(mean_.begin(), mean_.end(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::span<const double> message = y[i].values();
    for (std::size_t k = 0; k < mean_.size(); ++k) mean_[k] += message[k];
  }
  for (double& m : mean_) m /= N;

  RoundRecord record{.round = t, .mean_error = error_of(mean_), .node_error = 0, .worst_error = 0, .disagreement = 0};
  if (every_node_) node_errors_.emplace_back();
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::span<const double> message = y[i].values();
    const double distance = squared_distance(message, minimiser_);
    record.node_error += distance;
    record.worst_error = std::max(record.worst_error, distance);
    record.disagreement += squared_distance(message, mean_);
    if (every_node_) node_errors_.back().push_back(distance / scale_);
  }
  record.node_error /= N * scale_;
  record.worst_error /= scale_;
  record.disagreement /= N * scale_;
  rounds_.push_back(record);
}

void RunRecorder::hear(Round t, std::span<const Released> y) {
  listen(t, y);
}

void RunRecorder::hear(Round t, const MessageTable& y) {
  listen(t, y);
}

}  // namespace sotto
