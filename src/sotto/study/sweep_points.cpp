// SPDX-License-Identifier: MIT
#include "sotto/study/sweep_points.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/key_name.hpp"
#include "sotto/settings/toml_file.hpp"
#include "sotto/simulation/comparison/run_identity.hpp"
#include "sotto/simulation/comparison/spread_baselines.hpp"

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

std::set<std::string> swept_keys(const Sweep& sweep) {
  std::set<std::string> swept{sweep.x.key};
  for (const SweepSeries& series : sweep.series)
    for (const SweptKey& key : series.departs) swept.insert(key.key);
  return swept;
}

/// A setting that ranks above the file would silence the sweep without a word.
void refuse_overridden(const Sweep& sweep, const Settings& base) {
  Faults faults;
  for (const std::string& key : swept_keys(sweep)) {
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
  const GraphSettings& graph = points.front().configuration.graph;
  std::string text = fingerprint(graph.file) + fingerprint(graph.weights_file);
  for (const SweepPoint& point : points) {
    const SweepSeries& series = sweep.series[point.series];
    Configuration configuration = point.configuration;
    configuration.run.threads = 0;  // nothing depends on it
    configuration.audit = {};       // it is not run
    text += series.name + "\n" + std::string(series.method()) + "\n" + text_of(sweep.x.values[point.x]) + "\n" +
            to_toml(configuration);
  }
  for (const std::string& metric : sweep.metrics) text += metric + "\n";
  return text + std::string(sweep.against ? name_of(*sweep.against) : "");
}

std::string section_of(const std::string& key) {
  return key.substr(0, key.rfind('.'));
}

/// Key -> value, of a configuration as TOML.
std::map<std::string, std::string> values_in(const std::string& toml) {
  std::map<std::string, std::string> values;
  std::istringstream lines(toml);
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with("["))
      section = line.substr(1, line.size() - 2);
    else if (equals != std::string::npos)
      values[section + "." + line.substr(0, equals)] = line.substr(equals + 3);
  }
  return values;
}

/// What follows from other keys, unless it is set: a default of one point is not that of another.
bool follows_from_others(const std::string& key) {
  return key == "problem.mean" || key == "graph.nodes" || key.starts_with("node.");
}

/// What a configuration forgets where its other keys make no use of it; another point may.
bool may_be_forgotten(const std::string& key) {
  return key == "algorithm.tolerance" || key == "algorithm.consensus_cap" || key.starts_with("node.");
}

/// The value of a known key is public, and said. What a file holds under a key that nobody knows is not.
std::string place_of(const Sweep& sweep, std::size_t s, std::size_t x, const InvalidInput& refused) {
  const auto keeps_its_value = [&](const Fault& fault) { return fault.field == sweep.x.key && fault.value.empty(); };
  const bool known =
      is_nameable(sweep.x.key) && std::none_of(refused.faults().begin(), refused.faults().end(), keeps_its_value);
  if (!known) return "series " + std::to_string(s + 1) + " at point " + std::to_string(x + 1);
  return "series \"" + printable(sweep.series[s].name) + "\" at " + printable(sweep.x.key) + " = " +
         printable(text_of(sweep.x.values[x]));
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
        if (configuration.run.randomness == Randomness::system)
          throw InvalidInput({"run.randomness", "system", "a sweep is a simulation that can be run again: seeded"});
        const auto [at, is_new] = group_of.try_emplace(in_common(configuration), groups.size());
        if (is_new) groups.emplace_back();
        groups[at->second].points.push_back({.series = s, .x = x, .configuration = configuration});
      } catch (const InvalidInput& refused) {
        faults.add(refused, place_of(sweep, s, x, refused));
      }
    }
  }
  faults.throw_if_any();
  for (SweepGroup& group : groups) group.identity = identity_of(sweep, group.points);
  return groups;
}

std::string resolved_sweep(const Sweep& sweep, const Settings& base) {
  // The file's own settings need not be a run's: what they lack stands in every series. A point is always whole.
  const Configuration first = read_configuration(settings_at(sweep, sweep.series.front(), 0, base));
  const std::map<std::string, std::string> resolved = values_in(to_toml(first));
  std::map<std::string, std::string> values = resolved;
  for (const std::string& key : swept_keys(sweep)) values.erase(key);
  std::erase_if(values, [](const auto& value) { return follows_from_others(value.first); });
  for (const auto& [key, given] : base.values())
    values[key] = given.order.rank == Settings::Rank::file || may_be_forgotten(key) ? toml_value(given.setting)
                                                                                    : resolved.at(key);
  std::map<std::string, std::string> sections;
  for (const auto& [key, value] : values)
    sections[section_of(key)] += key.substr(key.rfind('.') + 1) + " = " + value + "\n";
  std::string out;
  for (const auto& [name, lines] : sections)
    if (name != "audit") out += "[" + name + "]\n" + lines + "\n";  // it is not run
  out += to_toml(sweep);
  if (const std::optional<std::string> rule = broken_limit(out))
    throw InvalidInput({"sweep", std::to_string(sweep.series.size()) + " series",
                        "the file, with its series written out so that it runs again, " + *rule});
  return out;
}

Scenario scenario_of_group(const Sweep& sweep, const SweepGroup& group) {
  const Configuration& first = group.points.front().configuration;
  const bool needs_whole = std::any_of(group.points.begin(), group.points.end(), [&](const SweepPoint& point) {
    const SweepSeries& series = sweep.series[point.series];
    return !why_whole(point.configuration).empty() || (series.baseline != nullptr && !runs_on_spread(series.method()));
  });
  return needs_whole ? Scenario(first) : scenario_of_run(first);
}

CheckedSweep check_sweep(std::string id, const Settings& settings) {
  Sweep sweep = read_sweep(*settings.sweep());
  std::vector<SweepGroup> groups = groups_of(sweep, settings);
  for (const SweepGroup& group : groups) {
    const Scenario scenario = scenario_of_group(sweep, group);
    for (const SweepPoint& point : group.points) scenario.departing(point.configuration).plan();
  }
  std::string resolved = resolved_sweep(sweep, settings);
  return {std::move(id), std::move(resolved), std::move(sweep), std::move(groups)};
}

}  // namespace sotto
