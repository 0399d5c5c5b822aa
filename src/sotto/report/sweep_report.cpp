// SPDX-License-Identifier: MIT
// A sweep's results.
#include "sotto/report/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sotto/baseline/baseline.hpp"
#include "sotto/report/observation_json.hpp"
#include "sotto/report/text_table.hpp"

namespace sotto {
namespace {

/// Observations by what they are of.
class SweepTable {
 public:
  explicit SweepTable(const std::vector<Observation>& observations) {
    for (const Observation& seen : observations) by_place_[{seen.series, seen.x, seen.metric}] = &seen;
  }

  const Observation* at(const std::string& series, const std::string& x, const std::string& metric) const {
    const auto found = by_place_.find({series, x, metric});
    return found == by_place_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::array<std::string, 3>, const Observation*> by_place_;
};

std::vector<std::string> axis_texts(const Sweep& sweep) {
  std::vector<std::string> texts;
  for (const Setting& value : sweep.x.values) texts.push_back(text_of(value));
  return texts;
}

std::string title_of_metric(const std::string& name) {
  for (const SweepMetric& metric : sweep_metrics())
    if (metric.name == name) return metric.title;
  return name;
}

/// What a reader calls a key on an axis.
std::string axis_title(const std::string& key) {
  static const std::map<std::string, std::string> titles{{"algorithm.rounds", "T, rounds with a gradient and noise"},
                                                         {"privacy.epsilon", "epsilon"},
                                                         {"privacy.delta", "delta"},
                                                         {"graph.edge_probability", "edge probability"},
                                                         {"graph.nodes", "nodes"},
                                                         {"problem.records_per_node", "records per node"},
                                                         {"problem.dimension", "dimension"}};
  const auto found = titles.find(key);
  return found == titles.end() ? key : found->second;
}

FigureSeries series_of(const SweepSeries& series) {
  if (series.method == "plan") return {.name = series.name, .kind = FigureSeries::Kind::plan, .note = {}};
  const BaselineKind& kind = *baseline_named(series.method);
  const bool hidden_promise = kind.name.find("non_private") != std::string_view::npos;
  return {.name = series.name,
          .kind = hidden_promise ? FigureSeries::Kind::non_private : FigureSeries::Kind::baseline,
          .note = std::string(kind.title) + " (" + std::string(kind.source) + ")"};
}

/// An axis with words, or with a number that is not above 0, cannot be logarithmic.
FigureAxis::Scale scale_of(const Sweep& sweep) {
  if (sweep.scale == "words") return FigureAxis::Scale::words;
  bool positive = true;
  for (const Setting& value : sweep.x.values) {
    const auto* integer = std::get_if<std::int64_t>(&value.value);
    const auto* real = std::get_if<double>(&value.value);
    if (integer == nullptr && real == nullptr) return FigureAxis::Scale::words;
    positive = positive && (integer != nullptr ? *integer > 0 : *real > 0);
  }
  return sweep.scale == "linear" || !positive ? FigureAxis::Scale::linear : FigureAxis::Scale::logarithmic;
}

/// A metric that is not measured, and is drawn as a line among what is.
bool is_theory(const std::string& metric) {
  return metric.starts_with("theory_") || metric.starts_with("bound_");
}

std::string measured_beside(const std::string& theory) {
  return theory == "theory_in_units" ? "error_in_units" : "normalised_error";
}

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr const char* among_baselines = "error_among_baselines";

/// Measured ones as they are; theory of the first series as lines of their own; and once more, in a panel of their own,
/// the baselines with what they are to be compared with.
void add_observations(const Sweep& sweep, const std::vector<Observation>& observations, Figure& figure) {
  std::vector<std::string> beside = sweep.beside;
  if (beside.empty()) beside.push_back(sweep.series.front().name);
  std::vector<std::string> baselines;
  for (const SweepSeries& series : sweep.series)
    if (series.method != "plan") baselines.push_back(series.name);
  for (const Observation& seen : observations) {
    Observation drawn = seen;
    const bool baseline = is_among(seen.series, baselines);
    if (seen.metric == "normalised_error" && (baseline || (!baselines.empty() && is_among(seen.series, beside)))) {
      drawn.metric = among_baselines;
      figure.observations.push_back(drawn);
    }
    if (baseline) continue;
    drawn.metric = seen.metric;
    if (is_theory(seen.metric)) {
      if (seen.series != sweep.series.front().name) continue;
      drawn.metric = measured_beside(seen.metric);
      drawn.series = title_of_metric(seen.metric) + ": " + seen.series;
      if (std::none_of(figure.series.begin(), figure.series.end(),
                       [&](const auto& s) { return s.name == drawn.series; }))
        figure.series.push_back({.name = drawn.series, .kind = FigureSeries::Kind::theory, .note = "not measured"});
    }
    figure.observations.push_back(std::move(drawn));
  }
  if (!baselines.empty())
    figure.panels.push_back({among_baselines, "Beside the baselines: error of the released mean"});
}

/// Puts the mean of another metric in the place of x.
void draw_against(const Sweep& sweep, Figure& figure) {
  std::map<std::pair<std::string, std::string>, std::string> x_of;
  for (const Observation& seen : figure.observations)
    if (seen.metric == sweep.against) x_of[{seen.series, seen.x}] = show(seen.mean);
  figure.x = {.title = title_of_metric(sweep.against), .scale = FigureAxis::Scale::logarithmic};
  for (Observation& seen : figure.observations)
    if (const auto x = x_of.find({seen.series, seen.x}); x != x_of.end()) seen.x = x->second;
}

}  // namespace

std::string sweep_notice() {
  return "SIMULATION: no privacy. Seeded noise can be subtracted by whoever holds the seed, and errors against x* are "
         "known to nobody in a real run.";
}

std::string sweep_text(const Sweep& sweep, const std::vector<Observation>& observations) {
  const SweepTable table(observations);
  const std::vector<std::string> axis = axis_texts(sweep);
  std::string out = sweep_notice() + "\n\n";
  if (!sweep.title.empty()) out += sweep.title + "\n\n";
  for (const std::string& metric : sweep.metrics) {
    std::vector<std::string> header{title_of_metric(metric) + ", by " + sweep.x.key};
    header.insert(header.end(), axis.begin(), axis.end());
    TextTable lines(std::move(header));
    for (const SweepSeries& series : sweep.series) {
      std::vector<std::string> line{series.name};
      bool any = false;
      for (const std::string& x : axis) {
        const Observation* seen = table.at(series.name, x, metric);
        any = any || seen != nullptr;
        line.push_back(seen == nullptr ? "" : fmt::format("{:.3g}", seen->mean));
      }
      if (any) lines.add(std::move(line));
    }
    out += lines.text() + "\n";
  }
  return out;
}

std::string sweep_json(const Sweep& sweep, const std::vector<Observation>& observations) {
  Json list = Json::array();
  for (const Observation& seen : observations) list.push_back(json_of(seen));
  return dump({{"schema", "sotto.sweep/1"},
               {"private", false},
               {"notice", sweep_notice()},
               {"title", sweep.title},
               {"x", sweep.x.key},
               {"observations", list}});
}

Figure sweep_figure(const std::string& id, const Sweep& sweep, const std::vector<Observation>& observations) {
  Figure figure{.id = id,
                .title = sweep.title.empty() ? id : sweep.title,
                .caption = sweep.caption,
                .x = {.title = axis_title(sweep.x.key), .scale = scale_of(sweep)},
                .y = {.title = "", .scale = FigureAxis::Scale::logarithmic},
                .series = {},
                .panels = {},
                .observations = {}};
  for (const SweepSeries& series : sweep.series)
    if (std::any_of(observations.begin(), observations.end(),
                    [&](const auto& seen) { return seen.series == series.name; }))
      figure.series.push_back(series_of(series));
  for (const std::string& metric : sweep.metrics)
    if (!is_theory(metric)) figure.panels.push_back({metric, title_of_metric(metric)});
  add_observations(sweep, observations, figure);
  if (!sweep.against.empty()) draw_against(sweep, figure);
  return figure;
}

std::string sweep_means_npy(const Sweep& sweep, const std::vector<Observation>& observations) {
  const SweepTable table(observations);
  const std::vector<std::string> axis = axis_texts(sweep);
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                                   sweep.series.size(), axis.size(), sweep.metrics.size());
  constexpr std::size_t preamble = 10, alignment = 64;  // magic, version, length; then the data begins on a multiple
  header.append(alignment - 1 - (preamble + header.size()) % alignment, ' ').push_back('\n');
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() % 256);
  out += static_cast<char>(header.size() / 256);
  out += header;
  for (const SweepSeries& series : sweep.series)
    for (const std::string& x : axis)
      for (const std::string& metric : sweep.metrics) {
        const Observation* seen = table.at(series.name, x, metric);
        const double mean = seen == nullptr ? std::numeric_limits<double>::quiet_NaN() : seen->mean;
        char bytes[sizeof mean];
        std::memcpy(bytes, &mean, sizeof mean);  // <f8: this machine's order, which CMake requires to be little-endian
        out.append(bytes, sizeof mean);
      }
  return out;
}

std::string sweep_axes_json(const Sweep& sweep) {
  Json series = Json::array();
  for (const SweepSeries& one : sweep.series) series.push_back(one.name);
  return dump({{"schema", "sotto.axes/1"}, {"series", series}, {"x", axis_texts(sweep)}, {"metric", sweep.metrics}});
}

std::string sweep_manifest_json(const RunIdentity& identity, const std::vector<SweepGroup>& groups,
                                const std::map<std::string, std::string>& digests) {
  const Configuration& first = groups.front().points.front().configuration;
  Json json = {{"schema", "sotto.manifest/1"}, {"private", false}, {"notice", sweep_notice()}};
  json.update(identity_json(identity));
  json.update({{"seed", std::to_string(first.run.seed)},
               {"trials", first.run.trials},
               {"interrupted", false},
               {"sha256", digests_json(digests)}});
  return dump(json);
}

}  // namespace sotto
