// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/comparison.hpp"

#include <algorithm>
#include <limits>

#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// Takes the chunk, so that what it held of every round is freed here.
void merge(Comparison& comparison, ChunkResult chunk) {
  for (std::size_t p = 0; p < chunk.plans.size(); ++p) comparison.plans[p].merge(std::move(chunk.plans[p]));
  for (std::size_t b = 0; b < chunk.baselines.size(); ++b) comparison.baselines[b].merge(chunk.baselines[b]);
  comparison.minimiser_test.merge(chunk.minimiser_test);
  merge_points(comparison.minimiser, chunk.minimiser);
  comparison.constant_test.merge(chunk.constant_test);
  comparison.minimiser_squared_norm.merge(chunk.minimiser_squared_norm);
  comparison.trials_done += chunk.trials;
  comparison.interrupted = chunk.cut;
}

/// A standard error from fewer trials is too uncertain to end a run by.
constexpr std::uint32_t fewest_to_be_sure = 64;

}  // namespace

ComparisonRun::ComparisonRun(const Scenario& scenario, Contest contest, unsigned threads_inside, Progress progress)
    : settings_(scenario.configuration().run),
      per_chunk_(trials_in_chunk(scenario.configuration())),
      setting_(scenario, contest, threads_inside),
      progress_(std::move(progress)) {
  comparison_.nodes = scenario.graph().node_count();
  comparison_.engine = setting_.engine->name();
  for (std::size_t p = 0; p < contest.plans.size(); ++p) {
    comparison_.plans.emplace_back(std::move(contest.plans[p]));
    comparison_.plans.back().exact_error = setting_.plans[p].exact_error;
  }
  for (NamedBaseline& named : contest.baselines) comparison_.baselines.emplace_back(std::move(named.name), named.kind);
  if (scenario.real() != nullptr) comparison_.test_metrics = scenario.real()->test_metrics();
}

void ComparisonRun::count(TrialRange trials) {
  const std::lock_guard lock(mutex_);
  done_ += trials.count;
  begun_ = begun_ || trials.first == 0;
  if (begun_) progress_(done_, settings_.trials);
}

ChunkResult ComparisonRun::run(std::uint64_t k, const std::atomic<bool>& interrupt, const std::atomic<bool>& unwanted) {
  const auto first = static_cast<std::uint32_t>(k * per_chunk_);
  return run_chunk(setting_, {.first = first, .count = std::min(per_chunk_, settings_.trials - first)},
                   {.interrupt = interrupt,
                    .unwanted = [&] { return unwanted || closed_; },
                    .finished = [&](TrialRange trials) { count(trials); }});
}

bool ComparisonRun::accept(ChunkResult chunk) {
  merge(comparison_, std::move(chunk));
  const std::optional<double> reached = relative_standard_error(comparison_);
  const bool enough = comparison_.trials_done >= fewest_to_be_sure || comparison_.trials_done == settings_.trials;
  comparison_.precise_enough = reached && *reached <= settings_.until_se && settings_.until_se > 0 && enough;
  closed_ = comparison_.interrupted || comparison_.precise_enough;
  return !closed_;
}

namespace {

/// All ranks work on every trial, one after another, and have the same results. They end at the same place.
Comparison compare_over_ranks(const Scenario& scenario, Contest contest, const Progress& progress,
                              const std::atomic<bool>& interrupt) {
  const Configuration& configuration = scenario.configuration();
  const std::atomic<bool>& agreed = scenario.spread()->ranks->agreed(interrupt);
  static constexpr std::atomic<bool> always_wanted{false};
  ComparisonRun run(scenario, std::move(contest), threads_inside(configuration.run.threads, 1), progress);
  for (std::uint64_t k = 0; k < chunk_count(configuration); ++k)
    if (!run.accept(run.run(k, agreed, always_wanted))) break;
  return run.take();
}

}  // namespace

Comparison compare(const Scenario& scenario, Contest contest, const Progress& progress,
                   const std::atomic<bool>& interrupt) {
  const std::uint64_t chunks = chunk_count(scenario.configuration());
  if (scenario.spread() != nullptr && scenario.spread()->ranks->count() > 1)
    return compare_over_ranks(scenario, std::move(contest), progress, interrupt);
  const unsigned threads = scenario.configuration().run.threads;
  ComparisonRun run(scenario, std::move(contest), threads_inside(threads, chunks), progress);
  WorkerPool pool(thread_count(threads, chunks));
  run_in_order(
      pool, chunks, [&](std::uint64_t k, const std::atomic<bool>& unwanted) { return run.run(k, interrupt, unwanted); },
      [&](std::uint64_t, ChunkResult&& chunk) { return run.accept(std::move(chunk)); });
  return run.take();
}

const BaselineResult* Comparison::baseline(std::string_view named) const {
  for (const BaselineResult& result : baselines)
    if (result.name == named) return &result;
  return nullptr;
}

std::optional<double> relative_standard_error(const Comparison& comparison) {
  if (comparison.trials_done < 2 || comparison.plans.empty()) return std::nullopt;
  double most = 0;
  for (const PlanResult& result : comparison.plans) {
    const double error = result.normalised_error.standard_error();
    const double relative = error == 0 ? 0 : error / result.normalised_error.mean();
    if (!std::isfinite(relative)) return std::numeric_limits<double>::infinity();
    most = std::max(most, relative);
  }
  return most;
}

bool theory_holds(const PlanResult& result) {
  return std::abs(result.normalised_error.mean() - result.theory.mean()) <=
         4 * result.normalised_error.standard_error();
}

}  // namespace sotto
