// SPDX-License-Identifier: MIT
// The points of a sweep, each a whole configuration, in groups that share records, graph and rounds of Stage II.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/sweep.hpp"

namespace sotto {

/// A series at a point of the x axis.
struct SweepPoint {
  std::size_t series;  ///< its place in Sweep::series
  std::size_t x;       ///< its place in Sweep::x.values
  Configuration configuration;
};

/// Points that one comparison runs: they differ in promise and steps alone, so no luck drowns their differences.
struct SweepGroup {
  std::vector<SweepPoint> points;
  /// All that its results depend on, as a text: two groups with the same text have the same results.
  std::string identity;
};

/// Every point is read as a run's configuration is, so any key can be swept; all faults at once, naming the point.
/// A swept key that a flag, --set or the environment sets too is refused.
std::vector<SweepGroup> groups_of(const Sweep& sweep, const Settings& base);

/// What its trials have in common: as `sotto run` has it, unless a baseline or a point needs the network as a whole.
Scenario scenario_of_group(const Sweep& sweep, const SweepGroup& group);

struct CheckedSweep {
  std::string id;        ///< "figure1"
  std::string resolved;  ///< TOML that runs again as it is
  Sweep sweep;
  std::vector<SweepGroup> groups;
};
/// The sweep of settings that hold one: a plan or a graph that cannot be made is refused before hours of work.
CheckedSweep check_sweep(std::string id, const Settings& settings);

/// The file's settings with defaults, and the sweep: a file that runs again as it is. InvalidInput if it is too long.
std::string resolved_sweep(const Sweep& sweep, const Settings& base);

}  // namespace sotto
