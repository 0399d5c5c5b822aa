// SPDX-License-Identifier: MIT
#include "sweep_schema.hpp"

#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/study/sweep.hpp"

namespace sotto::app {
namespace {

Json described(Json schema, const char* says) {
  schema["description"] = says;
  return schema;
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

/// A value, a list of them, or a table of a key's parts: graph.kind = "ring".
Json departures() {
  return {{"type", {"string", "number", "boolean", "array", "object"}}};
}

}  // namespace

Json sweep_schema() {
  const Json metrics{{"enum", array_of(known_metrics(), [](const KnownMetric& one) { return one.name; })}};
  const Json baselines{{"enum", array_of(all_baselines(), [](const BaselineKind& one) { return one.name; })}};
  Json methods = baselines;
  methods["enum"].push_back("plan");
  const Json text{{"type", "string"}}, value{{"type", {"string", "number", "boolean"}}};
  Json series{{"type", "object"}, {"properties", {{"method", methods}}}, {"additionalProperties", departures()}};
  return {
      {"type", "object"},
      {"description", "many runs: docs/sweeps.md"},
      {"additionalProperties", false},
      {"required", {"x", "values"}},
      {"properties",
       {{"x", described(text, "the key on the x axis, such as \"privacy.epsilon\"")},
        {"values", described(list_of(value), "what that key takes")},
        {"title", text},
        {"caption", text},
        {"scale", described({{"enum", names_of(SweepScale{})}, {"default", name_of(SweepScale{})}}, "of the x axis")},
        {"against", described({{"enum", names_of(DrawnAgainst{})}}, "draw against this metric instead of x")},
        {"metrics", described(list_of(metrics), "what is measured; each is a panel of the figure")},
        {"baselines", described(list_of(baselines), "what stands beside the series; all unless named")},
        {"beside", described(list_of(text), "series that are drawn among the baselines too")},
        {"series",
         {{"type", "object"},
          {"description", "what each series departs by, key = value; a list goes along with x"},
          {"additionalProperties", series}}},
        {"grid", {{"type", "object"}, {"description", "lists: every series once for each combination"}}}}}};
}

}  // namespace sotto::app
