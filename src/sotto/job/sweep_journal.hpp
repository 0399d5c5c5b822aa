// SPDX-License-Identifier: MIT
// The journal of a sweep: groups that are done, so that an interrupted sweep goes on where it stopped.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sotto/job/job.hpp"
#include "sotto/job/journal_folder.hpp"
#include "sotto/simulation/observation/observation.hpp"
#include "sotto/study/run_sweep.hpp"

namespace sotto {

/// Every group is on the disk before the next begins. Groups are known by a digest of all they depend on, so a changed
/// file finds what it did not change.
class SweepJournal {
 public:
  /// Opens or makes it, as JournalFolder does; refuses one that is damaged too.
  SweepJournal(const std::filesystem::path& target, const std::string& program);

  std::optional<std::vector<Observation>> find(const std::string& identity) const;
  void add(const std::string& identity, const std::vector<Observation>& observations);

  std::size_t groups_found() const { return found_; }
  bool is_empty() const { return done_.empty(); }
  const std::filesystem::path& folder() const { return folder_.folder(); }

  /// Takes it away: the results lie elsewhere now.
  void remove() { folder_.remove(); }

 private:
  JournalFolder folder_;
  std::size_t found_ = 0;
  std::map<std::string, std::vector<Observation>> done_;
};

// What jobs made of sweeps share: progress in rounds, the journal, and what is said of an interrupt.

void tell_rounds(const JobContext& context, std::uint64_t done, std::uint64_t wanted);

/// All through one pool of threads, as a part of `wanted` rounds of trials. Nothing when they were interrupted.
std::optional<std::vector<FinishedSweep>> run_checked(std::span<const CheckedSweep> sweeps, std::uint64_t wanted,
                                                      const JobContext& context);

/// From the journal, or made and put into it; what comes empty was interrupted, and is not kept.
std::vector<Observation> known_or(const std::string& identity, const JobContext& context,
                                  const std::function<std::vector<Observation>()>& make);

/// Says how it can be gone on with, if anything is kept.
JobResult interrupted_sweep(const JobContext& context);

}  // namespace sotto
