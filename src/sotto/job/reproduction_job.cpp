// SPDX-License-Identifier: MIT
// The paper's experiments as a job.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/job/jobs.hpp"
#include "sotto/job/sweep_journal.hpp"
#include "sotto/report/study/reproduction_report.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/study/printed_bound.hpp"

namespace sotto {
namespace {

std::uint64_t work_in(const PrintedBoundExperiment& experiment) {
  std::uint64_t rounds = 0;
  for (const Round T : experiment.rounds) rounds += T;
  return rounds * experiment.trials;
}

class ReproductionJob final : public Job {
 public:
  explicit ReproductionJob(ReproductionRequest request)
      : Job(JobKind::reproduction, "reproduction"), request_(std::move(request)) {}

  std::string identity() const override {
    std::string all = fmt::format("{} {}", request_.seed, request_.printed_bound);
    for (const CheckedSweep& sweep : request_.sweeps)
      for (const SweepGroup& group : sweep.groups) all += group.identity;
    return all;
  }

  JobResult run(const JobContext& context) const override {
    if (context.journal != nullptr && context.journal->groups_found() > 0)
      context.remark("resuming", fmt::format("{} groups of points are done already", context.journal->groups_found()));
    std::optional<Reproduction> made = reproduce(context);
    if (!context.has_results()) return {};
    if (!made) return interrupted_sweep(context);
    const auto done = std::make_shared<const Reproduction>(std::move(*made));
    return {.text = [done] { return reproduction_summary(*done); },
            .json = [done] { return reproduction_json(*done); },
            .files =
                [done, by = own(context.made_by)] {
                  std::optional<Scenario> first;
                  if (!done->sweeps.empty()) first.emplace(done->sweeps.front().first);
                  return reproduction_files(*done, first ? &*first : nullptr, by);
                },
            .shown_file = "report.html"};
  }

 private:
  /// Errors of one node have p = 100 coordinates: a few trials are precise enough, and long ones are needed.
  PrintedBoundExperiment printed_bound() const {
    return {
        .rounds = {1000, 10'000, 100'000, 800'000}, .trials = 24, .seed = request_.seed, .threads = request_.threads};
  }

  /// Nothing when it was interrupted.
  std::optional<Reproduction> reproduce(const JobContext& context) const {
    const PrintedBoundExperiment last = printed_bound();
    std::uint64_t before = 0;
    for (const CheckedSweep& sweep : request_.sweeps) before += sotto::work_in(sweep.groups);
    const std::uint64_t wanted = before + (request_.printed_bound ? work_in(last) : 0);
    std::optional<std::vector<FinishedSweep>> sweeps = run_checked(request_.sweeps, wanted, context);
    if (!sweeps || !context.has_results()) return std::nullopt;
    Reproduction done{.sweeps = std::move(*sweeps), .printed_bound = {}, .verdicts = {}, .seed = request_.seed};
    if (request_.printed_bound) {
      const auto progress = [&](std::uint32_t part, std::uint32_t of) {
        tell_rounds(context, before + work_in(last) / of * part, wanted);
      };
      done.printed_bound = known_or(fmt::format("printed_bound, {} trials, seed {}", last.trials, last.seed), context,
                                    [&] { return run_printed_bound(last, progress, context.interrupt); });
      if (done.printed_bound.empty()) return std::nullopt;
      tell_rounds(context, wanted, wanted);
    }
    done.verdicts = judge(done);
    return done;
  }

  ReproductionRequest request_;
};

/// "1" is figure1; a name is itself. All where none was given.
std::vector<std::string> wanted_experiments(const std::vector<std::string>& words) {
  std::vector<std::string> all, wanted;
  for (const ExperimentText& text : experiment_texts()) all.emplace_back(text.id);
  all.emplace_back("printed_bound");
  if (words.empty()) return all;
  Faults faults;
  for (const std::string& word : words) {
    const std::string name = word.size() == 1 && word >= "1" && word <= "4" ? "figure" + word : word;
    if (std::find(all.begin(), all.end(), name) == all.end())
      faults.add({"--figure", word,
                  "must be 1, 2, 3, 4, consensus, exact_methods, colluders or printed_bound" + did_you_mean(word, all),
                  "--figure"});
    else if (std::find(wanted.begin(), wanted.end(), name) == wanted.end())
      wanted.push_back(name);
  }
  faults.throw_if_any();
  return wanted;
}

}  // namespace

ReproductionRequest papers_experiments(const std::vector<std::string>& names, const Settings& flags) {
  const std::vector<std::string> wanted = wanted_experiments(names);
  const auto is_wanted = [&](std::string_view id) {
    return std::find(wanted.begin(), wanted.end(), id) != wanted.end();
  };
  Reader reader(flags);
  const RunSettings run = read_run(reader, false);
  reader.finish();
  if (run.trials < 2)
    throw InvalidInput(
        {"run.trials", std::to_string(run.trials), "must be at least 2: verdicts need standard errors", "--trials"});
  ReproductionRequest request{
      .sweeps = {}, .printed_bound = is_wanted("printed_bound"), .seed = run.seed, .threads = run.threads};
  for (const ExperimentText& text : experiment_texts()) {
    if (!is_wanted(text.id)) continue;
    Settings settings = flags;
    settings.add_file_text(std::string(text.id) + ".toml", std::string(text.toml));
    // Stage II's rounds are the same in every trial: that experiment keeps its few.
    if (text.id == "consensus") settings.add_flag("run.trials", "reproduce", "4");
    request.sweeps.push_back(check_sweep(std::string(text.id), settings));
  }
  return request;
}

std::unique_ptr<Job> reproduction_job(ReproductionRequest request) {
  return std::make_unique<ReproductionJob>(std::move(request));
}

}  // namespace sotto
