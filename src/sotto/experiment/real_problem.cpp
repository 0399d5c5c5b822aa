// SPDX-License-Identifier: MIT
// A problem whose records lie in files.
#include "sotto/experiment/real_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sotto/dataset/hold_out.hpp"
#include "sotto/dataset/read_dataset.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/row_access.hpp"
#include "sotto/synthetic/drawn_rows.hpp"
#include "sotto/synthetic/planted_model.hpp"

namespace sotto {
namespace {

[[noreturn]] void refuse_label(const std::string& kind, const std::string& rule) {
  throw InvalidInput({"problem.kind", kind, rule});
}

/// The largest magnitude of an encoded label.
double label_bound(const Encoding& encoding) {
  const Column& label = encoding.label()->column;
  return label.scaling == Scaling::none ? std::max(std::abs(label.range->lowest), std::abs(label.range->highest)) : 1.0;
}

void need_number(const ProblemSettings& problem, const Encoding& encoding) {
  if (encoding.label_kind() != LabelKind::number || !encoding.label()->column.range)
    refuse_label(problem.kind, "needs a column with role = \"label\", type = \"number\" and a range");
}

void need_two_levels(const ProblemSettings& problem, const Encoding& encoding) {
  if (encoding.label_kind() != LabelKind::signs)
    refuse_label(problem.kind, "needs a column with role = \"label\", type = \"category\" and two levels");
}

Loss poisson_loss(const ProblemSettings& problem, const Encoding& encoding) {
  need_number(problem, encoding);
  const Column& label = encoding.label()->column;
  if (label.scaling != Scaling::none || label.range->lowest < 0)
    refuse_label(problem.kind, "needs a label that counts: scale = \"none\", range = [0, highest]");
  return PoissonLoss{.label_bound = label.range->highest};
}

}  // namespace

std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding) {
  if (problem.kind == "mean-estimation") return std::nullopt;
  if (problem.kind == "poisson") return poisson_loss(problem, encoding);
  if (problem.kind == "linear" || problem.kind == "huber") {
    need_number(problem, encoding);
    const double bound = label_bound(encoding);
    return problem.kind == "linear" ? Loss(SquaredLoss{.label_bound = bound})
                                    : Loss(HuberLoss{.width = problem.width, .label_bound = bound});
  }
  if (problem.kind == "softmax") {
    if (encoding.label_kind() != LabelKind::classes)
      refuse_label(problem.kind,
                   "needs a column with role = \"label\", type = \"category\" and three levels or more (two with "
                   "classes = true)");
    return SoftmaxLoss{.classes = encoding.label()->column.levels.size()};
  }
  need_two_levels(problem, encoding);
  if (problem.kind == "svm") return SmoothedHingeLoss{.width = problem.width};
  return LogisticLoss{};
}

std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding) {
  return encoding.dimension() * (loss ? margins_of(*loss) : 1);
}

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

void RealProblem::read_all() const {
  std::vector<DataSource> sources;
  if (data_.files.empty()) sources.push_back(data_.source);
  for (const auto& [node, own] : data_.files) sources.push_back(own);
  for (const DataSource& source : sources) {
    Dataset all = read_dataset(source, data_.schema);
    files_.counts.push_back(all.counts);
    if (data_.hold_out == 0) {
      files_.data.push_back(std::move(all));
      continue;
    }
    HeldOut parts = hold_out(all, data_.hold_out);
    files_.data.push_back(std::move(parts.kept));
    if (files_.test)
      append(parts.held_out, *files_.test);
    else
      files_.test = std::move(parts.held_out);
  }
  if (data_.test_path.empty()) return;
  DataSource source = data_.source;
  source.path = data_.test_path;
  source.labels_path = data_.test_labels_path;
  source.declared_rows.reset();
  source.field = "data.test_file";
  source.labels_field = "data.test_labels_file";
  files_.test = read_dataset(source, data_.schema, ReadFor::predicting);
}

double RealProblem::numbers_in_row() const {
  return static_cast<double>(model_dimension(loss_, encoding_)) *
         (encoding_.schema().sparse ? data_.drawn->density : 1);
}

double RealProblem::simulated_numbers() const {
  return static_cast<double>(simulated_records()) * numbers_in_row();
}

