// SPDX-License-Identifier: MIT
#include "sotto/report/document/observations_csv.hpp"

#include <fmt/format.h>

namespace sotto {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_cell(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string csv_line(const Observation& seen) {
  return fmt::format("{},{},{},{},{},{},{},{},{}", csv_cell(seen.series), csv_cell(seen.x), seen.metric, seen.trials,
                     seen.mean, csv_cell(seen.standard_error), csv_cell(seen.q10), csv_cell(seen.median),
                     csv_cell(seen.q90));
}

}  // namespace

std::string observations_csv(const std::vector<Observation>& observations) {
  std::string out = "series,x,metric,trials,mean,standard_error,q10,median,q90\n";
  for (const Observation& seen : observations) out += csv_line(seen) + "\n";
  return out;
}

}  // namespace sotto
