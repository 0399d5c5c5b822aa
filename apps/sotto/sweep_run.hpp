// SPDX-License-Identifier: MIT
// Sweeps as the program runs them: checked first, with a journal, progress and Ctrl-C.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "command.hpp"
#include "sotto/report/folder_files.hpp"
#include "sotto/report/sweep_journal.hpp"
#include "terminal.hpp"

namespace sotto::app {

/// `sotto run` with a file that has a table [sweep].
ExitCode run_sweep_file(const Command& command, const Settings& settings);

/// A sweep about which everything was checked.
struct SweepJob {
  std::string id;
  std::string resolved;  ///< TOML that runs again as it is
  Sweep sweep;
  std::vector<SweepGroup> groups;
};
SweepJob make_job(std::string id, const Settings& settings);

/// The id of a sweep that is alone in its folder: the same for all, so that several can be drawn over each other.
inline constexpr const char* only_sweep = "sweep";

/// Runs jobs under one progress bar.
class JobRunner {
 public:
  /// `work` is that of all jobs (work_in). A journal keeps what is done, where there is one.
  JobRunner(std::uint64_t work, SweepJournal* journal, bool quiet);

  /// All through one pool of threads. Nothing when they were interrupted.
  std::optional<std::vector<FinishedSweep>> run(std::span<const SweepJob> jobs);
  std::optional<FinishedSweep> run(const SweepJob& job);

  /// For work that is no sweep: how much of it is done, and that all of it is.
  void show(std::uint64_t done_of_job);
  void add_work(std::uint64_t done);
  const std::atomic<bool>& interrupt() const { return interrupt_; }
  SweepJournal* journal() { return journal_; }

 private:
  std::uint64_t wanted_;
  std::uint64_t done_ = 0;
  SweepJournal* journal_;
  ProgressBar bar_;
  const std::atomic<bool>& interrupt_;
};

/// Says that an interrupted sweep can be gone on with, and how; a journal of nothing is taken away.
void remark_on_rest(SweepJournal& journal);

/// The folder that results will have: --out, or one under runs/ with a name that depends on what is run, so that the
/// same command finds what it left unfinished.
std::string target_of(const Command& command, const std::string& name, const std::string& identity);

/// What a journal must have been written by.
std::string program_name();

}  // namespace sotto::app
