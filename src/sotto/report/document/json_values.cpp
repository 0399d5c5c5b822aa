// SPDX-License-Identifier: MIT
#include "sotto/report/document/json_values.hpp"

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

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string dump_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parsed(const std::string& text) {
  constexpr int deepest = 64;
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw std::out_of_range("it is nested too deep");
    return true;
  });
}

std::string error_json(const std::vector<Fault>& faults, int exit_code) {
  const auto entry_of = [](const Fault& fault) {
    Json entry = {{"field", fault.field}, {"value", fault.value}, {"rule", fault.rule}};
    if (!fault.place.empty()) entry["place"] = fault.place;
    return entry;
  };
  return dump({{"schema", "sotto.error/1"}, {"code", exit_code}, {"errors", array_of(faults, entry_of)}});
}

}  // namespace sotto
