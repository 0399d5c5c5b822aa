// SPDX-License-Identifier: MIT
// The points of a sweep.
#include "sotto/sweep/sweep_points.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

const Setting& value_at(const SweptKey& swept, std::size_t x) {
  return swept.values.size() == 1 ? swept.values[0] : swept.values[x];
}

Settings settings_at(const Sweep& sweep, const SweepSeries& series, std::size_t x, const Settings& base) {
  Settings settings = base;
  for (const SweptKey& swept : series.departs) settings.add_as_of_file(swept.key, value_at(swept, x));
  settings.add_as_of_file(sweep.x.key, sweep.x.values[x]);
  return settings;
}

/// Who is louder than the file would silence the sweep without a word.
void refuse_overridden(const Sweep& sweep, const Settings& base) {
  std::set<std::string> swept{sweep.x.key};
  for (const SweepSeries& series : sweep.series)
    for (const SweptKey& key : series.departs) swept.insert(key.key);
  Faults faults;
  for (const std::string& key : swept) {
    const Settings::Given* given = base.find(key);
    if (given != nullptr && given->order.rank != Settings::Rank::file)
      faults.add({key, shown(given->setting.written), "is swept by the file; change its [sweep] instead",
                  given->setting.place});
  }
  faults.throw_if_any();
}

/// Faults of a point say which it is; those that many points share are said once.
class PointFaults {
 public:
  void add(const InvalidInput& refused, const std::string& where) {
    for (Fault fault : refused.faults()) {
      if (!seen_.insert(fault.field + "=" + fault.value + ":" + fault.rule).second) continue;
      fault.rule += " (" + where + ")";
      if (!faults_.full()) faults_.add(std::move(fault));
    }
  }
  void throw_if_any() const { faults_.throw_if_any(); }

 private:
  std::set<std::string> seen_;
  Faults faults_;
};

/// What points of one comparison have in common: everything but the promise and the steps.
std::string in_common(Configuration configuration) {
  configuration.privacy = {
      {.budget = {.epsilon = 1, .delta = 0.5}, .accountant = Accountant::exact, .schedule = NoiseSchedule::constant},
      configuration.privacy.on_lattice};
  configuration.algorithm.step = StepRule::shifted;
  configuration.audit = {};
  return to_toml(configuration);
}

std::string identity_of(const Sweep& sweep, const std::vector<SweepPoint>& points) {
  std::string text;
  for (const SweepPoint& point : points) {
    const SweepSeries& series = sweep.series[point.series];
    Configuration configuration = point.configuration;
    configuration.run.threads = 0;  // nothing depends on it
    text +=
        series.name + "\n" + series.method + "\n" + text_of(sweep.x.values[point.x]) + "\n" + to_toml(configuration);
  }
  for (const std::string& metric : sweep.metrics) text += metric + "\n";
  return text + sweep.against;
}

/// Lines of a resolved configuration that a sweep may leave out: what follows from other keys would be pinned, and an
/// audit is not run.
std::string without_consequences(const std::string& toml, const Settings& base) {
  std::istringstream lines(toml);
  std::string section, out;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[")) section = line;
    const bool consequence =
        section == "[problem]" && line.starts_with("mean = ") && base.find("problem.mean") == nullptr;
    if (section != "[audit]" && !consequence) out += line + "\n";
  }
  return out;
}

}  // namespace

std::vector<SweepGroup> groups_of(const Sweep& sweep, const Settings& base) {
  refuse_overridden(sweep, base);
  PointFaults faults;
  std::vector<SweepGroup> groups;
  for (std::size_t x = 0; x < sweep.x.values.size(); ++x) {
    std::map<std::string, std::size_t> group_of;
    for (std::size_t s = 0; s < sweep.series.size(); ++s) {
      const Settings settings = settings_at(sweep, sweep.series[s], x, base);
      try {
        const Configuration configuration = read_configuration(settings);
        const auto [at, is_new] = group_of.try_emplace(in_common(configuration), groups.size());
        if (is_new) groups.emplace_back();
        groups[at->second].points.push_back({.series = s, .x = x, .configuration = configuration});
      } catch (const InvalidInput& refused) {
        faults.add(refused, "series \"" + printable(sweep.series[s].name) + "\" at " + printable(sweep.x.key) + " = " +
                                printable(text_of(sweep.x.values[x])));
      }
    }
  }
  faults.throw_if_any();
  for (SweepGroup& group : groups) group.identity = identity_of(sweep, group.points);
  return groups;
}

std::string resolved_sweep(const Sweep& sweep, const Settings& base) {
  // What a run requires and this file leaves to its series is there in every point; any of them stands for it here.
  const Settings first = settings_at(sweep, sweep.series.front(), 0, base);
  Settings settings = base;
  for (const char* required : {"privacy.epsilon", "privacy.delta"})
    if (const Settings::Given* given = first.find(required); given != nullptr && base.find(required) == nullptr)
      settings.add_as_of_file(required, given->setting);
  return without_consequences(to_toml(read_configuration(settings)), base) + to_toml(sweep);
}

}  // namespace sotto
