// SPDX-License-Identifier: MIT
// Trials of small networks with everything that engines are compared on: sets, graphs, plans, records, rounds.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto::test {

inline const std::atomic<bool> nobody_interrupts{false};
constexpr std::uint64_t seed = 0x5EED5EED5EED;
constexpr std::uint32_t first_trial = 5;
constexpr std::size_t records = 4;

/// f(x) = sum over records of ||x - d||^2 / 2 + ln(1 + exp(<x, d>)): nothing the engine knows.
class SoftObjective final : public Objective {
 public:
  explicit SoftObjective(const Domain& domain, Records its_records)
      : domain_(domain), mean_(domain, its_records), records_(std::move(its_records)) {}
  std::size_t dimension() const override { return mean_.dimension(); }
  double value(std::span<const double> x) const override {
    double sum = mean_.value(x);
    for (std::size_t r = 0; r < records_.count(); ++r) sum += std::log1p(std::exp(inner(r, x)));
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    mean_.gradient(x, out);
    for (std::size_t r = 0; r < records_.count(); ++r) {
      const double weight = 1 / (1 + std::exp(-inner(r, x)));
      for (std::size_t c = 0; c < x.size(); ++c) out[c] += weight * record(r)[c];
    }
  }
  PublicConstants public_constants() const override {
    PublicConstants constants = MeanEstimation::constants_for(domain_, records_.count());
    constants.record_sensitivity *= 2;
    return constants;
  }

 private:
  std::span<const double> record(std::size_t r) const {
    return std::span(records_.values).subspan(r * records_.dimension, records_.dimension);
  }
  double inner(std::size_t r, std::span<const double> x) const {
    double sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) sum += x[c] * record(r)[c];
    return sum;
  }
  Domain domain_;
  MeanEstimation mean_;
  Records records_;
};

struct Case {
  Domain domain = Box{.dimension = 3, .half_side = 2};
  Graph graph = erdos_renyi_graph({.nodes = 7, .edge_probability = 0.5, .seed = 1});
  StopRule stop = FixedRounds{6};
  std::size_t trials = 3;
  double epsilon = 40;  ///< so that the box binds now and then, but not always
  Consensus consensus = Consensus::plain;
  bool own_plans = false, fresh_graphs = false, same_records = false, soft = false;
  Round mixing_rounds = 1;
  Acceleration acceleration = Acceleration::none;
  Output output = Output::last;
  bool masked = false;
};

/// Everything that a block and the reference engine need, for some trials.
struct World {
  explicit World(const Case& of) : settings(of) {
    for (std::size_t k = 0; k < of.trials; ++k) {
      const auto trial = first_trial + static_cast<std::uint32_t>(k);
      weights.push_back(std::make_unique<WeightMatrix>(make_weights(
          of.fresh_graphs ? erdos_renyi_graph({.nodes = of.graph.node_count(), .edge_probability = 0.5, .seed = trial})
                          : of.graph,
          WeightRule::metropolis)));
      views.emplace_back();
      for (NodeId i = 0; i < of.graph.node_count(); ++i) {
        if (k > 0 && of.same_records) {
          views[k].push_back(views[0][i]);
          continue;
        }
        Records drawn =
            draw_records({.dimension = dimension(of.domain), .mean = 1, .radius = largest_coordinate(of.domain)},
                         {.seed = seed, .trial = trial, .node = i, .record_count = records});
        if (of.soft)
          objectives.push_back(std::make_unique<SoftObjective>(of.domain, std::move(drawn)));
        else
          objectives.push_back(std::make_unique<MeanEstimation>(of.domain, std::move(drawn)));
        views[k].push_back(objectives.back().get());
      }
      minimisers.push_back(of.soft ? std::vector<double>(dimension(of.domain), 1.0)
                                   : non_private_minimiser(views[k], of.domain));
    }
    for (NodeId i = 0; i <= of.graph.node_count(); ++i)
      plans.push_back(
          make_plan({.budget = {of.epsilon * (1 + i % 3), 1e-3},
                     .gradient_rounds = 12,
                     .constants = views[0][0]->public_constants(),
                     .schedule = i % 2 == 0 ? NoiseSchedule::constant : NoiseSchedule::paper,
                     .step = of.acceleration == Acceleration::none ? StepRule::shifted : StepRule::constant,
                     .mechanism = of.masked ? Mechanism(MaskedSums{of.graph.node_count(), 2}) : Independent{},
                     .mixing_rounds = of.mixing_rounds,
                     .acceleration = of.acceleration,
                     .output = of.output}));
    if (of.own_plans) own.assign(plans.begin() + 1, plans.end());
    for (std::size_t k = 0; k < of.trials; ++k)
      trials.push_back({.network = {.weights = *weights[of.fresh_graphs ? k : 0],
                                    .domain = settings.domain,
                                    .plan = plans[0],
                                    .objectives = views[k],
                                    .own_plans = own,
                                    .consensus = settings.consensus},
                        .stop = settings.stop,
                        .noise = {.seed = seed, .trial = first_trial + static_cast<std::uint32_t>(k)},
                        .minimiser = minimisers[k],
                        .every_node = k == 0});
  }

  Case settings;
  std::vector<std::unique_ptr<WeightMatrix>> weights;
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<std::vector<const Objective*>> views;
  std::vector<std::vector<double>> minimisers;
  std::vector<Plan> plans, own;
  std::vector<Trial> trials;
};

}  // namespace sotto::test
