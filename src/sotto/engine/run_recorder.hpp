// SPDX-License-Identifier: MIT
// What a simulation wants to know of a run: errors against x*, round by round, from the messages alone.
#pragma once

#include <vector>

#include "sotto/engine/eavesdropper.hpp"
#include "sotto/engine/message_table.hpp"
#include "sotto/problem/domain.hpp"

namespace sotto {

/// Squared distances to x*, each divided by ||x*||^2.
struct RoundRecord {
  Round round;          ///< t of y(t): 2 .. T+1 carry noise, later ones are averages
  double mean_error;    ///< of ybar(t)
  double node_error;    ///< mean over nodes of that of y_i(t)
  double worst_error;   ///< its maximum over nodes
  double disagreement;  ///< mean over nodes of ||y_i(t) - ybar(t)||^2 / ||x*||^2
};

/// RoundRecord by RoundRecord, an array for each metric; the first entry is that of y(2).
struct RoundColumns {
  static constexpr Round first_round = 2;
  std::vector<double> mean_error, node_error, worst_error, disagreement;

  void reserve(std::size_t rounds);
};

/// Errors of what nodes end with.
struct OutputErrors {
  double first_node = 0;
  double mean = 0;  ///< over nodes
};

/// Knows x*, so it belongs to simulations: no node ever computes any of this.
class RunRecorder final : public Eavesdropper {
 public:
  /// `every_node`: also keep each node's error in each round (N times the memory).
  explicit RunRecorder(std::vector<double> minimiser, bool every_node = false);

  void hear(Round t, std::span<const Released> y) override;
  void hear(Round t, const MessageTable& y);

  const std::vector<RoundRecord>& rounds() const { return rounds_; }
  /// Round by round, each node's error; empty unless asked for.
  const std::vector<std::vector<double>>& node_errors() const { return node_errors_; }

  /// ||point - x*||^2 / ||x*||^2.
  double error_of(std::span<const double> point) const;

  /// Of what nodes end with, Proj_X(y_i). `message(i)` is y_i.
  template <class Message>
  OutputErrors errors_of_outputs(const Domain& domain, std::size_t nodes, const Message& message) const;

 private:
  template <class Messages>
  void listen(Round t, const Messages& y);

  std::vector<double> minimiser_;
  double scale_ = 0;
  bool every_node_;
  std::vector<double> mean_;
  std::vector<RoundRecord> rounds_;
  std::vector<std::vector<double>> node_errors_;
};

template <class Message>
OutputErrors RunRecorder::errors_of_outputs(const Domain& domain, std::size_t nodes, const Message& message) const {
  OutputErrors errors;
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto said = message(i);
    std::vector<double> output(said.begin(), said.end());
    project(domain, output);
    const double error = error_of(output);
    if (i == 0) errors.first_node = error;
    errors.mean += error;
  }
  errors.mean /= static_cast<double>(nodes);
  return errors;
}

}  // namespace sotto
