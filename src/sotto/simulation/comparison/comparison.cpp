// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/comparison.hpp"

#include <algorithm>
#include <future>
#include <limits>
#include <new>

#include "sotto/input/bytes.hpp"
#include "sotto/simulation/comparison/chunk_bytes.hpp"
#include "sotto/simulation/comparison/device_trials.hpp"
#include "sotto/simulation/cuda/linear_engine.hpp"
#include "sotto/simulation/cuda/team_engine.hpp"
#include "sotto/simulation/large_network/large_engine.hpp"
#include "sotto/workers/rank_words.hpp"
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

struct RaisedAtEnd {
  std::atomic<bool>& flag;
  ~RaisedAtEnd() { flag = true; }
};

}  // namespace

ComparisonRun::ComparisonRun(const Scenario& scenario, Contest contest, unsigned threads_inside, Progress progress)
    : settings_(scenario.configuration().run),
      per_chunk_(trials_in_chunk(scenario.configuration())),
      all_chunks_(chunk_count(scenario.configuration())),
      setting_(scenario, contest, threads_inside),
      progress_(std::move(progress)) {
  comparison_.nodes = scenario.graph().node_count();
  if (!setting_.chosen.remark.empty()) comparison_.remarks.push_back(setting_.chosen.remark);
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

TrialRange ComparisonRun::trials_of(std::uint64_t chunk) const {
  const auto first = static_cast<std::uint32_t>(chunk * per_chunk_);
  return {.first = first, .count = std::min(per_chunk_, settings_.trials - first)};
}

ChunkResult ComparisonRun::run(std::uint64_t k, const std::atomic<bool>& interrupt, const std::atomic<bool>& unwanted) {
  return run_chunk(setting_, trials_of(k),
                   {.interrupt = interrupt,
                    .unwanted = [&] { return unwanted || closed_; },
                    .finished = [&](TrialRange trials) { count(trials); }});
}

void ComparisonRun::check_fits(const ChunkResult& chunk) const {
  if (chunk.plans.size() != comparison_.plans.size() || chunk.baselines.size() != comparison_.baselines.size())
    throw InvalidInput({"chunk", std::to_string(chunk.plans.size()) + " plans", "belongs to another comparison"},
                       FaultKind::data);
}

void ComparisonRun::hear(std::uint64_t k, const ChunkResult& chunk) {
  check_fits(chunk);
  const TrialRange wanted = trials_of(k);
  if (chunk.trials > wanted.count || (chunk.trials < wanted.count && !chunk.cut))
    throw InvalidInput({"chunk", std::to_string(chunk.trials) + " trials", "belongs to another comparison"},
                       FaultKind::data);
  count({.first = wanted.first, .count = chunk.trials});
}

std::string ComparisonRun::state() const {
  ChunkResult all;
  all.plans.assign(comparison_.plans.begin(), comparison_.plans.end());
  all.baselines.assign(comparison_.baselines.begin(), comparison_.baselines.end());
  all.minimiser_test = comparison_.minimiser_test;
  all.minimiser = comparison_.minimiser;
  all.constant_test = comparison_.constant_test;
  all.minimiser_squared_norm = comparison_.minimiser_squared_norm;
  all.trials = comparison_.trials_done;
  return bytes_of(all);
}

std::uint64_t ComparisonRun::resume(const std::string& state) {
  ChunkResult all = chunk_in(state);
  check_fits(all);
  if (all.cut || all.trials > settings_.trials || (all.trials % per_chunk_ != 0 && all.trials != settings_.trials))
    throw InvalidInput({"state", std::to_string(all.trials) + " trials", "is no state of this comparison"},
                       FaultKind::data);
  const std::uint32_t trials = all.trials;
  merge(comparison_, std::move(all));
  count({.first = 0, .count = trials});
  const std::uint64_t chunks = (trials + per_chunk_ - 1) / per_chunk_;
  return judge() ? chunks : all_chunks_;
}

bool ComparisonRun::accept(ChunkResult chunk) {
  merge(comparison_, std::move(chunk));
  return judge();
}

/// Those of a batch, chunk by chunk; fewer when it was interrupted.
std::vector<ChunkResult> ComparisonRun::run_baselines(TrialRange batch, const std::atomic<bool>& interrupt,
                                                      const std::atomic<bool>& unwanted) const {
  std::vector<ChunkResult> chunks((batch.count + per_chunk_ - 1) / per_chunk_);
  const std::unique_ptr<Crew> crew = crew_of(threads_inside(settings_.threads, 1));
  share_out(*crew, chunks.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last && !interrupt && !unwanted; ++k) {
      const auto begin = static_cast<std::uint32_t>(k) * per_chunk_;
      chunks[k] = run_chunk(
          setting_, {batch.first + begin, std::min(per_chunk_, batch.count - begin)},
          {.interrupt = interrupt, .unwanted = [&] { return unwanted.load(); }, .finished = [](TrialRange) {}},
          Runs::baselines);
    }
  });
  return chunks;
}

