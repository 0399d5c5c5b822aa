// SPDX-License-Identifier: MIT
// What the trials of an experiment have in common.
#include "sotto/simulation/comparison/scenario.hpp"

#include <utility>

#include "sotto/problem/mean_estimation.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

std::shared_ptr<const LateFiles> files_of(const Configuration& configuration) {
  if (!configuration.data) return nullptr;
  return std::make_shared<const LateFiles>([data = *configuration.data] { return read_files(data); });
}

std::shared_ptr<const LateFiles> files_of(const Configuration& configuration, RecordsInMemory records) {
  if (!configuration.data)
    throw InvalidInput({"data", "", "must declare columns and the number of rows where records are given"});
  check(records, *configuration.data);
  return std::make_shared<const LateFiles>(
      [data = *configuration.data, own = std::move(records)] { return read_records(data, own); });
}

/// Both have as many rows.
void take_labels(DrawnData& drawn, DrawnData other) {
  for (std::size_t i = 0; i < drawn.nodes.size(); ++i)
    drawn.nodes[i].rows.labels = std::move(other.nodes[i].rows.labels);
  if (drawn.test) drawn.test->rows.labels = std::move(other.test->rows.labels);
}

}  // namespace

Scenario::Scenario(const Configuration& configuration) : Scenario(configuration, files_of(configuration)) {}

Scenario::Scenario(const Configuration& configuration, RecordsInMemory records)
    : Scenario(configuration, files_of(configuration, std::move(records))) {}

Scenario::Scenario(const Configuration& configuration, const std::shared_ptr<const LateFiles>& files)
    : Agreement(configuration, configuration.run.seed,
                [&](const DataSettings& data, NodeId nodes) {
                  return simulated_sizes(data, nodes, configuration.run.seed, *files);
                }),
      configuration_(configuration),
      real_(files ? std::make_shared<const RealProblem>(*this, configuration.run, files, std::nullopt) : nullptr) {}

Scenario::Scenario(const Configuration& configuration, DescribedSpread spread)
    : Agreement(configuration, configuration.run.seed, std::move(spread.described)),
      configuration_(configuration),
      spread_(std::move(spread.network)) {}

Scenario Scenario::spread_over(Ranks& ranks, const Configuration& configuration) {
  const unsigned threads = threads_inside(configuration.run.threads, 1);
  return Scenario(configuration, spread_network(configuration.graph, configuration.run.seed, *crew_of(threads), ranks));
}

Scenario scenario_of_run(const Configuration& configuration, Ranks& ranks) {
  return why_whole(configuration).empty() ? Scenario::spread_over(ranks, configuration) : Scenario(configuration);
}

Scenario Scenario::on_drawn_rows(const Configuration& configuration, const RecordAssumptions& assumed,
                                 const DrawnWorld& world) {
  Scenario scenario(configuration);
  scenario.configuration_.run.seed = world.seed;
  if (!configuration.data) return scenario;
  const auto draw = [declared = scenario.declared(), assumed, world] {
    DrawnData drawn = draw_data(declared->drawn(assumed), world.seed);
    if (world.labels_of) take_labels(drawn, draw_data(world.labels_of->drawn(assumed), world.seed));
    return ProblemFiles{.data = std::move(drawn.nodes), .test = std::move(drawn.test)};
  };
  scenario.real_ = std::make_shared<const RealProblem>(scenario, configuration.run,
                                                       std::make_shared<const LateFiles>(draw), assumed);
  return scenario;
}

Scenario Scenario::departing(const Configuration& configuration) const {
  Scenario other = *this;
  static_cast<Agreement&>(other) = Agreement::departing(configuration);
  other.configuration_ = configuration;
  return other;
}

std::string Scenario::only_a_simulation() const {
  if (!configuration_.data || !configuration_.data->division_follows_from_records()) return "";
  return "For a simulation only: with data.partition = \"" + std::string(name_of(configuration_.data->partition)) +
         "\" who holds which record follows from records, so that replacing one may move others to another node. No "
         "certificate covers that.";
}

Certificate Scenario::certificate(const Plan& plan, const std::string& whose) const {
  Certificate certificate = certificate_of(plan, whose);
  const RunSettings& run = configuration_.run;
  if (run.randomness == Randomness::system && run.trials > 1)
    certificate.statement += " This is what one trial costs, and run.trials = " + std::to_string(run.trials) +
                             ": the costs of trials on the same records add (alpha and total variation).";
  if (const std::string why = only_a_simulation(); !why.empty()) certificate.statement += " " + why;
  return certificate;
}

Certificate Scenario::certificate_of_node(NodeId node, const Plan& plan) const {
  return certificate(plan, "node " + std::to_string(node));
}

std::map<NodeId, Certificate> Scenario::certificates_of_nodes() const {
  std::map<NodeId, Certificate> all;
  for (const auto& [node, plan] : departing_plans()) all.emplace(node, certificate_of_node(node, plan));
  return all;
}

Records Scenario::draw(std::uint32_t trial, NodeId node) const {
  return drawn_records(configuration_.problem, {.seed = configuration_.run.seed, .trial = trial, .node = node});
}

Objectives Scenario::objectives(std::uint32_t trial) const {
  Objectives objectives;
  if (real_) {
    objectives.owned = real_->objectives(trial);
    for (const auto& own : objectives.owned) objectives.view.push_back(own.get());
    return objectives;
  }
  for (NodeId i = 0; i < graph().node_count(); ++i) {
    objectives.owned.push_back(std::make_unique<MeanEstimation>(domain(), draw(trial, i)));
    objectives.view.push_back(objectives.owned.back().get());
  }
  return objectives;
}

}  // namespace sotto
