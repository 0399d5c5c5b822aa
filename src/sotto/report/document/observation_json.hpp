// SPDX-License-Identifier: MIT
// An observation as JSON, and back. Sources alone include this.
#pragma once

#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

inline Json json_of(const Observation& seen) {
  const auto optional = [](const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); };
  return {{"series", seen.series},     {"x", seen.x},
          {"metric", seen.metric},     {"trials", seen.trials},
          {"mean", number(seen.mean)}, {"standard_error", optional(seen.standard_error)},
          {"q10", optional(seen.q10)}, {"median", optional(seen.median)},
          {"q90", optional(seen.q90)}};
}

/// Throws what the library throws where a part is missing or of another type, a count that is none included.
inline Observation observation_in(const Json& json) {
  const auto optional = [&](const char* key) {
    return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<double>());
  };
  return {.series = json.at("series"),
          .x = json.at("x"),
          .metric = json.at("metric"),
          .trials = json.at("trials").get_ref<const Json::number_unsigned_t&>(),
          .mean = json.at("mean"),
          .standard_error = optional("standard_error"),
          .q10 = optional("q10"),
          .median = optional("median"),
          .q90 = optional("q90")};
}

}  // namespace sotto