/// More is kept of trial 0 than a device gives.
bool ComparisonRun::accept_first(const std::atomic<bool>& interrupt, const std::function<void()>& accepted) {
  static constexpr std::atomic<bool> wanted{false};
  if (comparison_.trials_done > 0) return true;
  if (!accept(run(0, interrupt, wanted))) return false;
  accepted();
  return true;
}

bool ComparisonRun::run_on_device(const std::atomic<bool>& interrupt, const std::function<void()>& accepted) {
  if (settings_.until_se > 0) return false;
  if (auto* teams = dynamic_cast<TeamEngine*>(&setting_.engine)) return run_teams(*teams, interrupt, accepted);
  if (auto* linear = dynamic_cast<LinearEngine*>(&setting_.engine)) return run_linear(*linear, interrupt, accepted);
  return false;
}

void ComparisonRun::remark_where_asked_for(const std::string& what_a_device_knows) {
  if (settings_.engine == EngineWish::cuda)
    comparison_.remarks.push_back("run.engine = \"cuda\": a GPU knows " + what_a_device_knows +
                                  "; this processor runs the trials");
}

bool ComparisonRun::run_teams(TeamEngine& engine, const std::atomic<bool>& interrupt,
                              const std::function<void()>& accepted) {
  const DeviceTrials trials(setting_, engine.device());
  if (!engine.failure().empty()) return false;
  if (!trials.suit()) {
    remark_where_asked_for("networks of up to 4096 nodes and 4 million numbers, with as many records at each node");
    return false;
  }
  if (!accept_first(interrupt, accepted)) return true;
  while (comparison_.trials_done < settings_.trials) {
    if (run_batch(engine, trials, interrupt)) {
      accepted();
    } else if (interrupt) {
      comparison_.interrupted = true;
      return true;
    } else if (!engine.failure().empty()) {
      return false;
    }
  }
  return true;
}

/// A batch of those that are left, and what others do beside the device. False: it is not done, since it was
/// interrupted or a device failed.
bool ComparisonRun::run_batch(TeamEngine& engine, const DeviceTrials& trials, const std::atomic<bool>& interrupt) {
  std::vector<PlanStatistics> statistics(comparison_.plans.begin(), comparison_.plans.end());
  std::atomic<bool> unwanted{false};
  TrialRange batch{};
  std::vector<ChunkResult> chunks;
  try {
    batch = trials.batch({comparison_.trials_done, settings_.trials - comparison_.trials_done}, free_memory());
    std::future<std::vector<ChunkResult>> beside =
        std::async(std::launch::async, [&] { return run_baselines(batch, interrupt, unwanted); });
    const RaisedAtEnd raised{unwanted};  // before anybody waits for them in vain
    if (!trials.add(batch, statistics, interrupt)) return false;
    chunks = beside.get();
  } catch (const DeviceFailure& failed) {
    engine.has_others_after(failed);
    return false;
  } catch (const std::bad_alloc&) {
    engine.has_others_after(TooLittleMemory("this machine has too little memory for a batch of trials"));
    return false;
  }
  if (interrupt) return false;
  engine.note_that_device_ran();
  for (std::size_t p = 0; p < statistics.size(); ++p)
    static_cast<PlanStatistics&>(comparison_.plans[p]) = std::move(statistics[p]);
  for (ChunkResult& chunk : chunks) merge(comparison_, std::move(chunk));
  count(batch);
  return true;
}

/// Trials of a batch side by side; each is a chunk of its own, as elsewhere. A device that fails in the middle leaves
/// its batch to the engine of this processor.
bool ComparisonRun::run_linear(LinearEngine& engine, const std::atomic<bool>& interrupt,
                               const std::function<void()>& accepted) {
  const ChunkWatch watch{
      .interrupt = interrupt, .unwanted = [] { return false; }, .finished = [&](TrialRange trials) { count(trials); }};
  const std::unique_ptr<Crew> crew = crew_of(threads_inside(settings_.threads, 1));
  while (comparison_.trials_done < settings_.trials) {
    const TrialWorld world = setting_.worlds(comparison_.trials_done);
    std::uint32_t most = settings_.trials - comparison_.trials_done;
    for (const ChunkSetting::OfPlan& of : setting_.plans)
      most = std::min(most, engine.batch(trials_for(setting_, of, {&world, 1})));
    if (most == 0) {
      if (engine.failure().empty())
        remark_where_asked_for("linear models that share their records, on boxes and balls");
      return false;
    }
    std::vector<ChunkResult> chunks = run_chunks_of_one(setting_, {comparison_.trials_done, most}, watch, *crew);
    const bool whole = chunks.size() == most;
    for (ChunkResult& chunk : chunks) merge(comparison_, std::move(chunk));
    if (!whole || interrupt) {
      comparison_.interrupted = comparison_.trials_done < settings_.trials;
      return true;
    }
    accepted();
  }
  return true;
}

