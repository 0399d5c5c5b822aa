// SPDX-License-Identifier: MIT
// Runs sweeps: the chunks of all their groups go through one pool in their order, so that the end of one group leaves
// no thread idle. What is known already is not run again; an interrupt loses what is under way.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "sotto/simulation/comparison/dealing.hpp"
#include "sotto/simulation/observation/observation.hpp"
#include "sotto/study/sweep_points.hpp"

namespace sotto {

/// How earlier results are found, new ones are kept, and progress is told (one call at a time, on any thread).
struct SweepWatch {
  std::function<std::optional<std::vector<Observation>>(const SweepGroup&)> known;
  std::function<void(const SweepGroup&, const std::vector<Observation>&)> finished;
  std::function<void(std::uint64_t done, std::uint64_t wanted)> progress;  ///< in rounds of trials
  const std::atomic<bool>& interrupt;
  Dealing dealing = {};  ///< of the chunks of all groups, counted through; what is known counts too
};

struct SweepResult {
  std::vector<Observation> observations;  ///< series by series, along the x axis, metric by metric
  std::size_t groups_done = 0;
  std::size_t groups = 0;
  bool interrupted = false;
  std::vector<std::string> remarks;  ///< each once: of GPUs that were asked for and did not run all trials
};

/// A sweep with its groups, which must outlive the run.
struct SweepToRun {
  const Sweep& sweep;
  const std::vector<SweepGroup>& groups;
};
/// Groups are finished in their order, sweep after sweep. After an interrupt results hold those before the first gap.
/// Where chunks are not accepted (Dealing::accepts) no group is finished; a shard that is not whole is interrupted.
std::vector<SweepResult> run_sweeps(const std::vector<SweepToRun>& sweeps, const SweepWatch& watch);

struct FinishedSweep {
  std::string id;        ///< "figure1"
  std::string resolved;  ///< TOML that runs again as it is
  Sweep sweep;
  Configuration first;  ///< of its first point
  std::vector<Observation> observations;
  bool interrupted = false;  ///< it holds the groups before the first gap
};

/// How many chunks all groups of some sweeps have.
std::uint64_t chunks_in(const std::vector<SweepToRun>& sweeps);

/// Rounds of trials that the groups come to: what progress counts.
std::uint64_t work_in(const std::vector<SweepGroup>& groups);

}  // namespace sotto
