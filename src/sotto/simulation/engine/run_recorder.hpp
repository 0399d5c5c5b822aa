// SPDX-License-Identifier: MIT
// What a simulation wants to know of a run: errors against x*, round by round, from the messages alone. All engines are
// measured here; sums over nodes keep the contract of node_sum.
#pragma once

#include <array>
#include <bit>
#include <optional>

#include "sotto/input/bytes.hpp"
#include "sotto/simulation/engine/eavesdropper.hpp"
#include "sotto/simulation/engine/message_table.hpp"
#include "sotto/simulation/engine/node_sum.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// Squared distances to x* in one round, each divided by ||x*||^2.
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
  /// On one of several ranks: it hears the messages of the nodes `here` alone, in any order but always in the same, and
  /// knows the errors over all. All ranks call hear() and finish() together. `first` is the place of node 0 among those
  /// here, if it is one of them. With masked sums it hears the one message that everybody holds.
  RunRecorder(const Trial& trial, const NodesHere& here, std::optional<std::size_t> first);

  void hear(Round t, std::span<const Released> y) override;
  void hear(Round t, const MessageTable& y);
  /// Where a kernel has measured the round. `message(i)` is y_i(t).
  template <class Message>
  void add(Round t, const RoundErrors& measured, std::size_t nodes, const Message& message);

  const RoundColumns& rounds() const { return rounds_; }
  /// Round by round, each node's error; empty unless asked for.
  const std::vector<std::vector<double>>& node_errors() const { return node_errors_; }

  /// All that was heard so far, but for node_errors(), and the same taken back before anything is heard.
  void write(BytesOut& out) const;
  void read(BytesIn& in);

  /// ||point - x*||^2 / ||x*||^2.
  double error_of(std::span<const double> point) const;

  /// All that was measured of the trial. `message(i)` is y_i at its end.
  template <class Message>
  TrialErrors finish(const Trial& trial, const Message& message);

 private:
  RunRecorder(std::vector<double> minimiser, bool every_node, const NodesHere& here);
  template <class Messages>
  void listen(Round t, const Messages& y);
  void add(const RoundErrors& measured);
  TrialErrors finish_rounds(const Trial& trial);
  /// Whose messages a round of `heard` ones has: with masked sums one is that of all.
  NodesHere speakers(std::size_t heard) const;
  /// What the rank with node 0 says, at all ranks.
  template <class Said>
  std::vector<double> from_first(std::size_t size, const Said& said) const;

  std::vector<double> minimiser_;
  double scale_ = 0;
  bool every_node_;
  NodesHere here_;                        ///< of the trial; none where there is none, and all nodes are heard
  std::optional<std::size_t> first_ = 0;  ///< where node 0 is among them
  bool masked_ = false;
  Round hand_over_ = 0, last_noisy_ = 0;  ///< of the trial; 0 where there is none
  RoundColumns rounds_;
  std::vector<std::vector<double>> node_errors_;
  std::vector<double> first_message_;  ///< y_1(T+1)
};

template <class Said>
std::vector<double> RunRecorder::from_first(std::size_t size, const Said& said) const {
  // Bits as integers, and 0 from all other ranks.
  std::vector<std::int64_t> bits(size, 0);
  if (first_) {
    const auto numbers = said(masked_ ? 0 : *first_);
    for (std::size_t k = 0; k < size; ++k) bits[k] = std::bit_cast<std::int64_t>(numbers[k]);
  }
  here_.ranks.add(bits);
  std::vector<double> numbers;
  for (const std::int64_t b : bits) numbers.push_back(std::bit_cast<double>(b));
  return numbers;
}

template <class Message>
void RunRecorder::add(Round t, const RoundErrors& measured, std::size_t nodes, const Message& message) {
  add(measured);
  if (t == last_noisy_) first_message_ = from_first(minimiser_.size(), message);
  if (!every_node_) return;
  std::vector<double>& errors = node_errors_.emplace_back();
  for (std::size_t i = 0; i < nodes; ++i) errors.push_back(error_of(message(i)));
  if (masked_) errors.resize(here_.count, errors[0]);
}

template <class Message>
TrialErrors RunRecorder::finish(const Trial& trial, const Message& message) {
  const auto error_at_end = [&](std::size_t i) {
    const auto said = message(i);
    std::vector<double> output(said.begin(), said.end());
    project(trial.network.domain, output);
    return std::array{error_of(output)};
  };
  TrialErrors errors = finish_rounds(trial);
  errors.first_node_end_error = from_first(1, error_at_end)[0];
  const std::vector<double> sum = node_sum(here_, 1, [&](NodePart part, auto& sums) {
    for (std::size_t i = part.first; i < part.last; ++i) sums.add(error_at_end(i));
  });
  errors.node_error = sum[0] / static_cast<double>(here_.in_all);
  return errors;
}

}  // namespace sotto
