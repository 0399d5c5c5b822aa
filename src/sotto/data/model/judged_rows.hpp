// SPDX-License-Identifier: MIT
// Rows that count in a test, with what a model says of them; and what can be measured on them. Seen by this folder
// alone.
#pragma once

#include <limits>

#include "sotto/data/model/prediction.hpp"
#include "sotto/data/model/test_metrics.hpp"

namespace sotto {

inline double ratio_or_nan(double numerator, std::size_t denominator) {
  return denominator > 0 ? numerator / static_cast<double>(denominator) : std::numeric_limits<double>::quiet_NaN();
}

inline bool has_two_levels(const Loss& loss) {
  return predicts_levels(loss) && margins_of(loss) <= 2;
}

/// Margins and labels of the rows that count.
struct JudgedRows {
  const Loss& loss;
  AffineMap label_map;
  std::vector<double> margins = {};
  std::vector<double> labels = {};

  std::size_t count() const { return labels.size(); }
  std::span<const double> margins_of_row(std::size_t r) const {
    const std::size_t width = margins_of(loss);
    return std::span(margins).subspan(r * width, width);
  }
  /// For two levels: large where the second is likely.
  double score(std::size_t r) const {
    const std::span<const double> of_row = margins_of_row(r);
    return of_row.size() == 2 ? of_row[1] - of_row[0] : of_row[0];
  }
  Prediction prediction(std::size_t r) const { return prediction_of(loss, margins_of_row(r), label_map); }
  std::uint32_t level(std::size_t r) const { return labels[r] > 0 ? static_cast<std::uint32_t>(labels[r]) : 0; }
};

JudgedRows judged_rows(const Loss& loss, std::span<const double> x, const TestRows& on);

double accuracy(const JudgedRows& rows);
double area_under_curve(const JudgedRows& rows);
double log_loss(const JudgedRows& rows);
double calibration_error(const JudgedRows& rows);
double explained_share(const JudgedRows& rows);
double mean_squared_error(const JudgedRows& rows);
double mean_deviance(const JudgedRows& rows);

}  // namespace sotto
