// SPDX-License-Identifier: MIT
// Runs the paper's experiments.
#include "reproduction_run.hpp"

#include <fmt/format.h>

#include "sotto/study/printed_bound.hpp"

namespace sotto::app {
namespace {

/// Errors of one node have p = 100 coordinates: a few trials are precise enough, and long ones are needed.
PrintedBoundExperiment printed_bound_of(const ReproductionJobs& jobs) {
  return {.rounds = {1000, 10'000, 100'000, 800'000}, .trials = 24, .seed = jobs.seed, .threads = jobs.threads};
}

std::uint64_t work_in(const PrintedBoundExperiment& experiment) {
  std::uint64_t rounds = 0;
  for (const Round T : experiment.rounds) rounds += T;
  return rounds * experiment.trials;
}

/// From the journal, or run.
std::vector<Observation> printed_bound(const ReproductionJobs& jobs, JobRunner& runner) {
  const PrintedBoundExperiment experiment = printed_bound_of(jobs);
  const std::string name = fmt::format("printed_bound, {} trials, seed {}", experiment.trials, experiment.seed);
  if (runner.journal() != nullptr)
    if (std::optional<std::vector<Observation>> known = runner.journal()->find(name)) return *known;
  const std::vector<Observation> observations = run_printed_bound(
      experiment,
      [&](std::uint32_t done, std::uint32_t wanted) { runner.show(app::work_in(experiment) / wanted * done); },
      runner.interrupt());
  if (!observations.empty() && runner.journal() != nullptr) runner.journal()->add(name, observations);
  return observations;
}

}  // namespace

std::uint64_t ReproductionJobs::work() const {
  std::uint64_t rounds = printed_bound ? app::work_in(printed_bound_of(*this)) : 0;
  for (const SweepJob& job : sweeps) rounds += sotto::work_in(job.groups);
  return rounds;
}

std::string ReproductionJobs::identity() const {
  std::string all = fmt::format("{} {}", seed, printed_bound);
  for (const SweepJob& job : sweeps)
    for (const SweepGroup& group : job.groups) all += group.identity;
  return all;
}

std::optional<Reproduction> run_reproduction(const ReproductionJobs& jobs, JobRunner& runner) {
  std::optional<std::vector<FinishedSweep>> sweeps = runner.run(jobs.sweeps);
  if (!sweeps) return std::nullopt;
  Reproduction done{.sweeps = std::move(*sweeps), .printed_bound = {}, .verdicts = {}, .seed = jobs.seed};
  if (jobs.printed_bound) {
    done.printed_bound = printed_bound(jobs, runner);
    if (done.printed_bound.empty()) return std::nullopt;
    runner.add_work(app::work_in(printed_bound_of(jobs)));
  }
  done.verdicts = judge(done);
  return done;
}

}  // namespace sotto::app
