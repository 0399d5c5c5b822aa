// SPDX-License-Identifier: MIT
// Gradients of a linear model at the points of many trials, in two steps that any number of members do side by side:
// the slopes of every record, then a sum for every coordinate of every node. The arithmetic is that of LinearModel,
// operation by operation, and so are the bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sotto/arithmetic/dot_order.hpp"
#include "sotto/problem/slopes.hpp"
#include "sotto/simulation/cuda/linear_records.hpp"

namespace sotto {

/// LinearArrays where they lie for whoever works, and what belongs to one question.
struct LinearTask {
  LinearShape shape;
  std::uint32_t lanes = 0;       ///< trials, of which some may be there to fill a tile
  std::uint32_t point_size = 0;  ///< coordinates of a point in a tile
  const LinearNode* nodes;
  const std::uint32_t *node_of, *firsts, *begins, *columns, *column_begins, *records;
  const double *labels, *norms, *values, *column_values;
  const double* points = nullptr;  ///< [node][coordinate][lane]
  double* gradients = nullptr;     ///< likewise
  double* slopes = nullptr;        ///< [record][margin][lane]

  SOTTO_ANYWHERE std::size_t slope_count() const { return std::size_t{shape.records} * lanes; }
  SOTTO_ANYWHERE std::size_t sum_count() const {
    return std::size_t{shape.nodes} * shape.margins * shape.features * lanes;
  }
};

/// Of arrays that lie here.
inline LinearTask linear_task(const LinearRecords& records) {
  const LinearArrays& a = records.arrays;
  return {.shape = records.shape,
          .nodes = a.nodes.data(),
          .node_of = a.node_of.data(),
          .firsts = a.firsts.data(),
          .begins = a.begins.data(),
          .columns = a.columns.data(),
          .column_begins = a.column_begins.data(),
          .records = a.records.data(),
          .labels = a.labels.data(),
          .norms = a.norms.data(),
          .values = a.values.data(),
          .column_values = a.column_values.data()};
}

/// Margins of a record in one trial, then its slopes.
struct LaneOfSlopes {
  double* first;
  std::uint32_t lanes, count;

  SOTTO_ANYWHERE std::size_t size() const { return count; }
  SOTTO_ANYWHERE double& operator[](std::size_t k) const { return first[k * lanes]; }
};
/// The same where there is one margin: it lies in a register.
struct OneSlope {
  double* value;

  SOTTO_ANYWHERE std::size_t size() const { return 1; }
  SOTTO_ANYWHERE double& operator[](std::size_t) const { return *value; }
};

template <bool dense>
SOTTO_ANYWHERE double margin_at(const LinearTask& task, std::uint32_t record, const double* x) {
  const std::size_t lanes = task.lanes;
  if constexpr (dense) {
    const double* row = task.values + std::size_t{record} * task.shape.features;
    return dense_dot(
        task.shape.features, [&](std::size_t k) { return row[k]; }, [&](std::size_t k) { return x[k * lanes]; });
  } else {
    const std::uint32_t begin = task.begins[record];
    const double* values = task.values + begin;
    const std::uint32_t* columns = task.columns + begin;
    return sparse_dot(
        task.begins[record + 1] - begin, [&](std::size_t k) { return values[k]; },
        [&](std::size_t k) { return x[columns[k] * lanes]; });
  }
}

/// Member `number` of slope_count(): neighbours have neighbouring trials.
template <bool dense, class Loss>
SOTTO_ANYWHERE void find_slopes(const LinearTask& task, const Loss& loss, std::size_t number) {
  const auto record = static_cast<std::uint32_t>(number / task.lanes);
  const auto lane = static_cast<std::uint32_t>(number % task.lanes);
  const std::uint32_t node = task.node_of[record];
  const RecordWeight weight = task.nodes[node].weight;
  const double* x = task.points + std::size_t{node} * task.point_size * task.lanes + lane;
  double* to = task.slopes + std::size_t{record} * task.shape.margins * task.lanes + lane;
  const auto judge = [&](const auto& slopes) {
    become_slopes(loss, slopes, task.labels[record]);
    weight.apply(slopes, task.norms[record]);
  };
  if (task.shape.margins == 1) {
    double slope = margin_at<dense>(task, record, x);
    judge(OneSlope{&slope});
    *to = slope;
    return;
  }
  const LaneOfSlopes slopes{to, task.lanes, task.shape.margins};
  for (std::uint32_t m = 0; m < task.shape.margins; ++m)
    slopes[m] = margin_at<dense>(task, record, x + std::size_t{m} * task.shape.features * task.lanes);
  judge(slopes);
}

/// Terms that are asked for together: the memory takes long to answer, and sums wait for each other.
inline constexpr std::uint32_t terms_together = 16;

/// Member `number` of sum_count(), when all slopes are there.
template <bool dense>
SOTTO_ANYWHERE void add_up(const LinearTask& task, std::size_t number) {
  const std::size_t lanes = task.lanes, of_record = task.shape.margins * lanes;
  const auto lane = static_cast<std::uint32_t>(number % lanes);
  const auto entry = static_cast<std::uint32_t>(number / lanes);
  const std::uint32_t feature = entry % task.shape.features, margin = entry / task.shape.features % task.shape.margins;
  const std::uint32_t node = entry / (task.shape.features * task.shape.margins);
  const std::size_t coordinate = std::size_t{margin} * task.shape.features + feature;
  const std::size_t place = (std::size_t{node} * task.point_size + coordinate) * lanes + lane;
  const double* slopes = task.slopes + margin * lanes + lane;
  double sum = task.nodes[node].strong_convexity * task.points[place];
  double slope[terms_together], value[terms_together];
  if constexpr (dense) {
    const std::uint32_t end = task.firsts[node + 1];
    const auto value_of = [&](std::uint32_t r) { return task.values[std::size_t{r} * task.shape.features + feature]; };
    std::uint32_t r = task.firsts[node];
    for (; r + terms_together <= end; r += terms_together) {
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) slope[l] = slopes[(r + l) * of_record];
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) value[l] = value_of(r + l);
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) sum = multiply_add(slope[l], value[l], sum);
    }
    for (; r < end; ++r) sum = multiply_add(slopes[r * of_record], value_of(r), sum);
  } else {
    const std::uint32_t list = node * task.shape.features + feature, end = task.column_begins[list + 1];
    std::uint32_t k = task.column_begins[list];
    for (; k + terms_together <= end; k += terms_together) {
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) slope[l] =
          slopes[task.records[k + l] * of_record];
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) value[l] = task.column_values[k + l];
      SOTTO_UNROLL for (std::uint32_t l = 0; l < terms_together; ++l) sum += slope[l] * value[l];
    }
    for (; k < end; ++k) sum += slopes[task.records[k] * of_record] * task.column_values[k];
  }
  task.gradients[place] = sum;
}

}  // namespace sotto
