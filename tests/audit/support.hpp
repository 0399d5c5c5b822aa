// SPDX-License-Identifier: MIT
// A small network with two neighbouring datasets, its shipped protocol, doubles with mistakes, and the audits of them.
#pragma once

#include <memory>

#include "audit/algorithm_double.hpp"
#include "sotto/audit/epsilon_bound.hpp"
#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/audit/noise_check.hpp"
#include "sotto/audit/pinned_node.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/truncated_gaussian.hpp"

namespace sotto::test {

inline const std::atomic<bool> nobody_interrupts{false};

struct AuditedSpec {
  Graph graph = complete_graph(5);
  Domain domain = Box{.dimension = 2, .half_side = 1};
  PrivacyBudget budget = {4, 1e-3};
  Round rounds = 10;
  Accountant accountant = Accountant::exact;
  NoiseSchedule schedule = NoiseSchedule::constant;
  StepRule step = StepRule::shifted;
  std::size_t records = 8;
  double first = 1, first_prime = -1;  ///< every coordinate of node 0's first record, on either side
  Round consensus_rounds = 0;
  Consensus consensus = Consensus::plain;
  bool lattice = false;
  Randomness randomness = Randomness::seeded;
};

/// Node 0 is the target. Its address is taken by what it hands out.
class Audited {
 public:
  explicit Audited(const AuditedSpec& spec = {})
      : spec_(spec),
        weights_(make_weights(spec.graph, WeightRule::paper)),
        plan_(make_plan({.budget = spec.budget,
                         .gradient_rounds = spec.rounds,
                         .constants = MeanEstimation::constants_for(spec.domain, spec.records),
                         .accountant = spec.accountant,
                         .schedule = spec.schedule,
                         .step = spec.step,
                         .lattice = spec.lattice ? std::optional(spec.domain) : std::nullopt})),
        setting_{weights_, spec_.domain, plan_, {}, {}, spec.consensus_rounds, 1} {
    for (NodeId i = 0; i < spec.graph.node_count(); ++i) add_node(i);
  }
  Audited(const Audited&) = delete;
  Audited& operator=(const Audited&) = delete;

  Protocol shipped() const {
    return reference_protocol({.data = {weights_, spec_.domain, plan_, data_.view, {}, spec_.consensus},
                               .neighbour = {weights_, spec_.domain, plan_, neighbour_.view, {}, spec_.consensus}},
                              FixedRounds{spec_.consensus_rounds}, {spec_.randomness, setting_.seed},
                              nobody_interrupts);
  }
  Protocol with(Planted fault) const { return double_with(fault, setting_); }

  /// All others are malicious.
  PinnedNode pinned(std::vector<std::vector<double>> points) const {
    return pin(target(), *data_.truth[0], *neighbour_.truth[0], std::move(points));
  }
  Protocol held(const PinnedNode& pinned) const {
    return pinned_protocol({.data = {weights_, spec_.domain, plan_, data_.view},
                            .neighbour = {weights_, spec_.domain, plan_, neighbour_.view}},
                           target(), pinned, {spec_.randomness, setting_.seed}, nobody_interrupts);
  }

  AttackTarget target() const {
    return {.node = 0, .rounds = spec_.rounds, .weights = weights_, .domain = spec_.domain};
  }
  const Hypothesis& truth_of_neighbour() const { return *neighbour_.truth[0]; }
  LikelihoodRatio attack() const { return {target(), *data_.truth[0], *neighbour_.truth[0]}; }
  NoiseCheck noise_check(const Protocol& protocol, std::uint32_t transcripts = 400) const {
    return check_noise({.protocol = protocol,
                        .weights = weights_,
                        .domain = spec_.domain,
                        .rounds = spec_.rounds,
                        .on_data = data_.truth_view,
                        .on_neighbour = neighbour_.truth_view,
                        .transcripts = transcripts,
                        .averaging = {spec_.consensus, weights_.mixing_rate().at_most()}},
                       nobody_interrupts);
  }
  ScoreSets scores(const Protocol& protocol, std::uint32_t held_out, unsigned threads = 1) const {
    return collect_scores({.protocol = protocol,
                           .shape = shape(),
                           .rounds = spec_.rounds,
                           .attack = attack(),
                           .held_out = held_out,
                           .threads = threads},
                          nobody_interrupts);
  }
  /// Lower bound on epsilon at the budget's delta.
  double lower_bound(const Protocol& protocol, std::uint32_t held_out, double confidence = 0.95) const {
    const ScoreSets sets = scores(protocol, held_out, 2);
    const BoundRequest request{.delta = spec_.budget.delta, .confidence = confidence};
    return bound_epsilon(sets.held_out, choose_threshold(sets.selection, request), request).lower_bound;
  }

  Transcript::Shape shape() const { return {weights_.node_count(), dimension(spec_.domain)}; }
  const Plan& plan() const { return plan_; }
  const WeightMatrix& weights() const { return weights_; }
  const Domain& domain() const { return spec_.domain; }

 private:
  struct SideOfNodes {
    std::vector<std::unique_ptr<Objective>> objectives = {};
    std::vector<std::unique_ptr<Hypothesis>> truth = {};
    std::vector<const Objective*> view = {};
    std::vector<const Hypothesis*> truth_view = {};
  };

  void add_node(NodeId i) {
    Records records = draw_records({.dimension = dimension(spec_.domain), .mean = 0.3, .radius = 1},
                                   {.seed = setting_.seed, .trial = 0, .node = i, .record_count = spec_.records});
    Records other = records;
    if (i == 0) {
      for (double& v : records.row(0)) v = spec_.first;
      for (double& v : other.row(0)) v = spec_.first_prime;
    }
    add(data_, records);
    add(neighbour_, other);
    setting_.on_data.push_back(std::move(records));
    setting_.on_neighbour.push_back(std::move(other));
  }
  void add(SideOfNodes& side, const Records& records) const {
    side.objectives.push_back(std::make_unique<MeanEstimation>(spec_.domain, records));
    side.view.push_back(side.objectives.back().get());
    side.truth.push_back(make_hypothesis(spec_.domain, plan_, *side.objectives.back()));
    side.truth_view.push_back(side.truth.back().get());
  }

  AuditedSpec spec_;
  WeightMatrix weights_;
  Plan plan_;
  DoubleSetting setting_;
  SideOfNodes data_, neighbour_;
};

}  // namespace sotto::test
