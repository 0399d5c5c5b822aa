// SPDX-License-Identifier: MIT
// What was measured on test records.
#include "sotto/report/test_json.hpp"

namespace sotto {

Json test_json(const Comparison& comparison) {
  Json json = Json::object();
  const auto add = [&](const std::string& series, const TestStatistics& test) {
    for (std::size_t k = 0; k < test.mean.size(); ++k)
      json[series][std::string(comparison.test_metrics[k].name)] = statistic(test.mean[k]);
    for (const RunningStatistic& node : test.first) json[series]["nodes"].push_back(statistic(node));
  };
  for (const PlanResult& plan : comparison.plans) add(plan.name, plan.test);
  add("minimiser", comparison.minimiser_test);
  for (const BaselineResult& baseline : comparison.baselines) add(baseline.name, baseline.test);
  return json;
}

}  // namespace sotto
