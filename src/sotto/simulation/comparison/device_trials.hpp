// SPDX-License-Identifier: MIT
// Many chunks of trials of a plan at once on a device, which adds what it measures to a plan's statistics itself: the
// same sums, grouped and merged in the same order, as where a processor runs chunk after chunk.
#pragma once

#include "sotto/simulation/comparison/chunk.hpp"
#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {

class DeviceTrials {
 public:
  /// The setting must outlive it.
  DeviceTrials(const ChunkSetting& setting, TeamDevice& device) : setting_(setting), device_(device) {}

  /// Whether a device can run trials like these, of all plans.
  bool suit() const;
  /// How many trials, from this one on, it should run at once: whole chunks, where that many are left. As many as fit
  /// its memory and, where each has records or a graph of its own, that of this machine (`free_here`, in bytes).
  TrialRange batch(TrialRange left, std::size_t free_here) const;
  /// Runs them and adds them to the statistics of each plan, which have the trials before them. False when it was
  /// interrupted between two plans: then the statistics are of no use.
  bool add(TrialRange trials, std::vector<PlanStatistics>& statistics, const std::atomic<bool>& interrupt) const;

 private:
  bool all_alike() const;
  std::vector<TrialWorld> worlds(TrialRange trials) const;

  const ChunkSetting& setting_;
  TeamDevice& device_;
};

/// Bytes that this machine's memory has left for programs, as its system reckons.
std::size_t free_memory();

}  // namespace sotto
