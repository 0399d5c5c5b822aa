// SPDX-License-Identifier: MIT
// The folder that results go to: filled under a temporary name beside its own, renamed when it is complete.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "sotto/files/opened_file.hpp"
#include "sotto/job/job.hpp"
#include "sotto/job/run_journal.hpp"
#include "sotto/job/sweep_journal.hpp"

namespace sotto {

/// A name under runs/ that says what it is and when it was begun.
std::filesystem::path new_run_folder(const std::string& name);

class RunFolder {
 public:
  /// What to do about a name that is taken: a person's choice is refused, a name of ours gets a number ("-2"). Who goes
  /// on from an interrupted run replaces the folder that it left.
  enum class IfTaken { refuse, next_number, replace };

  /// Refuses a target that exists, and makes the temporary folder: what would fail at the end fails at the start. One
  /// that a killed program left for this target is taken away.
  explicit RunFolder(std::filesystem::path target, IfTaken if_taken = IfTaken::refuse);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// Writes a file and waits until it is on the disk. InvalidInput (store) when it cannot be.
  void write(const std::string& name, const std::string& bytes);

  /// Gives the folder its name; target() is then the one it got.
  void finish();

  const std::filesystem::path& target() const { return target_; }

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  std::optional<Descriptor> held_;  ///< the temporary folder, with a lock: nobody else takes it away
  IfTaken if_taken_;
  bool finished_ = false;
};

/// Where a job's folder shall be, and what is done about what lies there.
struct FolderWish {
  std::string out = {};      ///< a person's choice; empty: a new one under runs/
  bool keeps_trials = true;  ///< what a run has accepted is kept beside it, until it is done
  RunJournal::Pace pace = {};
  bool resume = false;  ///< a folder that an interrupted run left may be replaced by what goes on from it
};

/// The folder of a job. It is opened before the work begins: what would fail at the end fails at once.
class JobFolder {
 public:
  /// A folder that nobody named is named after the moment, or after all that the job depends on if it is resumed in
  /// parts; the journal of trials always is. So the same job finds what it left unfinished.
  JobFolder(const Job& job, const FolderWish& wish, const RunIdentity& made_by);
  ~JobFolder();  ///< takes away a journal of nothing, after an exception too
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;

  /// Null where the job cannot be resumed.
  SweepJournal* journal() { return journal_ ? &*journal_ : nullptr; }
  RunJournal* trials() { return trials_ ? &*trials_ : nullptr; }

  /// Fills the folder and gives it its name.
  void write(const Files& files);
  const std::filesystem::path& target() const { return folder_.target(); }

 private:
  std::optional<RunJournal> trials_;  ///< the first member: what it holds decides whether a folder may be replaced
  RunFolder folder_;
  std::optional<SweepJournal> journal_;
};

}  // namespace sotto
