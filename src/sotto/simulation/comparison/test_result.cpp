// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/test_result.hpp"

namespace sotto {

TestResult test_of(const Scenario& scenario, const std::vector<std::vector<double>>& points) {
  TestResult result;
  if (scenario.real() == nullptr || scenario.real()->test_metrics().empty()) return result;
  const std::vector<MetricKind> metrics = scenario.real()->test_metrics();
  const std::size_t judge = judging_metric(metrics);
  result.mean.assign(metrics.size(), 0.0);
  for (const std::vector<double>& point : points) {
    const TestMeasures measured = scenario.real()->measured(point);
    for (std::size_t k = 0; k < measured.metrics.size(); ++k)
      result.mean[k] += measured.metrics[k] / static_cast<double>(points.size());
    result.first.push_back(measured.metrics[0]);
    result.judged.push_back(measured.metrics[judge]);
    result.calibration.resize(measured.calibration.size());
    for (std::size_t b = 0; b < measured.calibration.size(); ++b) {
      result.calibration[b].said += measured.calibration[b].said;
      result.calibration[b].came_true += measured.calibration[b].came_true;
      result.calibration[b].rows += measured.calibration[b].rows;
    }
  }
  return result;
}

TestResult test_of_constant(const Scenario& scenario) {
  if (scenario.real() == nullptr) return {};
  return {.mean = scenario.real()->measured_constant()};
}

}  // namespace sotto
