// SPDX-License-Identifier: MIT
// Sweeps as the program runs them.
#include "sweep_run.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "delivery.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "sotto/digest/digest.hpp"

namespace sotto::app {
namespace {

constexpr std::uint64_t rounds_shown_as_one = 1000;

std::uint32_t shown_part(std::uint64_t rounds) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>((rounds + rounds_shown_as_one - 1) / rounds_shown_as_one, UINT32_MAX));
}

}  // namespace

SweepJob make_job(std::string id, const Settings& settings) {
  Sweep sweep = read_sweep(*settings.sweep());
  std::vector<SweepGroup> groups = groups_of(sweep, settings);
  for (const SweepGroup& group : groups) {  // a plan or a graph that cannot be made is refused before hours of work
    const Scenario scenario(group.points.front().configuration);
    for (const SweepPoint& point : group.points) scenario.departing(point.configuration).plan();
  }
  std::string resolved = resolved_sweep(sweep, settings);
  return {std::move(id), std::move(resolved), std::move(sweep), std::move(groups)};
}

JobRunner::JobRunner(std::uint64_t work, SweepJournal* journal, bool quiet)
    : wanted_(work),
      journal_(journal),
      bar_("thousand rounds", quiet ? ProgressBar::Show::never : ProgressBar::Show::if_terminal),
      interrupt_(watch_for_interrupt()) {}

void JobRunner::show(std::uint64_t done_of_job) {
  bar_.update(shown_part(done_ + done_of_job), shown_part(wanted_));
}

void JobRunner::add_work(std::uint64_t done) {
  done_ += done;
  show(0);
}

std::optional<std::vector<FinishedSweep>> JobRunner::run(std::span<const SweepJob> jobs) {
  std::vector<SweepToRun> sweeps;
  for (const SweepJob& job : jobs) sweeps.push_back({job.sweep, job.groups});
  std::vector<SweepResult> results = run_sweeps(
      sweeps,
      {.known =
           [&](const SweepGroup& group) { return journal_ == nullptr ? std::nullopt : journal_->find(group.identity); },
       .finished =
           [&](const SweepGroup& group, const std::vector<Observation>& observations) {
             if (journal_ != nullptr) journal_->add(group.identity, observations);
           },
       .progress = [&](std::uint64_t done, std::uint64_t) { show(done); },
       .interrupt = interrupt_});
  std::vector<FinishedSweep> finished;
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (results[k].interrupted) return std::nullopt;
    done_ += work_in(jobs[k].groups);
    finished.push_back({.id = jobs[k].id,
                        .resolved = jobs[k].resolved,
                        .sweep = jobs[k].sweep,
                        .first = jobs[k].groups.front().points.front().configuration,
                        .observations = std::move(results[k].observations)});
  }
  return finished;
}

std::optional<FinishedSweep> JobRunner::run(const SweepJob& job) {
  std::optional<std::vector<FinishedSweep>> finished = run(std::span(&job, 1));
  if (!finished) return std::nullopt;
  return std::move(finished->front());
}

void remark_on_rest(SweepJournal& journal) {
  const std::string folder = journal.folder().string();
  if (journal.is_empty()) {
    journal.remove();
    return remark("interrupted", "before the first group of points was done: nothing is kept");
  }
  remark("interrupted", fmt::format("what is done lies in {}; the same command with --out {} goes on from there",
                                    folder, folder.substr(0, folder.rfind(".unfinished"))));
}

std::string program_name() {
  const RunIdentity made_by = identity("");
  return "sotto " + made_by.version + " " + made_by.commit;
}

std::string target_of(const Command& command, const std::string& name, const std::string& identity) {
  if (!command.out().empty()) return command.out();
  return fmt::format("runs/{}-{}", name, sha256(identity).substr(0, 8));
}

ExitCode run_sweep_file(const Command& command, const Settings& settings) {
  const SweepJob job = make_job(only_sweep, settings);
  std::string all;
  for (const SweepGroup& group : job.groups) all += group.identity;
  const std::string target = target_of(command, std::filesystem::path(command.file()).stem().string(), all);
  RunFolder folder(target, command.out().empty() ? RunFolder::IfTaken::next_number : RunFolder::IfTaken::refuse);
  SweepJournal journal(folder.target(), program_name());
  if (journal.groups_found() > 0 && !command.quiet())
    remark("resuming",
           fmt::format("{} of {} groups of points are done already", journal.groups_found(), job.groups.size()));
  const std::optional<FinishedSweep> finished = JobRunner(work_in(job.groups), &journal, command.quiet()).run(job);
  if (!finished) {
    remark_on_rest(journal);
    return interrupted;
  }
  const bool stored = deliver({.command = command,
                               .result = command.json() ? sweep_json(finished->sweep, finished->observations)
                                                        : sweep_text(finished->sweep, finished->observations),
                               .folder = &folder,
                               .write = [&](RunFolder& into) {
                                 const RunIdentity made_by = identity("sweep");
                                 write_folder(into, sweep_files(*finished, made_by), [&](const auto& digests) {
                                   return sweep_manifest_json(made_by, job.groups, digests);
                                 });
                               }});
  if (!stored) return store;
  journal.remove();
  return ok;
}

}  // namespace sotto::app
