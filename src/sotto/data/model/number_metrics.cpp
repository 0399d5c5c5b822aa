// SPDX-License-Identifier: MIT
// How near predicted numbers and counts come. Sums run in the order of rows.
#include <algorithm>
#include <limits>

#include "sotto/data/model/judged_rows.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {

double mean_squared_error(const JudgedRows& rows) {
  double sum = 0;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const double error = *rows.prediction(r).value - in_units(rows.label_map, rows.labels[r]);
    sum += error * error;
  }
  return ratio_or_nan(sum, rows.count());
}

/// Constant labels leave nothing to explain. They are asked for as such: their mean may be rounded.
double explained_share(const JudgedRows& rows) {
  const auto [least, most] = std::minmax_element(rows.labels.begin(), rows.labels.end());
  if (rows.count() == 0 || *least == *most) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(rows.count());
  double mean = 0, deviations = 0;
  for (const double label : rows.labels) mean += in_units(rows.label_map, label) / count;
  for (const double label : rows.labels) {
    const double deviation = in_units(rows.label_map, label) - mean;
    deviations += deviation * deviation;
  }
  return 1 - mean_squared_error(rows) * count / deviations;
}

double mean_deviance(const JudgedRows& rows) {
  double sum = 0;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const double count = in_units(rows.label_map, rows.labels[r]), rate = *rows.prediction(r).value;
    const double log_rate = portable_log(std::max(rate, std::numeric_limits<double>::min()));
    sum += 2 * ((count > 0 ? count * (portable_log(count) - log_rate) : 0) - (count - rate));
  }
  return ratio_or_nan(sum, rows.count());
}

}  // namespace sotto
