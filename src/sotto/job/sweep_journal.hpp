// SPDX-License-Identifier: MIT
// The journal of a sweep: groups that are done, so that an interrupted sweep goes on where it stopped.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

/// A folder NAME.unfinished with one file. It is locked while it is open, and every group is on the disk before the
/// next begins. Groups are known by a digest of all they depend on, so a changed file finds what it did not change.
class SweepJournal {
 public:
  /// Opens or makes it. Refuses (InvalidInput, store) one that another program writes, that another version of this
  /// one wrote, or that is damaged; half a line at its end is what a crash leaves, and is dropped.
  SweepJournal(const std::filesystem::path& target, const std::string& program);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  std::optional<std::vector<Observation>> find(const std::string& identity) const;
  void add(const std::string& identity, const std::vector<Observation>& observations);

  std::size_t groups_found() const { return found_; }
  bool is_empty() const { return done_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }

  /// Takes it away: the results lie elsewhere now.
  void remove();

 private:
  void read();
  void append(const std::string& line);

  std::filesystem::path folder_;
  std::string program_;
  int file_ = -1;
  std::size_t found_ = 0;
  std::map<std::string, std::vector<Observation>> done_;
};

}  // namespace sotto
