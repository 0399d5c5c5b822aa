// SPDX-License-Identifier: MIT
// One trial of a private run: what came out of it, measured against x*. Simulation only.
#pragma once

#include <atomic>
#include <optional>

#include "sotto/engine/reference.hpp"
#include "sotto/engine/run_recorder.hpp"
#include "sotto/experiment/scenario.hpp"

namespace sotto {

/// Squared distances, divided by ||x*||^2.
struct TrialMetrics {
  double normalised_error;  ///< of the released mean ybar(T+1)
  /// Of x_1(T), found by subtracting the seeded noise from y_1(T+1); nobody can when the noise is secret.
  std::optional<double> first_node_error;
  double first_node_end_error;  ///< of Proj_X(x_1) after Stage II
  double node_error;            ///< mean over nodes of Proj_X(x_i) after Stage II
  double disagreement;          ///< mean over nodes of the distance to the nodes' mean after Stage II
};

/// How well points do on records that nobody fitted to; empty where there are none.
struct TestResult {
  std::vector<double> mean = {};   ///< of each metric, over the points
  std::vector<double> first = {};  ///< the first metric, of each point
};
TestResult test_of(const Scenario& scenario, const std::vector<std::vector<double>>& points);

struct TrialResult {
  TrialMetrics metrics;
  TestResult test = {};             ///< of what nodes end with
  std::vector<double> output = {};  ///< Proj_X(y_1) at the end, of problems on files: a model
  RunOutcome outcome;
  RoundColumns rounds;
  std::vector<std::vector<double>> node_errors;
};

struct TrialInput {
  const Scenario& scenario;
  const WeightMatrix& weights;  ///< of this trial's graph
  const Plan& plan;
  const Objectives& objectives;
  const std::vector<double>& minimiser;
  std::uint32_t trial;
  bool every_node = false;               ///< keep each node's error in each round
  std::span<const Plan> own_plans = {};  ///< each node's, where they differ
};

/// What the network of a trial is, for an engine.
Network network_of(const TrialInput& input);

/// Of x_1(T) = y_1(T+1) - n_1(T). Whoever holds the seed can do this: that is why
/// a seeded run is not private. Nothing where the noise is secret.
std::optional<double> first_node_error(const TrialInput& input, std::vector<double> first_message,
                                       const std::optional<std::vector<double>>& last_noise);
/// n_1(T) as the seed makes it.
std::optional<std::vector<double>> last_noise_of_first_node(const TrialInput& input);

/// What an engine that was heard by a RunRecorder leaves to be put together.
struct EngineOutput {
  RunOutcome outcome;
  std::vector<double> first_message;  ///< y_1(T+1)
  OutputErrors outputs;               ///< of Proj_X(y_i) at the end
  TestResult test = {};
  std::vector<double> output = {};  ///< Proj_X(y_1) at the end, where somebody wants it
};
TrialResult result_of(const TrialInput& input, const RunRecorder& recorder, EngineOutput&& output);

/// By the reference engine. Nothing when it was interrupted.
std::optional<TrialResult> run_trial(const TrialInput& input, const std::atomic<bool>& interrupt);

}  // namespace sotto
