// SPDX-License-Identifier: MIT
// A sweep as a job.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/job/jobs.hpp"
#include "sotto/job/sweep_journal.hpp"
#include "sotto/report/study/sweep_report.hpp"

namespace sotto {

void tell_rounds(const JobContext& context, std::uint64_t done, std::uint64_t wanted) {
  constexpr std::uint64_t shown_as_one = 1000;
  const auto shown = [](std::uint64_t rounds) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>((rounds + shown_as_one - 1) / shown_as_one, UINT32_MAX));
  };
  context.progress({shown(done), shown(wanted), "thousand rounds"});
}

namespace {

/// All through one pool of threads.
std::vector<SweepResult> results_of(std::span<const CheckedSweep> sweeps, std::uint64_t wanted,
                                    const JobContext& context) {
  SweepJournal* journal = context.journal;
  std::vector<SweepToRun> to_run;
  for (const CheckedSweep& one : sweeps) to_run.push_back({one.sweep, one.groups});
  context.progress({0, 0, "reading records, finding x* without privacy, and the first trials"});
  std::vector<SweepResult> results = run_sweeps(
      to_run,
      {.known =
           [&](const SweepGroup& group) { return journal == nullptr ? std::nullopt : journal->find(group.identity); },
       .finished =
           [&](const SweepGroup& group, const std::vector<Observation>& observations) {
             if (journal != nullptr) journal->add(group.identity, observations);
           },
       .progress = [&](std::uint64_t done, std::uint64_t) { tell_rounds(context, done, wanted); },
       .interrupt = context.interrupt,
       .dealing = context.dealing});
  std::vector<std::string> told;
  for (const SweepResult& result : results)
    for (const std::string& remark : result.remarks)
      if (std::find(told.begin(), told.end(), remark) == told.end())
        context.remark("engine", told.emplace_back(remark));
  return results;
}

FinishedSweep finished_sweep(const CheckedSweep& sweep, SweepResult result) {
  return {.id = sweep.id,
          .resolved = sweep.resolved,
          .sweep = sweep.sweep,
          .first = sweep.groups.front().points.front().configuration,
          .observations = std::move(result.observations),
          .interrupted = result.interrupted};
}

}  // namespace

std::optional<std::vector<FinishedSweep>> run_checked(std::span<const CheckedSweep> sweeps, std::uint64_t wanted,
                                                      const JobContext& context) {
  std::vector<SweepResult> results = results_of(sweeps, wanted, context);
  std::vector<FinishedSweep> finished;
  for (std::size_t k = 0; k < sweeps.size(); ++k) {
    if (results[k].interrupted) return std::nullopt;
    finished.push_back(finished_sweep(sweeps[k], std::move(results[k])));
  }
  return finished;
}

std::vector<Observation> known_or(const std::string& identity, const JobContext& context,
                                  const std::function<std::vector<Observation>()>& make) {
  if (context.journal != nullptr)
    if (std::optional<std::vector<Observation>> known = context.journal->find(identity)) return *known;
  std::vector<Observation> made = make();
  if (!made.empty() && context.journal != nullptr) context.journal->add(identity, made);
  return made;
}

JobResult interrupted_sweep(const JobContext& context) {
  JobResult result{.verdict = JobVerdict::interrupted};
  if (context.journal == nullptr || context.journal->is_empty()) {
    result.interrupted = "before the first group of points was done: nothing is kept";
    return result;
  }
  const std::string folder = context.journal->folder().string();
  result.interrupted = fmt::format("what is done lies in {}; the same command with --out {} goes on from there", folder,
                                   folder.substr(0, folder.rfind(".unfinished")));
  return result;
}

namespace {

class SweepJob final : public Job {
 public:
  SweepJob(CheckedSweep sweep, const std::string& name) : Job(JobKind::sweep, name), sweep_(std::move(sweep)) {}

  std::string identity() const override {
    std::string all;
    for (const SweepGroup& group : sweep_.groups) all += group.identity;
    return all;
  }

  std::string identity_of_trials() const override { return std::string(name_of(kind())) + "\n" + identity(); }
  std::uint64_t chunks() const override { return chunks_in({{sweep_.sweep, sweep_.groups}}); }
  std::string resolved() const override { return sweep_.resolved; }

  JobResult run(const JobContext& context) const override {
    if (context.journal != nullptr && context.journal->groups_found() > 0)
      context.remark("resuming", fmt::format("{} of {} groups of points are done already",
                                             context.journal->groups_found(), sweep_.groups.size()));
    SweepResult result = std::move(results_of(std::span(&sweep_, 1), work_in(sweep_.groups), context).front());
    const std::size_t groups_done = result.groups_done, groups = result.groups;
    if (result.interrupted && (groups_done == 0 || !keeps_part_in_memory(context))) return interrupted_sweep(context);
    if (!context.has_results()) return {};
    const auto done = std::make_shared<const FinishedSweep>(finished_sweep(sweep_, std::move(result)));
    JobResult made{
        .text = [done] { return finished_sweep_text(*done); },
        .json = [done] { return sweep_json(done->sweep, done->observations); },
        .files = [done, by = own(context.made_by)] { return sweep_files(*done, scenario_of_run(done->first), by); }};
    if (done->interrupted) {
      made.verdict = JobVerdict::interrupted;
      made.interrupted = fmt::format("after {} of {} groups of points; what was done is kept", groups_done, groups);
    }
    return made;
  }

 private:
  /// Where no journal keeps it, and no shard has brought another part.
  static bool keeps_part_in_memory(const JobContext& context) {
    return context.journal == nullptr && !context.dealing.find;
  }

  CheckedSweep sweep_;
};

}  // namespace

std::unique_ptr<Job> sweep_job(CheckedSweep sweep, const std::string& name) {
  return std::make_unique<SweepJob>(std::move(sweep), name);
}

}  // namespace sotto
