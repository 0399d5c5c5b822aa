// SPDX-License-Identifier: MIT
// How well a model does on rows that it was not fitted to. It follows from labels as they are: no guarantee covers it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

struct MetricKind {
  std::string_view name;
  std::string_view title;  ///< for people
  bool more_is_better;
};

/// A value of a metric for people: four digits behind the point, of what has the unit of labels four digits in all.
std::string shown_value(const MetricKind& kind, double value);
/// The same with its standard error, in as many places.
std::string shown_value(const MetricKind& kind, double mean, double standard_error);

/// What is measured, in the order in which `measure` gives it.
///   accuracy            share of rows whose predicted level is theirs
///   auc                 of two levels: how often a row of the second has the larger margin than a row of the first,
///                       over all such pairs; equal margins count 1/2
///   log_loss            mean of -ln(probability of the row's level); not of a hinge, which has no probabilities
///   hinge_loss          mean of the smoothed hinge, of a hinge alone
///   calibration_error   over ten bins of equal width, sum of |rows that came true - sum of probabilities| / rows. Of
///                       two levels the probability is the second's, and comes true if the row is of it; of more it is
///                       the predicted level's
///   r2                  1 - squared errors / squared deviations from the mean of the labels that were counted
///   mean_squared_error  in the square of the label's unit
///   huber_loss          mean of the Huber loss of encoded labels, of that loss alone
///   mean_deviance       of counts: 2 mean(y ln(y / rate) - (y - rate))
/// Two levels are those of logistic, of hinge, and of a softmax over two classes.
std::vector<MetricKind> metrics_for(const Loss& loss);

/// The metric by which models are compared: what their loss measures. Accuracy cannot tell a model that learned from
/// one that always answers the more frequent level. `kinds` are those of a loss.
std::size_t judging_metric(std::span<const MetricKind> kinds);

/// Rows encoded by the schema that the model was fitted with.
struct TestRows {
  const LabelledRows& rows;
  std::span<const std::uint32_t> dropped = {};  ///< Dataset::dropped: rows that do not count; they rise
  AffineMap label = {};                         ///< how a label that is a number was encoded
};

/// NaN is what does not exist: everything where no row counts, auc where only one level occurs, r2 where all labels are
/// the same. Labels are moved into what the loss allows, as in fitting. Refuses (data) rows without labels.
std::vector<double> measure(const Loss& loss, std::span<const double> x, const TestRows& on);

/// What was said of the rows whose probability lies in one of ten bins of equal width, and what came true. The
/// probability is that of calibration_error.
struct CalibrationBin {
  double said = 0;  ///< sum of probabilities
  std::uint64_t came_true = 0, rows = 0;
};

/// The metrics with the ten bins; no bins of a loss without probabilities.
struct TestMeasures {
  std::vector<double> metrics = {};
  std::vector<CalibrationBin> calibration = {};
};
TestMeasures measure_with_bins(const Loss& loss, std::span<const double> x, const TestRows& on);

/// The margins, equal for all rows, at which the mean loss is least: the best answer that looks at no feature.
std::vector<double> constant_margins(const Loss& loss, std::span<const double> labels);

/// The same of the best answer that looks at no feature: the shares of the levels, or the mean of the labels.
std::vector<double> measure_constant(const Loss& loss, const TestRows& on);
/// What that answer is called, for people.
std::string_view name_of_constant(std::span<const MetricKind> kinds);

}  // namespace sotto
