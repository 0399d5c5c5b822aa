// SPDX-License-Identifier: MIT
// All nodes of a network with the records they hold in an audit, and what those imply.
#pragma once

#include "sotto/audit/noise_check.hpp"
#include "sotto/audit/protocol.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

inline constexpr std::uint32_t noise_check_transcripts = 2000;

/// Scenario and plan must outlive it.
class AuditedNodes {
 public:
  AuditedNodes(const Scenario& scenario, const Plan& plan, std::span<const Plan> own_plans = {})
      : scenario_(scenario), plan_(plan), own_plans_(own_plans) {}

  /// The next node's records.
  void add(Records records) { add(std::make_unique<MeanEstimation>(scenario_.domain(), std::move(records))); }
  void add(std::unique_ptr<Objective> objective) {
    objectives_.owned.push_back(std::move(objective));
    objectives_.view.push_back(objectives_.owned.back().get());
    const Plan& plan = own_plans_.empty() ? plan_ : own_plans_[hypotheses_.size()];
    hypotheses_.push_back(make_hypothesis(scenario_.domain(), plan, *objectives_.owned.back()));
    truth_.push_back(hypotheses_.back().get());
  }

  /// All nodes hold what they are given, but for one.
  void add_all(Objectives all, NodeId but, std::unique_ptr<Objective> instead) {
    all.owned[but] = std::move(instead);
    for (std::unique_ptr<Objective>& own : all.owned) add(std::move(own));
  }

  Network network() const {
    return {scenario_.weights(), scenario_.domain(), plan_,
            objectives_.view,    own_plans_,         scenario_.configuration().algorithm.consensus};
  }
  std::span<const Hypothesis* const> truth() const { return truth_; }

 private:
  const Scenario& scenario_;
  const Plan& plan_;
  std::span<const Plan> own_plans_;
  Objectives objectives_;
  std::vector<std::unique_ptr<Hypothesis>> hypotheses_;
  std::vector<const Hypothesis*> truth_;
};

inline Draw draw_of(const Scenario& scenario) {
  return {.randomness = scenario.configuration().run.randomness, .seed = scenario.configuration().run.seed};
}

/// Both sides of an audit as one protocol, by the configured seed and stop rule.
inline Protocol protocol_of(const Scenario& scenario, const AuditedNodes& data, const AuditedNodes& neighbour,
                            const std::atomic<bool>& interrupt) {
  const Configuration& configuration = scenario.configuration();
  return reference_protocol({.data = data.network(), .neighbour = neighbour.network()}, configuration.algorithm.stop,
                            draw_of(scenario), interrupt);
}

inline NoiseCheck check_noise_of(const Scenario& scenario, const Plan& plan, const AuditedNodes& data,
                                 const AuditedNodes& neighbour, const std::atomic<bool>& interrupt) {
  const Protocol protocol = protocol_of(scenario, data, neighbour, interrupt);
  return check_noise({.protocol = protocol,
                      .weights = scenario.weights(),
                      .domain = scenario.domain(),
                      .rounds = plan.gradient_rounds(),
                      .on_data = data.truth(),
                      .on_neighbour = neighbour.truth(),
                      .transcripts = noise_check_transcripts,
                      .averaging = scenario.averaging()},
                     interrupt);
}

}  // namespace sotto
