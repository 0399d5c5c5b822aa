// SPDX-License-Identifier: MIT
// A problem on records that lie in files, or that are drawn in their place.
#include "sotto/simulation/comparison/real_problem.hpp"

#include "sotto/data/dataset/partition.hpp"
#include "sotto/problem/linear_model.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
namespace {

/// The objective of a node whose drawn rows stand for more than they are: its gradients are those of all the rows that
/// are declared, and so are its constants. A record that is replaced would be one of the many that a row stands for.
class DrawnObjective final : public Objective {
 public:
  /// `setting` is the declared one; rows may be fewer than its records.
  DrawnObjective(const Domain& domain, const LinearModelSetting& setting, LabelledRows rows)
      : declared_(LinearModel::constants_for(domain, setting)),
        rows_(standing_for_all(domain, setting, std::move(rows))) {}

  std::size_t dimension() const override { return rows_.dimension(); }
  double value(std::span<const double> x) const override { return rows_.value(x); }
  void gradient(std::span<const double> x, std::span<double> out) const override { rows_.gradient(x, out); }
  void gradients(std::span<const double> points, std::span<double> out) const override { rows_.gradients(points, out); }
  PublicConstants public_constants() const override { return declared_; }

 private:
  static LinearModel standing_for_all(const Domain& domain, LinearModelSetting setting, LabelledRows rows) {
    const std::uint64_t held = rows.labels.size();
    setting.weight *= static_cast<double>(setting.records) / static_cast<double>(held);
    setting.records = held;
    return {domain, setting, std::move(rows)};
  }

  PublicConstants declared_;
  LinearModel rows_;
};

RowsToDivide rows_in(const Dataset& all) {
  return {count_of(all.rows.features), all.rows.labels, all.groups};
}

}  // namespace

RealProblem::RealProblem(const Agreement& agreement, const RunSettings& run, std::shared_ptr<const LateFiles> files,
                         std::optional<RecordAssumptions> drawn)
    : declared_(agreement.declared()),
      data_(*agreement.terms().data),
      domain_(agreement.domain()),
      seed_(run.seed),
      divided_anew_(run.fresh == Fresh::data),
      files_(std::move(files)),
      drawn_(drawn) {}

std::vector<std::unique_ptr<Objective>> RealProblem::objectives(std::uint32_t trial) const {
  const std::vector<Dataset>& data = files_->get().data;
  const auto nodes = static_cast<NodeId>(declared_->sizes().size());
  std::vector<std::unique_ptr<Objective>> all;
  if (each_has_its_own()) {
    for (NodeId i = 0; i < nodes; ++i) all.push_back(objective(i, data[i].rows));
    return all;
  }
  const Partition rows = division(trial);
  for (NodeId i = 0; i < nodes; ++i) all.push_back(objective(i, rows_of(data[0].rows, rows[i])));
  return all;
}

LabelledRows RealProblem::rows(NodeId node) const {
  const std::vector<Dataset>& data = files_->get().data;
  return each_has_its_own() ? data[node].rows : rows_of(data[0].rows, division(0)[node]);
}

std::unique_ptr<Objective> RealProblem::objective(NodeId node, LabelledRows rows) const {
  if (declared_->loss() && drawn_)
    return std::make_unique<DrawnObjective>(domain_, declared_->setting_of(node), std::move(rows));
  return declared_->objective(node, std::move(rows));
}

Partition RealProblem::division(std::uint32_t trial) const {
  const auto nodes = static_cast<NodeId>(declared_->sizes().size());
  return divide(division_of(data_, nodes, seed_, divided_anew_ ? trial : 0), rows_in(files_->get().data[0]));
}

std::vector<MetricKind> RealProblem::test_metrics() const {
  return has_test() ? metrics_for(*declared_->loss()) : std::vector<MetricKind>();
}

TestMeasures RealProblem::measured(std::span<const double> x) const {
  return has_test() ? measure_with_bins(*declared_->loss(), x, test_rows()) : TestMeasures();
}

std::vector<double> RealProblem::measured_constant() const {
  return has_test() ? measure_constant(*declared_->loss(), test_rows()) : std::vector<double>();
}

TestRows RealProblem::test_rows() const {
  const Dataset& test = *files_->get().test;
  return {test.rows, test.dropped, declared_->encoding().label()->from_units()};
}

std::uint64_t RealProblem::simulated_records() const {
  return drawn_ ? rows_in_all(declared_->drawn(*drawn_)) : declared_->records_in_all();
}

double RealProblem::simulated_numbers() const {
  return static_cast<double>(simulated_records()) * numbers_in_row(declared_->drawn(*drawn_));
}

std::vector<std::uint64_t> simulated_sizes(const DataSettings& data, NodeId nodes, std::uint64_t seed,
                                           const LateFiles& files) {
  if (!data.files.empty()) return declared_sizes(data, nodes);
  const auto sizes_of_division = [&](const RowsToDivide& rows) {
    const std::vector<std::size_t> sizes = sizes_of(divide(division_of(data, nodes, seed), rows));
    return std::vector<std::uint64_t>(sizes.begin(), sizes.end());
  };
  if (data.sizes_follow_from_records()) return sizes_of_division(rows_in(files.get().data[0]));
  // Sizes of the other partitions depend on the number of rows alone: any labels will do.
  const std::vector<double> any(kept_rows(*data.source.declared_rows, data.hold_out), 0.0);
  return sizes_of_division({any.size(), any});
}

}  // namespace sotto
