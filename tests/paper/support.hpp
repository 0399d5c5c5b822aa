// SPDX-License-Identifier: MIT
// What the paper's tests share: small networks with random records, their transcripts, and the paper's bold letters.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

/// One vector per node: the paper's bold letters.
using Stacked = std::vector<std::vector<double>>;

inline double squared_norm(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}
inline double norm(std::span<const double> v) {
  return std::sqrt(squared_norm(v));
}
inline double norm(const Stacked& rows) {
  double sum = 0;
  for (const auto& row : rows) sum += squared_norm(row);
  return std::sqrt(sum);
}
inline std::vector<double> difference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> d(a.begin(), a.end());
  for (std::size_t k = 0; k < d.size(); ++k) d[k] -= b[k];
  return d;
}
inline Stacked difference(const Stacked& a, const Stacked& b) {
  Stacked d;
  for (std::size_t i = 0; i < a.size(); ++i) d.push_back(difference(std::span(a[i]), std::span(b[i])));
  return d;
}
inline double inner(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}
inline std::vector<double> mean(const Stacked& rows) {
  std::vector<double> m(rows[0].size(), 0.0);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < m.size(); ++k) m[k] += row[k] / static_cast<double>(rows.size());
  return m;
}
/// || v - 1 (x) mean(v) ||.
inline double distance_to_mean(const Stacked& rows) {
  return norm(difference(rows, Stacked(rows.size(), mean(rows))));
}
inline double tail(double x) {
  return std::erfc(x / std::sqrt(2.0)) / 2;
}  ///< P(standard normal > x)

/// Hears everything and keeps it: messages()[t - 1][i] is y_i(t).
class Transcript final : public Eavesdropper {
 public:
  Transcript(std::size_t nodes, std::size_t dimension) : messages_{{nodes, Released::nothing(dimension)}} {}
  void hear(Round, std::span<const Released> y) override { messages_.emplace_back(y.begin(), y.end()); }
  const std::vector<Released>& at(Round t) const { return messages_[t - 1]; }
  Stacked y(Round t) const {
    Stacked rows;
    for (const Released& message : at(t)) rows.emplace_back(message.values().begin(), message.values().end());
    return rows;
  }
  Round last() const { return static_cast<Round>(messages_.size()); }

 private:
  std::vector<std::vector<Released>> messages_;
};

/// Another source's noise, `factor` times as loud, and a count of what was drawn.
class WatchedNoise final : public NoiseSource {
 public:
  explicit WatchedNoise(NoiseSource& under, double factor = 1) : under_(under), factor_(factor) {}
  void add_to(NodeRound at, double scale, std::span<double> value) override {
    draws_.push_back(at);
    under_.add_to(at, factor_ * scale, value);
  }
  const std::vector<NodeRound>& draws() const { return draws_; }

 private:
  NoiseSource& under_;
  double factor_;
  std::vector<NodeRound> draws_;
};

/// Records spread over the whole domain, around another centre at every node.
inline Records random_records(RandomPoints& points, const Domain& domain, std::size_t count) {
  Records records{.dimension = dimension(domain)};
  const double half = diameter(domain) / 2;
  std::vector<double> centre(records.dimension);
  for (double& v : centre) v = points.uniform({-half / 2, half / 2});
  for (std::size_t r = 0; r < count; ++r)
    for (const double v : centre) records.values.push_back(v + points.uniform({-half / 2, half / 2}));
  return records;
}

struct WorldSpec {
  Domain domain;
  Graph graph;
  WeightRule rule = WeightRule::paper;
  std::size_t records_per_node = 5;
  PrivacyBudget budget = {4, 1e-3};
  Round rounds = 5;
  Accountant accountant = Accountant::paper;
  NoiseSchedule schedule = NoiseSchedule::paper;
  StepRule step = StepRule::paper;
  std::uint64_t seed = 1;
};

/// A network that estimates a mean, with all that it refers to.
class World {
 public:
  explicit World(const WorldSpec& spec)
      : spec_(spec),
        weights_(make_weights(spec.graph, spec.rule)),
        plan_(make_plan({.budget = spec.budget,
                         .gradient_rounds = spec.rounds,
                         .constants = MeanEstimation::constants_for(spec.domain, spec.records_per_node),
                         .accountant = spec.accountant,
                         .schedule = spec.schedule,
                         .step = spec.step})) {
    RandomPoints points(spec.seed);
    for (NodeId i = 0; i < spec.graph.node_count(); ++i) {
      records_.push_back(random_records(points, spec.domain, spec.records_per_node));
      objectives_.push_back(std::make_unique<MeanEstimation>(spec.domain, records_.back()));
      view_.push_back(objectives_.back().get());
    }
  }

