// SPDX-License-Identifier: MIT
// A sweep's results.
#include "sotto/report/sweep_report.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "sotto/files/npy_header.hpp"
#include "sotto/report/observation_json.hpp"
#include "sotto/report/text_table.hpp"

namespace sotto {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory, as <f8");

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

std::string sweep_means_npy(const Sweep& sweep, const std::vector<Observation>& observations) {
  const SweepTable table(observations);
  const std::vector<std::string> axis = axis_texts(sweep);
  std::string out = npy_preamble({sweep.series.size(), axis.size(), sweep.metrics.size()});
  for (const SweepSeries& series : sweep.series)
    for (const std::string& x : axis)
      for (const std::string& metric : sweep.metrics) {
        const Observation* seen = table.at(series.name, x, metric);
        const double mean = seen == nullptr ? std::numeric_limits<double>::quiet_NaN() : seen->mean;
        char bytes[sizeof mean];
        std::memcpy(bytes, &mean, sizeof mean);
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
