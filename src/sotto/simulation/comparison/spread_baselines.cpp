// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/spread_baselines.hpp"

#include <array>
#include <stdexcept>

#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/baseline/curator.hpp"
#include "sotto/simulation/comparison/chunk.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/large_network/record_sums.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// The sum of the objectives of mean estimation, but for a constant that no gradient sees.
class AllRecords final : public Objective {
 public:
  AllRecords(const Scenario& scenario, const SpreadRecords& records)
      : count_(static_cast<double>(scenario.records_in_all())),
        nodes_(scenario.graph().node_count()),
        of_node_(scenario.constants()),
        total_(records.total) {}

  std::size_t dimension() const override { return total_.size(); }
  double value(std::span<const double> x) const override {
    double twice = 0;
    for (std::size_t k = 0; k < x.size(); ++k) twice += x[k] * (count_ * x[k] - 2 * total_[k]);
    return 0.5 * twice;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    for (std::size_t k = 0; k < x.size(); ++k) out[k] = count_ * x[k] - total_[k];
  }
  PublicConstants public_constants() const override {
    PublicConstants all = of_node_;
    all.curvature = {.strong_convexity = count_, .smoothness = count_};
    all.gradient_bound *= nodes_;
    return all;
  }

 private:
  double count_;
  NodeId nodes_;
  PublicConstants of_node_;
  const std::vector<double>& total_;
};

/// Each node has the projection of its own mean.
double error_of_nodes_alone(const Scenario& scenario, const Trial& trial, const SpreadRecords& records) {
  const RunRecorder judge(trial);
  const SpreadNetwork& network = *scenario.spread();
  const std::unique_ptr<Crew> crew = crew_of(threads_inside(scenario.configuration().run.threads, 1));
  const NodesHere here{.count = network.weights->node_count(),
                       .in_all = network.weights->nodes_in_all(),
                       .crew = *crew,
                       .ranks = *network.ranks};
  const auto count = static_cast<double>(records.sums->records_per_node());
  const std::vector<double> sum = node_sum(here, 1, [&](NodePart part, auto& errors) {
    std::vector<double> own;
    for (std::size_t place = part.first; place < part.last; ++place) {
      const std::span<const double> of_node = records.sums->at(place);
      own.assign(of_node.begin(), of_node.end());
      for (double& v : own) v /= count;
      project(scenario.domain(), own);
      errors.add(std::array{judge.error_of(own)});
    }
  });
  return sum[0] / static_cast<double>(here.in_all);
}

}  // namespace

bool runs_on_spread(std::string_view baseline) {
  return baseline == "no_privacy" || baseline == "node_alone" || baseline == "curator";
}

double error_on_spread(const BaselineKind& kind, const Plan& plan, const Scenario& scenario, const Trial& trial,
                       const SpreadRecords& records, const std::atomic<bool>& interrupt) {
  if (kind.name == "node_alone") return error_of_nodes_alone(scenario, trial, records);
  if (kind.name != "curator") throw std::logic_error("a baseline that needs the network as a whole");
  const Curator curator({.domain = scenario.domain(),
                         .plan = plan,
                         .nodes = scenario.graph().node_count(),
                         .weights = scenario.weights()});
  const std::vector<double> released =
      curator.release(AllRecords(scenario, records),
                      {.network = trial.network, .seed = trial.noise.seed, .trial = trial.noise.trial}, interrupt);
  return RunRecorder(trial).error_of(released);
}

}  // namespace sotto
