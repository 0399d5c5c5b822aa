// SPDX-License-Identifier: MIT
// A sweep as TOML.
#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/study/sweep_fields.hpp"

namespace sotto {
namespace {

std::string list_of(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + value;
  return "[" + out + "]";
}

std::vector<std::string> values_of(const SweptKey& swept) {
  std::vector<std::string> values;
  for (const Setting& value : swept.values) values.push_back(toml_value(value));
  return values;
}

std::string toml_of(const SweptKey& swept) {
  return swept.values.size() == 1 ? toml_value(swept.values[0]) : list_of(values_of(swept));
}

/// Visits the fields and writes each as a line.
struct SweepWriter {
  std::string lines = {};

  void add(const char* key, const std::string& value) { lines += std::string(key) + " = " + value + "\n"; }
  void text(const char* key, const std::string& value) {
    if (!value.empty()) add(key, toml_string(value));
  }
  void values(const char* key, const SweptKey& swept) { add(key, list_of(values_of(swept))); }
  template <class Value>
  void choice(const char* key, Value value) {
    add(key, toml_string(std::string(name_of(value))));
  }
  template <class Value>
  void optional_choice(const char* key, std::optional<Value> value) {
    if (value) choice(key, *value);
  }
  void metrics(const char* key, const std::vector<std::string>& names) {
    std::vector<std::string> values;
    for (const std::string& name : names) values.push_back(toml_string(name));
    add(key, list_of(values));
  }
  void series(const char* key, const std::vector<std::string>& names) {
    if (!names.empty()) metrics(key, names);
  }
  /// Those that there are stand below, as series with a method.
  void baselines(const char* key) { add(key, "[]"); }
};

}  // namespace

std::string text_of(const Setting& setting) {
  if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  if (const auto* boolean = std::get_if<bool>(&setting.value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&setting.value)) return std::to_string(*integer);
  return show(std::get<double>(setting.value));
}

std::string_view SweepSeries::method() const {
  return baseline == nullptr ? "plan" : baseline->name;
}

std::string to_toml(Sweep sweep) {
  SweepWriter fields;
  sweep_fields(fields, sweep);
  std::string out = "[sweep]\n" + fields.lines;
  for (const SweepSeries& series : sweep.series) {
    out += "\n[sweep.series." + toml_string(series.name) + "]\nmethod = " + toml_string(std::string(series.method())) +
           "\n";
    for (const SweptKey& swept : series.departs) out += toml_string(swept.key) + " = " + toml_of(swept) + "\n";
  }
  return out;
}

}  // namespace sotto
