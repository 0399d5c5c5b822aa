// SPDX-License-Identifier: MIT
// A problem whose records lie in files.
#include "sotto/experiment/real_problem.hpp"

#include <algorithm>
#include <numeric>

#include "sotto/dataset/hold_out.hpp"
#include "sotto/dataset/read_dataset.hpp"
#include "sotto/experiment/drawn_objective.hpp"
#include "sotto/experiment/loss_of_columns.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
RealProblem::RealProblem(const Configuration& configuration, const Domain& domain, NodeId nodes)
    : data_(*configuration.data),
      problem_(configuration.problem),
      encoding_(data_.schema),
      loss_(loss_of(problem_, encoding_)),
      domain_(domain),
      nodes_(nodes),
      seed_(configuration.run.seed),
      divided_anew_(configuration.run.fresh == Fresh::data),
      sizes_(node_sizes()) {
  for (NodeId i = 0; i < nodes_; ++i)
    constants_.push_back(loss_ ? LinearModel::constants_for(domain_, setting_of(i))
                               : MeanEstimation::constants_for(domain_, sizes_[i]));
}

std::uint64_t RealProblem::records_in_all() const {
  return std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
}

std::vector<std::uint64_t> RealProblem::node_sizes() const {
  if (!data_.files.empty()) {
    std::vector<std::uint64_t> sizes;
    const auto refuse = [](NodeId node, const std::string& rule) {
      throw InvalidInput({"node." + std::to_string(node) + ".file", "", rule});
    };
    const std::string nodes = std::to_string(nodes_) + " nodes, numbered from 0";
    for (NodeId i = 0; i < nodes_; ++i) {
      const auto own = data_.files.find(i);
      if (own == data_.files.end()) refuse(i, "is required: each of the " + nodes + ", has a file or none has");
      sizes.push_back(kept_rows(*own->second.declared_rows, data_.hold_out));
      if (sizes.back() == 0) refuse(i, "data.hold_out leaves none of its records");
    }
    if (data_.files.size() != nodes_) refuse(data_.files.rbegin()->first, "there are " + nodes);
    return sizes;
  }
  if (data_.sizes_follow_from_records()) {
    const Dataset& all = files().data[0];
    const auto sizes = sizes_of(partition(0, {count_of(all.rows.features), all.rows.labels, all.groups}));
    return {sizes.begin(), sizes.end()};
  }
  // Sizes of the other partitions depend on the number of rows alone: any labels will do.
  const std::vector<double> any(kept_rows(*data_.source.declared_rows, data_.hold_out), 0.0);
  const auto sizes = sizes_of(partition(0, {any.size(), any}));
  return {sizes.begin(), sizes.end()};
}

Partition RealProblem::partition(std::uint32_t trial, const RowsToDivide& rows) const {
  return divide({.kind = data_.partition,
                 .nodes = nodes_,
                 .seed = seed_,
                 .trial = trial,
                 .concentration = data_.concentration,
                 .shards_per_node = data_.shards_per_node},
                rows);
}

/// f = sum_i w_i sum l + lambda n/2 ||x||^2, the regulariser in equal shares: then mu is the same at every node.
LinearModelSetting RealProblem::setting_of(NodeId node) const {
  const auto all = static_cast<double>(records_in_all());
  const double even = all / nodes_;
  return {.loss = *loss_,
          .features = encoding_.dimension(),
          .records = sizes_[node],
          .row_norm = encoding_.row_norm(),
          .weight = problem_.weighting == "nodes" ? even / static_cast<double>(sizes_[node]) : 1.0,
          .strong_convexity = problem_.regularisation * even,
          .clip = problem_.clip};
}

PublicConstants RealProblem::common_constants() const {
  PublicConstants common = constants_[0];
  for (const PublicConstants& own : constants_) {
    common.curvature.strong_convexity = std::min(common.curvature.strong_convexity, own.curvature.strong_convexity);
    common.curvature.smoothness = std::max(common.curvature.smoothness, own.curvature.smoothness);
    common.record_sensitivity = std::max(common.record_sensitivity, own.record_sensitivity);
    common.gradient_bound = std::max(common.gradient_bound, own.gradient_bound);
  }
  return common;
}

DrawnProblem RealProblem::drawn_problem() const {
  return {.encoding = encoding_, .loss = loss_, .domain = domain_, .assumed = *data_.drawn, .sizes = sizes_};
}

std::uint64_t RealProblem::simulated_records() const {
  return data_.drawn ? rows_in_all(drawn_problem()) : records_in_all();
}

const ProblemFiles& RealProblem::files() const {
  std::call_once(read_, [&] { files_ = data_.drawn ? draw_files(drawn_problem(), seed_) : read_files(data_); });
  return files_;
}

LabelledRows RealProblem::rows(NodeId node) const {
  const std::vector<Dataset>& data = files().data;
  return each_has_its_own() ? data[node].rows : rows_of(data[0].rows, division(0)[node]);
}

std::vector<MetricKind> RealProblem::test_metrics() const {
  return has_test() ? metrics_for(*loss_) : std::vector<MetricKind>();
}

std::vector<double> RealProblem::measured(std::span<const double> x) const {
  if (!has_test()) return {};
  const Dataset& test = *files().test;
  return measure(*loss_, x, {test.rows, test.dropped, encoding_.label()->from_units()});
}

std::unique_ptr<Objective> RealProblem::objective(NodeId node, LabelledRows rows) const {
  if (loss_ && data_.drawn) return std::make_unique<DrawnObjective>(domain_, setting_of(node), std::move(rows));
  if (loss_) return std::make_unique<LinearModel>(domain_, setting_of(node), std::move(rows));
  return std::make_unique<MeanEstimation>(domain_, std::get<Records>(std::move(rows.features)));
}

std::unique_ptr<Objective> RealProblem::objective_of_party(NodeId node, const OwnFiles& files,
                                                           RowCounts& counts) const {
  DataSource source = data_.files.at(node);
  source.path = files.rows;
  source.labels_path = files.labels;
  source.field = "--data";
  source.labels_field = "--labels";
  Dataset all = read_dataset(source, data_.schema);
  counts = all.counts;
  return objective(node, data_.hold_out == 0 ? std::move(all.rows) : hold_out(all, data_.hold_out).kept.rows);
}

std::unique_ptr<Objective> RealProblem::drawn_objective_of_party(NodeId node) const {
  LabelledRows rows = files().data[node].rows;
  if (loss_) return std::make_unique<LinearModel>(domain_, setting_of(node), std::move(rows));
  return std::make_unique<MeanEstimation>(domain_, std::get<Records>(std::move(rows.features)));
}

std::vector<std::unique_ptr<Objective>> RealProblem::objectives(std::uint32_t trial) const {
  const std::vector<Dataset>& data = files().data;
  std::vector<std::unique_ptr<Objective>> all;
  if (each_has_its_own()) {
    for (NodeId i = 0; i < nodes_; ++i) all.push_back(objective(i, data[i].rows));
    return all;
  }
  const Partition rows = division(trial);
  for (NodeId i = 0; i < nodes_; ++i) all.push_back(objective(i, rows_of(data[0].rows, rows[i])));
  return all;
}

Partition RealProblem::division(std::uint32_t trial) const {
  const Dataset& all = files().data[0];
  return partition(divided_anew_ ? trial : 0, {count_of(all.rows.features), all.rows.labels, all.groups});
}

}  // namespace sotto
