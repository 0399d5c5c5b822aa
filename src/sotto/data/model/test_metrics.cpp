// SPDX-License-Identifier: MIT
#include "sotto/data/model/test_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/data/model/prediction.hpp"
#include "sotto/input/closed_set.hpp"
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

double mean_loss(const JudgedRows& rows) {
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

constexpr std::size_t calibration_bins = 10;

/// Calls `add` with the bin of every row, its probability and whether it came true.
template <class Add>
void for_each_probability(const JudgedRows& rows, const Add& add) {
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const Prediction said = rows.prediction(r);
    double probability = *said.probability;
    bool came_true = said.level == rows.level(r);
    if (has_two_levels(rows.loss) && said.level == 0u) {
      probability = 1 - probability;
      came_true = !came_true;
    }
    add(std::min(static_cast<std::size_t>(probability * calibration_bins), calibration_bins - 1), probability,
        came_true);
  }
}

double calibration_error(const JudgedRows& rows) {
  double excess[calibration_bins] = {};
  for_each_probability(rows, [&](std::size_t bin, double probability, bool came_true) {
    excess[bin] += probability - (came_true ? 1 : 0);
  });
  double sum = 0;
  for (const double e : excess) sum += std::abs(e);
  return ratio_or_nan(sum, rows.count());
}

std::vector<CalibrationBin> bins_of(const JudgedRows& rows) {
  std::vector<CalibrationBin> bins(calibration_bins);
  for_each_probability(rows, [&](std::size_t bin, double probability, bool came_true) {
    bins[bin].said += probability;
    bins[bin].came_true += came_true ? 1 : 0;
    ++bins[bin].rows;
  });
  return bins;
}

JudgedRows judged_rows(const Loss& loss, std::vector<double> margins, const TestRows& on) {
  const std::size_t rows = count_of(on.rows.features), width = margins_of(loss);
  if (on.rows.labels.size() != rows)
    throw InvalidInput({"labels", "", "metrics need the label of every row"}, FaultKind::data);
  JudgedRows judged{.loss = loss, .label_map = on.label};
  judged.margins = std::move(margins);
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
bool is_hinge(const Loss& loss) {
  return std::holds_alternative<SmoothedHingeLoss>(loss);
}
bool is_huber(const Loss& loss) {
  return std::holds_alternative<HuberLoss>(loss);
}

constexpr Measure measures[] = {
    {{"accuracy", "accuracy", true}, accuracy, predicts_levels},
    {{"auc", "AUC", true}, area_under_curve, has_two_levels},
    {{"log_loss", "log loss", false}, mean_loss, predicts_probabilities},
    {{"hinge_loss", "hinge loss", false}, mean_loss, is_hinge},
    {{"calibration_error", "calibration error", false}, calibration_error, predicts_probabilities},
    {{"r2", "R^2", true}, explained_share, predicts_numbers},
    {{"mean_squared_error", "mean squared error", false}, mean_squared_error, predicts_numbers},
    {{"huber_loss", "Huber loss", false}, mean_loss, is_huber},
    {{"mean_deviance", "mean deviance", false}, mean_deviance, predicts_counts}};

std::vector<double> measure(const JudgedRows& rows) {
  std::vector<double> found;
  for (const Measure& each : measures)
    if (each.applies(rows.loss)) found.push_back(each.of(rows));
  return found;
}

}  // namespace

std::vector<MetricKind> metrics_for(const Loss& loss) {
  std::vector<MetricKind> kinds;
  for (const Measure& each : measures)
    if (each.applies(loss)) kinds.push_back(each.kind);
  return kinds;
}

namespace {

/// Their size follows from the unit of the labels: a fixed number of places could show them all as 0.
bool has_a_unit(const MetricKind& kind) {
  return kind.name == "mean_squared_error" || kind.name == "huber_loss" || kind.name == "mean_deviance";
}

}  // namespace

std::string shown_value(const MetricKind& kind, double value) {
  if (!has_a_unit(kind)) return fmt::format("{:.4f}", std::abs(value) < 0.00005 ? 0.0 : value);
  return fmt::format("{:.4g}", value);
}

std::string shown_value(const MetricKind& kind, double mean, double standard_error) {
  if (!has_a_unit(kind)) return fmt::format("{} +- {:.4f}", shown_value(kind, mean), standard_error);
  return fmt::format("{} +- {:.2g}", shown_value(kind, mean), standard_error);
}

std::size_t judging_metric(std::span<const MetricKind> kinds) {
  for (const char* loss : {"log_loss", "hinge_loss", "huber_loss", "mean_deviance", "mean_squared_error"})
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].name == loss) return k;
  return 0;
}

std::string_view name_of_constant(std::span<const MetricKind> kinds) {
  const auto has = [&](std::string_view name) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const MetricKind& kind) { return kind.name == name; });
  };
  if (has("huber_loss")) return "answering the best constant";
  if (!has("accuracy")) return "answering the mean";
  return has("auc") ? "answering the more frequent level" : "answering the most frequent level";
}

std::vector<double> measure(const Loss& loss, std::span<const double> x, const TestRows& on) {
  return measure(judged_rows(loss, margins_at(loss, x, on.rows.features), on));
}

TestMeasures measure_with_bins(const Loss& loss, std::span<const double> x, const TestRows& on) {
  const JudgedRows rows = judged_rows(loss, margins_at(loss, x, on.rows.features), on);
  return {.metrics = measure(rows),
          .calibration = predicts_probabilities(loss) ? bins_of(rows) : std::vector<CalibrationBin>()};
}

std::vector<double> measure_constant(const Loss& loss, const TestRows& on) {
  JudgedRows rows = judged_rows(loss, std::vector<double>(count_of(on.rows.features) * margins_of(loss)), on);
  const std::vector<double> margins = constant_margins(loss, rows.labels);
  for (std::size_t k = 0; k < rows.margins.size(); ++k) rows.margins[k] = margins[k % margins.size()];
  return measure(rows);
}

}  // namespace sotto
