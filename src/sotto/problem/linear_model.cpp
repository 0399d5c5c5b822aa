// SPDX-License-Identifier: MIT
#include "sotto/problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/norms.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
namespace {

void check(const Domain& domain, const LinearModelSetting& setting) {
  check(setting.loss);
  Faults faults;
  if (const std::size_t wanted = margins_of(setting.loss) * setting.features; dimension(domain) != wanted)
    faults.add({"problem.dimension", std::to_string(dimension(domain)),
                "the model has " + std::to_string(wanted) + " coefficients"});
  if (setting.records < 1 || setting.records > QuantisedSum::most_records)
    faults.add({"data.records", std::to_string(setting.records), "must be between 1 and 2147483648"});
  const auto must_be_positive = [&](const char* field, double value) {
    if (!std::isfinite(value) || !(value > 0)) faults.add({field, show(value), "must be finite and > 0"});
  };
  must_be_positive("data.row_norm", setting.row_norm);
  must_be_positive("weight", setting.weight);
  must_be_positive("problem.regularisation", setting.strong_convexity);
  if (setting.clip) must_be_positive("problem.clip", *setting.clip);
  faults.throw_if_any();
}

void check(const LinearModelSetting& setting, const LabelledRows& rows) {
  const std::size_t count = count_of(rows.features);
  Faults faults;
  if (count != setting.records || rows.labels.size() != count)
    faults.add({"data.records", std::to_string(setting.records),
                "there are " + std::to_string(count) + " rows and " + std::to_string(rows.labels.size()) + " labels"});
  if (dimension_of(rows.features) != setting.features)
    faults.add({"features", std::to_string(dimension_of(rows.features)),
                "rows must have " + std::to_string(setting.features)});
  faults.throw_if_any(FaultKind::data);
}

/// Makes the numbers of a row keep B.
void keep_norm(std::span<double> numbers, double norm) {
  if (std::all_of(numbers.begin(), numbers.end(), [](double v) { return std::isfinite(v); }))
    clip_to_norm(numbers, norm);
  else
    std::fill(numbers.begin(), numbers.end(), 0.0);
}

/// For each margin, a . x_k.
template <class Row>
void fill_margins(const Row& row, std::size_t features, std::span<const double> x, std::span<double> margins) {
  for (std::size_t k = 0; k < margins.size(); ++k) margins[k] = dot(row, x.subspan(k * features, features));
}

/// The gradient of one record by itself, as long as its row is.
class RecordGradient {
 public:
  RecordGradient(std::size_t dimension, std::size_t features) : features_(features) { values_.reserve(dimension); }

  void add(std::span<const double> row, std::span<const double> slopes, QuantisedSum& sum) {
    values_.clear();
    for (const double slope : slopes)
      for (const double v : row) values_.push_back(slope * v);
    sum.add(values_);
  }

  void add(const SparseSpan& row, std::span<const double> slopes, QuantisedSum& sum) {
    values_.clear();
    columns_.clear();
    for (std::size_t k = 0; k < slopes.size(); ++k)
      for (std::size_t j = 0; j < row.columns.size(); ++j) {
        columns_.push_back(static_cast<std::uint32_t>(k * features_ + row.columns[j]));
        values_.push_back(slopes[k] * row.values[j]);
      }
    sum.add(SparseSpan{columns_, values_});
  }

 private:
  std::size_t features_;
  std::vector<std::uint32_t> columns_;
  std::vector<double> values_;
};

}  // namespace

double LinearModel::longest_gradient(const Domain& domain, const Loss& loss, double row_norm) {
  return bounds_of(loss, row_norm * reach(domain)).slope * row_norm;
}

PublicConstants LinearModel::constants_for(const Domain& domain, const LinearModelSetting& setting) {
  check(domain, setting);
  const auto [slope, curvature] = bounds_of(setting.loss, setting.row_norm * reach(domain));
  const double records = setting.weight * static_cast<double>(setting.records), mu = setting.strong_convexity;
  const double of_record = std::min(slope * setting.row_norm, setting.clip.value_or(HUGE_VAL));
  return {.curvature = {.strong_convexity = mu,
                        .smoothness = mu + records * curvature * setting.row_norm * setting.row_norm},
          .record_sensitivity = 2 * setting.weight * of_record,
          .gradient_bound = records * of_record + mu * reach(domain),
          .uses_record_count = true};
}

