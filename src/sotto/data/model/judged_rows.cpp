// SPDX-License-Identifier: MIT
// How well levels, numbers and counts are predicted. Sums run in the order of rows: bits are the same everywhere.
#include "sotto/data/model/judged_rows.hpp"

#include <algorithm>
#include <cmath>

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

/// Twice the number of pairs (second level, first level) in the right order is a whole number: the area is exact but
/// for one division.
double area_under_curve(const JudgedRows& rows) {
  struct Scored {
    double score;
    bool second;
  };
  std::vector<Scored> scored;
  scored.reserve(rows.count());
  for (std::size_t r = 0; r < rows.count(); ++r) scored.push_back({rows.score(r), rows.level(r) == 1});
  std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) { return a.score < b.score; });
  std::uint64_t firsts = 0, seconds = 0, twice_in_order = 0;
  for (std::size_t begin = 0, end = 0; begin < scored.size(); begin = end) {
    std::uint64_t tied_seconds = 0;
    for (; end < scored.size() && scored[end].score == scored[begin].score; ++end) tied_seconds += scored[end].second;
    const std::uint64_t tied_firsts = end - begin - tied_seconds;
    twice_in_order += tied_seconds * (2 * firsts + tied_firsts);
    firsts += tied_firsts;
    seconds += tied_seconds;
  }
  return ratio_or_nan(static_cast<double>(twice_in_order), 2 * firsts * seconds);
}

double log_loss(const JudgedRows& rows) {
  double sum = 0;
  std::visit(
      [&](const auto& judge) {
        for (std::size_t r = 0; r < rows.count(); ++r) sum += value_of(judge, rows.margins_of_row(r), rows.labels[r]);
      },
      rows.loss);
  return ratio_or_nan(sum, rows.count());
}

double accuracy(const JudgedRows& rows) {
  std::uint64_t right = 0;
  for (std::size_t r = 0; r < rows.count(); ++r) right += rows.prediction(r).level == rows.level(r) ? 1 : 0;
  return ratio_or_nan(static_cast<double>(right), rows.count());
}

double calibration_error(const JudgedRows& rows) {
  constexpr std::size_t bins = 10;
  double excess[bins] = {};
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const Prediction said = rows.prediction(r);
    double probability = *said.probability;
    bool came_true = said.level == rows.level(r);
    if (has_two_levels(rows.loss) && said.level == 0u) {
      probability = 1 - probability;
      came_true = !came_true;
    }
    const auto bin = std::min(static_cast<std::size_t>(probability * bins), bins - 1);
    excess[bin] += probability - (came_true ? 1 : 0);
  }
  double sum = 0;
  for (const double e : excess) sum += std::abs(e);
  return ratio_or_nan(sum, rows.count());
}

}  // namespace sotto
