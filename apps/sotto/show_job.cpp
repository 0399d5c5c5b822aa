// SPDX-License-Identifier: MIT
#include "show_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>

#include "output.hpp"
#include "sotto/input/long_wait.hpp"
#include "sotto/job/run_folder.hpp"
#include "sotto/simulation/comparison/run_identity.hpp"
#include "sotto/simulation/comparison/spread_network.hpp"
#include "sotto/workers/rank_words.hpp"
#include "terminal.hpp"
#include "together.hpp"

namespace sotto::app {
namespace {

/// A default folder that cannot be made is remarked on, and the job goes on without one; but a folder that the user
/// named, or that a journal needs, must work.
std::unique_ptr<JobFolder> open_folder(const Command& command, const Job& job, const ShowWish& wish) {
  if (!is_rank_zero()) return nullptr;
  if (job.name().empty() && command.out().empty()) return nullptr;
  try {
    return std::make_unique<JobFolder>(
        job,
        FolderWish{.out = command.out(), .keeps_trials = wish.keeps_trials, .pace = wish.pace, .resume = wish.resume},
        identity());
  } catch (const InvalidInput& refused) {
    if (!command.out().empty() || !job.identity().empty()) throw;
    remark("warning", std::string("no run folder is written: ") + refused.what());
    return nullptr;
  }
}

std::string row_text(const RowCounts& counts) {
  return fmt::format(
      "{} read: {} dropped, {} clipped to the norm; cells: {} moved into their range, {} substituted, {} of no "
      "declared level",
      counts.rows, counts.dropped_rows, counts.clipped_rows, counts.clipped_cells, counts.substituted_cells,
      counts.unknown_levels);
}

JobResult run_with_progress(const Command& command, const Job& job, JobFolder* folder,
                            const std::atomic<bool>& interrupt) {
  ProgressBar bar(command.quiet() ? ProgressBar::Show::never : ProgressBar::Show::in_lines_too);
  const auto say = [&](const std::string& label, const std::string& text) {
    bar.wipe();
    if (!command.quiet()) remark(label, text);
  };
  // Waits speak until something is counted; when one is over, the job's own words stand there again.
  std::atomic<bool> counting{false};
  std::atomic<const char*> own_words{""};
  std::optional<ListeningToWaits> ears;
  if (!is_silent() && !command.quiet())
    ears.emplace([&](const char* what, double share, WaitOn on) {
      if (counting || (on == WaitOn::records && !at_terminal())) return;
      if (share < 1)
        bar.update_share(what, share);
      else
        bar.update(0, 0, own_words.load());
    });
  JobContext context{.made_by = identity(),
                     .interrupt = interrupt,
                     .progress =
                         [&](const JobProgress& now) {
                           if (now.wanted > 0)
                             counting = true;
                           else
                             own_words = now.unit;
                           bar.update(now.done, now.wanted, now.unit);
                         },
                     .remark = say,
                     .journal = folder != nullptr ? folder->journal() : nullptr,
                     .trials = folder != nullptr ? folder->trials() : nullptr,
                     .dealing = {.ranks = ranks_of_program()}};
  if (at_terminal() && !command.quiet())
    context.tell_operator = [&](const RowCounts& counts) { say("rows (for your eyes)", row_text(counts)); };
  return job.run(context);
}

/// Tries stdout and the folder even if one fails. False when something could not be stored.
bool deliver(const Command& command, const JobResult& result, JobFolder* folder) {
  std::vector<Fault> faults;
  const auto attempt = [&](const std::function<void()>& store) {
    try {
      store();
    } catch (const InvalidInput& refused) {
      if (refused.kind() != FaultKind::store) throw;
      faults.insert(faults.end(), refused.faults().begin(), refused.faults().end());
    }
  };
  attempt([&] { print(command.json() ? result.json() : fitted(result.text())); });
  if (folder != nullptr)
    attempt([&] {
      folder->write(result.files());
      if (!command.quiet()) remark("written", folder->target().string());
    });
  // stdout holds the result, one document; what could not be stored beside it is said on stderr.
  for (const Fault& fault : faults) remark("error", to_text(fault));
  return faults.empty();
}

ExitCode exit_code_of(JobVerdict verdict) {
  switch (verdict) {
    case JobVerdict::done:
      return ok;
    case JobVerdict::answered_no:
      return answered_no;
    case JobVerdict::cannot_tell:
      return cannot_tell;
    case JobVerdict::interrupted:
      break;
  }
  return interrupted;
}

}  // namespace

ExitCode show_job(const Command& command, const Job& job, const ShowWish& wish) {
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  if (!command.quiet())
    for (const std::string& warning : job.warnings()) remark("warning", warning);
  const std::unique_ptr<JobFolder> folder = open_folder(command, job, wish);
  agree_on(ranks_of_program(), std::string(name_of(job.kind())));  // rank 0 may have found no place for its results
  const JobResult result = run_with_progress(command, job, folder.get(), interrupt);
  if (!result.interrupted.empty()) remark("interrupted", result.interrupted);
  if (!result.text) return exit_code_of(result.verdict);
  if (!deliver(command, result, folder.get())) return store;
  if (folder && !result.shown_file.empty() && !command.quiet())
    remark("report", (folder->target() / result.shown_file).string());
  if (folder && folder->journal() != nullptr) folder->journal()->remove();
  if (folder && folder->trials() != nullptr && result.verdict != JobVerdict::interrupted) folder->trials()->remove();
  return exit_code_of(result.verdict);
}

Scenario waited_for(const Command& command, const Configuration& configuration) {
  const Waiting waiting(command.quiet(), "making the graph, its weights and beta");
  return Scenario(configuration);
}

namespace {

bool is_large(const Configuration& configuration) {
  return configuration.graph.nodes >= smallest_spread_network;
}

bool may_warn_of_ranks(const Command& command) {
  return ranks_of_program().count() > 1 && is_rank_zero() && !command.quiet();
}

/// Whoever starts several ranks for a large network hopes that they share it, and well.
void say_how_it_is_shared(const Command& command, const Configuration& configuration) {
  if (!is_large(configuration) || !may_warn_of_ranks(command)) return;
  if (const std::string why = why_whole(configuration); !why.empty())
    remark("warning", "ranks share trials, and not the network: " + why);
  else if (const std::string how = how_networks_are_divided(); !how.empty())
    remark("warning", how);
}

}  // namespace

Scenario run_waited_for(const Command& command, const Configuration& configuration) {
  if (ranks_of_program().count() > 1) {
    agree_on(ranks_of_program(), run_identity(configuration));
    say_how_it_is_shared(command, configuration);
  }
  const Waiting waiting(command.quiet(), "making the graph, its weights and beta");
  return scenario_of_run(configuration, ranks_of_program());
}

void say_how_it_is_shared(const Command& command, const CheckedSweep& sweep) {
  if (!may_warn_of_ranks(command)) return;
  if (std::any_of(sweep.groups.begin(), sweep.groups.end(),
                  [](const SweepGroup& group) { return is_large(group.points.front().configuration); }))
    remark(
        "warning",
        "ranks share the trials of a sweep, and not its networks: each rank holds those that it works on as a whole");
}

std::string name_of_file(const Command& command) {
  const std::string stem = std::filesystem::path(command.file()).stem().string();
  return stem.empty() ? "run" : stem;  // a file may have no name: "" is one without settings
}

}  // namespace sotto::app
