// SPDX-License-Identifier: MIT
// Parts that the JSON answers share.
#include "sotto/report/json_values.hpp"

#include <cmath>
#include <limits>

namespace sotto {

Json number(double value) {
  if (!std::isfinite(value))
    throw InvalidInput({"result", show(value), "a result is not finite"}, FaultKind::numerical);
  return value;
}

Json number_or_null(const std::optional<double>& value) {
  return value && *value != std::numeric_limits<double>::infinity() ? number(*value) : Json(nullptr);
}

Json statistic(const RunningStatistic& s) {
  if (s.count() == 0) return nullptr;  // not measured: x_1(T) under secret noise
  return {{"mean", number(s.mean())}, {"standard_error", s.count() < 2 ? Json(nullptr) : number(s.standard_error())}};
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json parsed(const std::string& text) {
  constexpr int deepest = 64;
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw std::out_of_range("it is nested too deep");
    return true;
  });
}

Json identity_json(const RunIdentity& identity) {
  return {{"kind", identity.kind},
          {"version", identity.version},
          {"commit", identity.commit},
          {"command_line", identity.command_line}};
}

Json digests_json(const std::map<std::string, std::string>& digests) {
  Json files = Json::object();
  for (const auto& [name, digest] : digests) files[name] = digest;
  return files;
}

}  // namespace sotto