LinearModel::LinearModel(const Domain& domain, const LinearModelSetting& setting, LabelledRows rows)
    : setting_(setting), constants_(constants_for(domain, setting)), rows_(std::move(rows)) {
  check(setting_, rows_);
  for (double& label : rows_.labels) label = allowed_label(setting_.loss, label);
  for (std::size_t r = 0; r < rows_.labels.size(); ++r) {
    const std::span<double> numbers = numbers_of(rows_.features, r);
    keep_norm(numbers, setting_.row_norm);
    if (setting_.clip) norms_.push_back(norm_from_above(numbers));
  }
}

RecordWeight LinearModel::record_weight() const {
  return {.weight = setting_.weight, .clip = setting_.clip.value_or(HUGE_VAL)};
}

double LinearModel::value(std::span<const double> x) const {
  double sum = 0;
  std::vector<double> margins(margins_of(setting_.loss));
  visit_rows(rows_, setting_.loss, [&](const auto& loss, std::size_t, const auto& row, double label) {
    fill_margins(row, setting_.features, x, margins);
    sum += value_of(loss, margins, label);
  });
  return setting_.weight * sum + 0.5 * setting_.strong_convexity * dot(x, x);
}

void LinearModel::shared_gradient(std::span<const double> x, std::span<double> out) const {
  for (std::size_t k = 0; k < x.size(); ++k) out[k] = setting_.strong_convexity * x[k];
}

void LinearModel::gradient(std::span<const double> x, std::span<double> out) const {
  shared_gradient(x, out);
  const RecordWeight weight = record_weight();
  const std::size_t p = setting_.features;
  std::vector<double> slopes(margins_of(setting_.loss));
  visit_rows(rows_, setting_.loss, [&](const auto& loss, std::size_t record, const auto& row, double label) {
    fill_margins(row, p, x, slopes);
    become_slopes(loss, std::span(slopes), label);
    weight.apply(std::span(slopes), norm_of(record));
    for (std::size_t k = 0; k < slopes.size(); ++k) add_scaled(slopes[k], row, out.subspan(k * p, p));
  });
}

void LinearModel::gradients(std::span<const double> points, std::span<double> out) const {
  const std::size_t size = dimension(), count = points.size() / size, p = setting_.features;
  std::vector<double> xs(points.size()), sums(points.size());  // [point][coordinate]
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < size; ++c) xs[k * size + c] = points[c * count + k];
    shared_gradient(std::span(xs).subspan(k * size, size), std::span(sums).subspan(k * size, size));
  }
  const RecordWeight weight = record_weight();
  std::vector<double> slopes(margins_of(setting_.loss));
  visit_rows(rows_, setting_.loss, [&](const auto& loss, std::size_t record, const auto& row, double label) {
    for (std::size_t k = 0; k < count; ++k) {
      fill_margins(row, p, std::span<const double>(xs).subspan(k * size, size), slopes);
      become_slopes(loss, std::span(slopes), label);
      weight.apply(std::span(slopes), norm_of(record));
      for (std::size_t m = 0; m < slopes.size(); ++m)
        add_scaled(slopes[m], row, std::span(sums).subspan(k * size + m * p, p));
    }
  });
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t c = 0; c < size; ++c) out[c * count + k] = sums[k * size + c];
}

const QuantisedSum& LinearModel::record_gradients(std::span<const double> x, QuantisedSum& scratch) const {
  const RecordWeight weight = record_weight();
  const std::size_t p = setting_.features;
  std::vector<double> slopes(margins_of(setting_.loss));
  RecordGradient gradient(dimension(), p);
  visit_rows(rows_, setting_.loss, [&](const auto& loss, std::size_t record, const auto& row, double label) {
    fill_margins(row, p, x, slopes);
    become_slopes(loss, std::span(slopes), label);
    weight.apply(std::span(slopes), norm_of(record));
    gradient.add(row, slopes, scratch);
  });
  return scratch;
}

}  // namespace sotto
