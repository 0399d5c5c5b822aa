// SPDX-License-Identifier: MIT
#include "sotto/data/model/test_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/data/model/prediction.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/row_access.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

double ratio_or_nan(double numerator, std::size_t denominator) {
  return denominator > 0 ? numerator / static_cast<double>(denominator) : std::numeric_limits<double>::quiet_NaN();
}

bool has_two_levels(const Loss& loss) {
  return predicts_levels(loss) && margins_of(loss) <= 2;
}

/// Margins and labels of the rows that count in a test.
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

/// Twice the number of pairs in the right order is a whole number: the area is exact but for one division.
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

JudgedRows judged_rows(const Loss& loss, std::span<const double> x, const TestRows& on) {
  const std::size_t rows = count_of(on.rows.features), width = margins_of(loss);
  if (on.rows.labels.size() != rows)
    throw InvalidInput({"labels", "", "metrics need the label of every row"}, FaultKind::data);
  JudgedRows judged{.loss = loss, .label_map = on.label};
  judged.margins = margins_at(loss, x, on.rows.features);
  judged.labels.reserve(rows);
  auto dropped = on.dropped.begin();
  for (std::size_t r = 0; r < rows; ++r) {
    if (dropped != on.dropped.end() && *dropped == r) {
      ++dropped;
      continue;
    }
    std::copy_n(judged.margins.begin() + static_cast<std::ptrdiff_t>(r * width), width,
                judged.margins.begin() + static_cast<std::ptrdiff_t>(judged.count() * width));
    judged.labels.push_back(allowed_label(loss, on.rows.labels[r]));
  }
  judged.margins.resize(judged.count() * width);
  return judged;
}

struct Measure {
  MetricKind kind;
  double (*of)(const JudgedRows&);
  bool (*applies)(const Loss&);
};

bool predicts_counts(const Loss& loss) {
  return std::holds_alternative<PoissonLoss>(loss);
}
bool predicts_numbers(const Loss& loss) {
  return !predicts_levels(loss);
}

constexpr Measure measures[] = {{{"accuracy", true}, accuracy, predicts_levels},
                                {{"auc", true}, area_under_curve, has_two_levels},
                                {{"log_loss", false}, log_loss, predicts_probabilities},
                                {{"calibration_error", false}, calibration_error, predicts_probabilities},
                                {{"r2", true}, explained_share, predicts_numbers},
                                {{"mean_squared_error", false}, mean_squared_error, predicts_numbers},
                                {{"mean_deviance", false}, mean_deviance, predicts_counts}};

}  // namespace

std::vector<MetricKind> metrics_for(const Loss& loss) {
  std::vector<MetricKind> kinds;
  for (const Measure& each : measures)
    if (each.applies(loss)) kinds.push_back(each.kind);
  return kinds;
}

std::vector<double> measure(const Loss& loss, std::span<const double> x, const TestRows& on) {
  const JudgedRows rows = judged_rows(loss, x, on);
  std::vector<double> found;
  for (const Measure& each : measures)
    if (each.applies(loss)) found.push_back(each.of(rows));
  return found;
}

}  // namespace sotto
