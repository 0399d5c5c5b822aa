// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run, and rates.
#include "ratio_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::bench {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double fastest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

std::string text_of(const Bar& bar, double unit) {
  if (bar.kind == Bar::Kind::none) return "";
  return fmt::format("{} {}", bar.kind == Bar::Kind::at_most ? "<=" : ">=", bar.value / unit);
}

}  // namespace

/// Repetitions are kept and their medians shown.
void RatioTable::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  for (const Run& run : runs) {
    if (run.error_occurred) failed_.push_back(run.benchmark_name() + ": " + run.error_message);
    if (run.error_occurred || (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median") ||
        run.repetitions == 1)
      shown.push_back(run);
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    const auto counted = run.counters.find(items);
    const double done =
        static_cast<double>(run.iterations) * (counted == run.counters.end() ? 1.0 : counted->second.value);
    Times& of_item = seconds_[run.run_name.function_name];
    const bool reported = run.run_name.time_type == "manual_time";  // another process says what it spent
    of_item.cpu.push_back((reported ? run.real_accumulated_time : run.cpu_accumulated_time) / done);
    of_item.wall.push_back(run.real_accumulated_time / done);
    for (const auto& [name, counter] : run.counters)
      counters_[run.run_name.function_name + ' ' + name].push_back(counter.value);
  }
  ConsoleReporter::ReportRuns(shown);
}

void RatioTable::Finalize() {
  for (const Ratio& ratio : rows_.ratios)
    if (const auto row = measure(ratio)) ratios_.push_back(*row);
  for (const Rate& rate : rows_.rates)
    if (const auto row = measure(rate)) per_second_.push_back(*row);
  for (const Figure& figure : rows_.figures)
    if (const auto row = measure(figure)) figures_.push_back(*row);
  print("ratio of medians of CPU time", ratios_, 1);
  print("million items per second of CPU time", per_second_, 1e6);
  print("figures", figures_, 1);
  for (const std::string& failure : failed_) GetOutputStream() << "failed: " << failure << '\n';
}

std::optional<Measured> RatioTable::measure(const Ratio& ratio) const {
  Measured row{.title = ratio.title,
               .value = 0,
               .of_fastest = 0,
               .bar = ratio.bar,
               .repetitions = 0,
               .by_fastest = ratio.clock == Clock::wall};
  const auto times_of = [&](const std::string& name) -> const std::vector<double>* {
    const auto times = seconds_.find(name);
    if (times == seconds_.end()) return nullptr;
    return ratio.clock == Clock::cpu ? &times->second.cpu : &times->second.wall;
  };
  for (const std::string& name : ratio.numerators) {
    const std::vector<double>* times = times_of(name);
    if (times == nullptr) return std::nullopt;
    row.value += row.medians[name] = median(*times);
    row.of_fastest += fastest(*times);
  }
  const std::vector<double>* below = times_of(ratio.denominator);
  if (below == nullptr) return std::nullopt;
  row.value /= row.medians[ratio.denominator] = median(*below);
  row.of_fastest /= fastest(*below);
  row.repetitions = below->size();
  return row;
}

std::optional<Measured> RatioTable::measure(const Rate& rate) const {
  const auto times = seconds_.find(rate.benchmark);
  if (times == seconds_.end()) return std::nullopt;
  const double value = 1 / median(times->second.cpu);
  return Measured{.title = rate.title,
                  .value = value,
                  .of_fastest = 1 / fastest(times->second.cpu),
                  .bar = rate.bar,
                  .repetitions = times->second.cpu.size(),
                  .medians = {{rate.benchmark, value}}};
}

std::optional<Measured> RatioTable::measure(const Figure& figure) const {
  const auto values = counters_.find(figure.benchmark + ' ' + figure.counter);
  if (values == counters_.end()) return std::nullopt;
  return Measured{.title = figure.title,
                  .value = median(values->second),
                  .of_fastest = fastest(values->second),
                  .bar = figure.bar,
                  .repetitions = values->second.size()};
}

void RatioTable::print(const std::string& title, const std::vector<Measured>& rows, double unit) {
  if (rows.empty()) return;
  GetOutputStream() << fmt::format("\n{:<72}{:>8}{:>9}{:>8}{:>10}{:>13}\n", title, "median", "bar", "", "fastest",
                                   "repetitions");
  for (const Measured& row : rows)
    GetOutputStream() << fmt::format("{:<72}{:>8.2f}{:>9}{:>8}{:>10.2f}{:>13}\n", row.title, row.value / unit,
                                     text_of(row.bar, unit), row.keeps_its_bar() ? "" : "MISSED", row.of_fastest / unit,
                                     row.repetitions);
}

bool RatioTable::all_keep_their_bars() const {
  const auto holds = [](const Measured& row) { return row.keeps_its_bar(); };
  return failed_.empty() && std::all_of(ratios_.begin(), ratios_.end(), holds) &&
         std::all_of(per_second_.begin(), per_second_.end(), holds) &&
         std::all_of(figures_.begin(), figures_.end(), holds);
}

}  // namespace sotto::bench
