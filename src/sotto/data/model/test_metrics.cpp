// SPDX-License-Identifier: MIT
#include "sotto/data/model/test_metrics.hpp"

#include <algorithm>

#include "sotto/data/model/judged_rows.hpp"
#include "sotto/data/model/prediction.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {

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

namespace {

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
