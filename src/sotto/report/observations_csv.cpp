// SPDX-License-Identifier: MIT
// Observations as tidy CSV, and back.
#include "sotto/report/observations_csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/input/text_lines.hpp"

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

/// The cells of a line; nothing when its quotes do not match.
std::optional<std::vector<std::string>> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
      cells.back() += line[++k];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return quoted ? std::nullopt : std::optional(std::move(cells));
}

/// A finite number, the whole cell.
std::optional<double> number_in(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return !cell.empty() && end == cell.c_str() + cell.size() && std::isfinite(value) ? std::optional(value)
                                                                                    : std::nullopt;
}

/// Nothing when a line is no observation.
std::optional<Observation> observation_in(std::string_view line) {
  const std::optional<std::vector<std::string>> cells = cells_of(line);
  if (!cells || cells->size() != 9) return std::nullopt;
  Observation seen{.series = (*cells)[0],
                   .x = (*cells)[1],
                   .metric = (*cells)[2],
                   .trials = 0,
                   .mean = 0,
                   .standard_error = {},
                   .q10 = {},
                   .median = {},
                   .q90 = {}};
  const std::string& trials = (*cells)[3];
  const auto [end, error] = std::from_chars(trials.data(), trials.data() + trials.size(), seen.trials);
  const std::optional<double> mean = number_in((*cells)[4]);
  if (error != std::errc() || end != trials.data() + trials.size() || !mean) return std::nullopt;
  seen.mean = *mean;
  std::size_t k = 5;
  for (std::optional<double>* value : {&seen.standard_error, &seen.q10, &seen.median, &seen.q90}) {
    const std::string& cell = (*cells)[k++];
    *value = number_in(cell);
    if (!cell.empty() && !*value) return std::nullopt;
  }
  // Blanks, other quotes and other ways to write a number are of another hand: nothing is known of the rest then.
  return csv_line(seen) == line ? std::optional(std::move(seen)) : std::nullopt;
}

}  // namespace

std::string observations_csv(const std::vector<Observation>& observations) {
  std::string out = std::string(observations_header) + "\n";
  for (const Observation& seen : observations) out += csv_line(seen) + "\n";
  return out;
}

std::vector<Observation> read_observations_csv(const std::string& path) {
  std::ifstream file(path);
  const auto refuse = [&](const std::string& value, const std::string& rule, std::size_t line) {
    throw InvalidInput({"results", shown(value), rule, printable(path) + ":" + std::to_string(line)}, FaultKind::data);
  };
  std::string line;
  if (!file || !next_line(file, line)) refuse(printable(path), "cannot be read, or is empty", 1);
  if (line != observations_header) refuse(line, std::string("the first line must be ") + observations_header, 1);
  std::vector<Observation> observations;
  for (std::size_t number = 2; next_line(file, line); ++number) {
    const std::optional<Observation> seen = observation_in(line);
    if (!seen) refuse(line, "is not an observation: three names, a count and numbers", number);
    observations.push_back(*seen);
  }
  return observations;
}

}  // namespace sotto