void ComparisonRun::keep_trials_by(TrialKeeper& keeper) {
  dynamic_cast<LargeEngine&>(setting_.engine).keep_by(keeper);
}

Comparison ComparisonRun::take() {
  comparison_.engine = setting_.engine.name();
  if (const auto* device = dynamic_cast<const DeviceEngine*>(&setting_.engine))
    if (const std::string remark = device->remark(); !remark.empty()) comparison_.remarks.push_back(remark);
  return std::move(comparison_);
}

bool ComparisonRun::judge() {
  const std::optional<double> reached = relative_standard_error(comparison_);
  const bool enough = comparison_.trials_done >= fewest_to_be_sure || comparison_.trials_done == settings_.trials;
  comparison_.precise_enough = reached && *reached <= settings_.until_se && settings_.until_se > 0 && enough;
  closed_ = comparison_.interrupted || comparison_.precise_enough;
  return !closed_;
}

namespace {

/// What rank 0 has, at all ranks.
std::string from_rank_zero(Ranks& ranks, const std::string& bytes) {
  std::vector<std::string> parcels(ranks.count());
  if (ranks.number() == 0) std::fill(parcels.begin(), parcels.end(), bytes);
  return ranks.exchange(std::move(parcels))[0];
}

/// A digest of nobody: what all ranks must have in common.
std::string what_is_compared(const Scenario& scenario, const Contest& contest) {
  Configuration configuration = scenario.configuration();
  configuration.run.threads = 0;  // nothing depends on it
  std::string text = to_toml(configuration);
  for (const NamedPlan& plan : contest.plans) text += plan.name + "\n";
  return text;
}

}  // namespace

Comparison compare(const Scenario& scenario, Contest contest, const Progress& progress,
                   const std::atomic<bool>& interrupt, const Dealing& dealing, const Checkpoints& checkpoints) {
  const std::uint64_t chunks = chunk_count(scenario.configuration());
  const unsigned threads = scenario.configuration().run.threads;
  // Those who share one network, one alone too, work on every trial together, one after another, and end at the same
  // place.
  const bool together = scenario.spread() != nullptr;
  Ranks& sharing = together ? *scenario.spread()->ranks : alone();
  const std::atomic<bool>& ending = sharing.agreed(interrupt);
  const std::string found = from_rank_zero(sharing, checkpoints.found);
  InsideTrials inside = checkpoints.inside;
  inside.folder = from_rank_zero(sharing, inside.folder);
  std::string what = what_is_compared(scenario, contest);
  ComparisonRun run(scenario, std::move(contest), threads_inside(threads, together ? 1 : chunks), progress);
  TrialStates states(sharing, inside, [&] { return run.accepted_chunks() == 0 ? "" : run.state(); });
  if (together && !inside.folder.empty()) run.keep_trials_by(states);
  const std::string accepted = found.empty() ? "" : states.resume(found);
  const std::uint64_t known = accepted.empty() ? 0 : run.resume(accepted);
  const auto offer = [&](bool last) {
    succeed_together(sharing, [&] {
      if (checkpoints.offer) checkpoints.offer([&] { return states.state(); }, last);
    });
  };
  const bool here = dealing.ranks.count() == 1 && !dealing.keep && !dealing.find && !together;
  if (here && run.run_on_device(ending, [&] { offer(false); })) return run.take();
  const std::uint64_t begun = here ? std::max(known, run.accepted_chunks()) : known;
  const bool whole =
      deal(dealing, together ? Pace::one_by_one : Pace::many_at_once,
           {.what = std::move(what),
            .threads = threads,
            .wanted = chunks - begun,
            .name = [begun](std::uint64_t k) { return begun + k; },
            .run = [&](std::uint64_t k, const std::atomic<bool>& unwanted) { return run.run(k, ending, unwanted); },
            .hear = [&](std::uint64_t k, const ChunkResult& brought) { run.hear(k, brought); },
            .accept =
                [&](std::uint64_t, ChunkResult&& chunk) {
                  if (chunk.cut) offer(true);  // the last moment at which it is whole
                  const bool cut = chunk.cut, more = run.accept(std::move(chunk));
                  if (cut) return more;
                  states.forget();
                  offer(false);
                  return more;
                }},
           ending);
  Comparison done = run.take();
  done.interrupted = done.interrupted || !whole;
  return done;
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
