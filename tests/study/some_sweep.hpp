// SPDX-License-Identifier: MIT
// Sweeps for tests, from texts.
#pragma once

#include <string>
#include <vector>

#include "sotto/input/invalid_input.hpp"
#include "sotto/study/sweep_points.hpp"

namespace sotto::test {

inline Settings settings_of(const std::string& toml) {
  Settings settings;
  settings.add_file_text("a.toml", toml);
  return settings;
}

/// What stands below [sweep], with its line 1 on line 2 of the file.
inline Sweep sweep_of(const std::string& below) {
  return read_sweep(*settings_of("[sweep]\n" + below).sweep());
}

/// A configuration whose trials take well under a millisecond; more keys may follow in their tables.
inline const std::string small_file = R"(
problem.dimension = 3
problem.records_per_node = 5
problem.radius = 2.0
graph.kind = "ring"
graph.nodes = 4
privacy.epsilon = 4.0
privacy.delta = 1e-6
algorithm.rounds = 5
run.trials = 20
)";

struct WholeSweep {
  Sweep sweep;
  Settings settings;
  std::vector<SweepGroup> groups;
};

inline WholeSweep whole_sweep(Settings settings) {
  Sweep sweep = read_sweep(*settings.sweep());
  std::vector<SweepGroup> groups = groups_of(sweep, settings);
  return {std::move(sweep), std::move(settings), std::move(groups)};
}

inline WholeSweep whole_sweep(const std::string& toml) {
  return whole_sweep(settings_of(toml));
}

/// "field = value: rule (place)" for each fault that the action throws.
template <class Action>
std::vector<std::string> fault_texts(Action action) {
  std::vector<std::string> texts;
  try {
    action();
  } catch (const InvalidInput& refused) {
    for (const Fault& fault : refused.faults()) texts.push_back(to_text(fault));
  }
  return texts;
}

inline std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

}  // namespace sotto::test
