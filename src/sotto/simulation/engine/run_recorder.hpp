// SPDX-License-Identifier: MIT
// What a simulation wants to know of a run: errors against x*, round by round, from the messages alone. All engines are
// measured here; sums over nodes keep the contract of blocked_sum.
#pragma once

#include "sotto/simulation/engine/blocked_sum.hpp"
#include "sotto/simulation/engine/eavesdropper.hpp"
#include "sotto/simulation/engine/message_table.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// Of one round: squared distances to x*, each divided by ||x*||^2.
struct RoundErrors {
  double mean_error;    ///< of ybar(t)
  double node_error;    ///< mean over nodes of that of y_i(t)
  double worst_error;   ///< its maximum over nodes
  double disagreement;  ///< mean over nodes of ||y_i(t) - ybar(t)||^2 / ||x*||^2
};

/// It knows x*, so it belongs to simulations.
class RunRecorder final : public Eavesdropper {
 public:
  explicit RunRecorder(std::vector<double> minimiser, bool every_node = false, Crew& crew = one_worker());
  explicit RunRecorder(const Trial& trial, Crew& crew = one_worker());

  void hear(Round t, std::span<const Released> y) override;
  void hear(Round t, const MessageTable& y);
  /// Where a kernel has measured the round. `message(i)` is y_i(t).
  template <class Message>
  void add(Round t, const RoundErrors& measured, std::size_t nodes, const Message& message);

  const RoundColumns& rounds() const { return rounds_; }
  /// Round by round, each node's error; empty unless asked for.
  const std::vector<std::vector<double>>& node_errors() const { return node_errors_; }

  /// ||point - x*||^2 / ||x*||^2.
  double error_of(std::span<const double> point) const;

  /// All that was measured of the trial. `message(i)` is y_i at its end.
  template <class Message>
  TrialErrors finish(const Trial& trial, const Message& message);

 private:
  template <class Messages>
  void listen(Round t, const Messages& y);
  void add(const RoundErrors& measured);
  TrialErrors finish_rounds(const Trial& trial);

  std::vector<double> minimiser_;
  double scale_ = 0;
  bool every_node_;
  Crew& crew_;
  Round hand_over_ = 0, last_noisy_ = 0;  ///< of the trial; 0 where there is none
  std::size_t nodes_ = 0;                 ///< of its network: one message may be that of all of them
  RoundColumns rounds_;
  std::vector<std::vector<double>> node_errors_;
  std::vector<double> first_message_;  ///< y_1(T+1)
};

template <class Message>
void RunRecorder::add(Round t, const RoundErrors& measured, std::size_t nodes, const Message& message) {
  add(measured);
  if (t == last_noisy_) {
    const auto first = message(std::size_t{0});
    first_message_.assign(first.begin(), first.end());
  }
  if (!every_node_) return;
  std::vector<double>& errors = node_errors_.emplace_back();
  for (std::size_t i = 0; i < nodes; ++i) errors.push_back(error_of(message(i)));
  if (nodes == 1 && nodes_ > 1) errors.resize(nodes_, errors[0]);
}

template <class Message>
TrialErrors RunRecorder::finish(const Trial& trial, const Message& message) {
  const auto error_at_end = [&](std::size_t i) {
    const auto said = message(i);
    std::vector<double> output(said.begin(), said.end());
    project(trial.network.domain, output);
    return error_of(output);
  };
  const std::size_t nodes = trial.network.weights.node_count();
  TrialErrors errors = finish_rounds(trial);
  errors.first_node_end_error = error_at_end(0);
  errors.node_error = blocked_sum(nodes, crew_,
                                  [&](NodeBlock block) {
                                    double sum = 0;
                                    for (std::size_t i = block.first; i < block.last; ++i) sum += error_at_end(i);
                                    return sum;
                                  }) /
                      static_cast<double>(nodes);
  return errors;
}

}  // namespace sotto