std::uint32_t RealProblem::drawn_rows(NodeId node) const {
  const double wanted = static_cast<double>(records_in_all()) * numbers_in_row();
  const double share = loss_ ? std::min(1.0, static_cast<double>(data_.drawn->numbers) / wanted) : 1.0;
  const auto rows = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(sizes_[node])));
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rows, 1, UINT32_MAX));
}

std::uint64_t RealProblem::simulated_records() const {
  std::uint64_t sum = 0;
  for (NodeId i = 0; i < nodes_; ++i) sum += data_.drawn ? drawn_rows(i) : sizes_[i];
  return sum;
}

/// The rows of all nodes and those of the test come from one population.
void RealProblem::draw_all() const {
  constexpr std::uint32_t of_test = 0;
  const std::uint64_t affordable = data_.drawn->numbers / model_dimension(loss_, encoding_);
  const auto test_rows =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::min(affordable, 10 * records_in_all()), 1000, 10'000));
  const auto draw = [&](std::uint32_t set, std::uint32_t rows) {
    return draw_rows(encoding_, {.seed = seed_, .set = set, .rows = rows, .density = data_.drawn->density});
  };
  for (NodeId i = 0; i < nodes_; ++i) files_.data.push_back(draw(i + 1, drawn_rows(i)));
  if (!loss_) return;
  files_.test = draw(of_test, test_rows);
  const PlantedModel model =
      plant_model(*loss_, domain_, files_.test->rows.features,
                  {.signal = data_.drawn->signal, .intercept = encoding_.schema().intercept, .seed = seed_});
  draw_labels(model, seed_, of_test, files_.test->rows);
  for (NodeId i = 0; i < nodes_; ++i) draw_labels(model, seed_, i + 1, files_.data[i].rows);
}

const RealProblem::Files& RealProblem::files() const {
  std::call_once(read_, [&] { data_.drawn ? draw_all() : read_all(); });
  return files_;
}

std::unique_ptr<Objective> RealProblem::with_first_record_pulling(const Objective& objective, NodeId node,
                                                                  int direction) const {
  const auto* model = dynamic_cast<const LinearModel*>(&objective);
  if (model == nullptr)
    throw InvalidInput({"problem.kind", problem_.kind, "is audited on records that are drawn: leave out [data]"});
  LabelledRows rows = model->rows();
  for (std::size_t r = 0; r < rows.labels.size(); ++r) {
    const std::span<double> row = numbers_of(rows.features, r);
    if (std::all_of(row.begin(), row.end(), [](double v) { return v == 0; })) continue;
    const double each = direction * encoding_.row_norm() / std::sqrt(static_cast<double>(row.size()));
    std::fill(row.begin(), row.end(), each);
    rows.labels[r] = allowed_label(*loss_, HUGE_VAL);
    break;
  }
  return this->objective(node, std::move(rows));
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
  if (loss_) {
    LinearModelSetting setting = setting_of(node);
    const auto rows_held = static_cast<std::uint64_t>(count_of(rows.features));
    if (rows_held != setting.records && data_.drawn) {  // each stands for several: curvature stays what it was
      setting.weight *= static_cast<double>(setting.records) / static_cast<double>(rows_held);
      setting.records = rows_held;
    }
    return std::make_unique<LinearModel>(domain_, setting, std::move(rows));
  }
  return std::make_unique<MeanEstimation>(domain_, std::get<Records>(std::move(rows.features)));
}

std::vector<std::unique_ptr<Objective>> RealProblem::objectives(std::uint32_t trial) const {
  const std::vector<Dataset>& data = files().data;
  std::vector<std::unique_ptr<Objective>> all;
  if (each_has_its_own()) {
    for (NodeId i = 0; i < nodes_; ++i) all.push_back(objective(i, data[i].rows));
    return all;
  }
  const LabelledRows& rows = data[0].rows;
  const Partition division =
      partition(divided_anew_ ? trial : 0, {count_of(rows.features), rows.labels, data[0].groups});
  for (NodeId i = 0; i < nodes_; ++i) all.push_back(objective(i, rows_of(rows, division[i])));
  return all;
}

}  // namespace sotto
