// SPDX-License-Identifier: MIT
// The folder that a job's files go to. It is opened before the work begins: what would fail at the end fails at once.
#pragma once

#include <optional>

#include "sotto/job/job.hpp"
#include "sotto/job/run_folder.hpp"
#include "sotto/job/sweep_journal.hpp"

namespace sotto {

class JobFolder {
 public:
  /// `out` is a person's choice. Where it is empty the folder is a new one under runs/, named after the moment, or
  /// after all that the job depends on if it can be resumed: so the same job finds what it left unfinished.
  JobFolder(const Job& job, const std::string& out, const RunIdentity& made_by);
  ~JobFolder();  ///< takes away a journal of nothing, after an exception too
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;

  /// Null where the job cannot be resumed.
  SweepJournal* journal() { return journal_ ? &*journal_ : nullptr; }

  /// Fills the folder and gives it its name.
  void write(const Files& files);
  const std::filesystem::path& target() const { return folder_.target(); }

 private:
  RunFolder folder_;
  std::optional<SweepJournal> journal_;
};

}  // namespace sotto