  Network network() const { return {weights_, spec_.domain, plan_, view_}; }
  const Domain& domain() const { return spec_.domain; }
  const WeightMatrix& weights() const { return weights_; }
  const Plan& plan() const { return plan_; }
  const Records& records(NodeId i) const { return records_[i]; }
  const Objective& objective(NodeId i) const { return *objectives_[i]; }
  NodeId nodes() const { return weights_.node_count(); }
  std::size_t p() const { return dimension(spec_.domain); }
  double noise_scale(Round t) const { return plan_.noise_scale(t).standard_deviation(); }
  double beta() const { return weights_.mixing_rate().beta + weights_.mixing_rate().residual; }

  Transcript run(NoiseSource& noise, Round consensus_rounds = 0) const {
    Transcript transcript(nodes(), p());
    const std::atomic<bool> interrupt = false;
    run_reference(network(), FixedRounds{consensus_rounds}, noise, transcript, interrupt);
    return transcript;
  }
  Transcript run(std::uint32_t trial, Round consensus_rounds = 0) const {
    SeededNoise noise({.seed = spec_.seed, .trial = trial});
    return run(noise, consensus_rounds);
  }

  /// n(t) of a trial: who holds the seed can have it.
  Stacked noise(std::uint32_t trial, Round t) const {
    Stacked n(nodes(), std::vector<double>(p()));
    SeededNoise source({.seed = spec_.seed, .trial = trial});
    for (NodeId i = 0; i < nodes(); ++i) source.add_to({.node = i, .round = t}, noise_scale(t), n[i]);
    return n;
  }

  /// zhat = (W (x) I) y.
  Stacked mix(const Stacked& y) const {
    Stacked mixed(y.size(), std::vector<double>(p(), 0.0));
    for (NodeId i = 0; i < nodes(); ++i) {
      const auto row = weights_.row(i);
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        for (std::size_t k = 0; k < p(); ++k) mixed[i][k] += row.weights[j] * y[row.columns[j]][k];
    }
    return mixed;
  }
  Stacked onto_domain(Stacked rows) const {
    for (auto& row : rows) project(spec_.domain, row);
    return rows;
  }

  /// (eq:def:GD), written again from the paper: Proj( z - eta_t grad f(z) ).
  std::vector<double> descend(const Objective& f, std::span<const double> z, Round t) const {
    std::vector<double> x(z.size());
    f.gradient(z, x);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = z[k] - plan_.step(t) * x[k];
    project(spec_.domain, x);
    return x;
  }

 private:
  WorldSpec spec_;
  WeightMatrix weights_;
  Plan plan_;
  std::vector<Records> records_;
  std::vector<std::unique_ptr<MeanEstimation>> objectives_;
  std::vector<const Objective*> view_;
};

/// Worlds of every kind: domains, graphs, schedules, budgets from tight to loose.
inline WorldSpec random_world(RandomPoints& points, Round most_rounds) {
  const auto nodes = static_cast<NodeId>(3 + points.below(5));
  const auto p = static_cast<std::size_t>(1 + points.below(4));
  const double size = points.log_uniform({1e-3, 1e3});
  Graph graphs[] = {ring_graph(nodes), complete_graph(nodes), star_graph(nodes), path_graph(nodes)};
  return {.domain = points.below(2) == 0 ? Domain(Box{p, size}) : Domain(Ball{p, size}),
          .graph = graphs[points.below(4)],
          .rule = all_of<WeightRule>[points.below(all_of<WeightRule>.size())],
          .records_per_node = static_cast<std::size_t>(1 + points.below(6)),
          .budget = {points.log_uniform({0.05, 50}), points.log_uniform({1e-9, 0.1})},
          .rounds = static_cast<Round>(1 + points.below(most_rounds)),
          .accountant = all_accountants[points.below(all_accountants.size())],
          .schedule = all_schedules[points.below(all_schedules.size())],
          .step = all_step_rules[points.below(all_step_rules.size())],
          .seed = points.below(1u << 30)};
}

}  // namespace sotto::test
