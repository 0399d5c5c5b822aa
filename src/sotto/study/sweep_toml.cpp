// SPDX-License-Identifier: MIT
// A sweep as TOML.
#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/study/sweep.hpp"

namespace sotto {
namespace {

std::string toml_of(const SweptKey& swept) {
  if (swept.values.size() == 1) return toml_value(swept.values[0]);
  std::string out = "[";
  for (const Setting& value : swept.values) out += (out.size() == 1 ? "" : ", ") + toml_value(value);
  return out + "]";
}

}  // namespace

std::string text_of(const Setting& setting) {
  if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  if (const auto* boolean = std::get_if<bool>(&setting.value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&setting.value)) return std::to_string(*integer);
  return show(std::get<double>(setting.value));
}

std::string to_toml(const Sweep& sweep) {
  SweptKey values = sweep.x;
  std::string out = "[sweep]\n";
  if (!sweep.title.empty()) out += "title = " + toml_string(sweep.title) + "\n";
  if (!sweep.caption.empty()) out += "caption = " + toml_string(sweep.caption) + "\n";
  out += "x = " + toml_string(sweep.x.key) + "\nvalues = ";
  out += (values.values.size() == 1 ? "[" + toml_of(values) + "]" : toml_of(values)) + "\n";
  out += "scale = " + toml_string(sweep.scale) + "\n";
  if (!sweep.against.empty()) out += "against = " + toml_string(sweep.against) + "\n";
  out += "metrics = [";
  for (const std::string& metric : sweep.metrics)
    out += (metric == sweep.metrics.front() ? "" : ", ") + toml_string(metric);
  if (!sweep.beside.empty()) out += "]\nbeside = [";
  for (const std::string& name : sweep.beside) out += (name == sweep.beside.front() ? "" : ", ") + toml_string(name);
  out += "]\nbaselines = []\n";  // those that there are stand below, as series with a method
  for (const SweepSeries& series : sweep.series) {
    out += "\n[sweep.series." + toml_string(series.name) + "]\nmethod = " + toml_string(series.method) + "\n";
    for (const SweptKey& swept : series.departs) out += toml_string(swept.key) + " = " + toml_of(swept) + "\n";
  }
  return out;
}

}  // namespace sotto
