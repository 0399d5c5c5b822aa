// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/large_engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"

namespace sotto {
namespace {

const MeanEstimation& mean_estimation(const Trial& trial, NodeId node) {
  return dynamic_cast<const MeanEstimation&>(*trial.network.objectives[node]);
}

std::size_t records_per_node(const Trial& trial) {
  if (trial.network.record_sums != nullptr) return trial.network.record_sums->records_per_node();
  return static_cast<std::size_t>(mean_estimation(trial, 0).record_count());
}

}  // namespace

RecordSums LargeEngine::sums_of_objectives(const Trial& trial) const {
  const RecordSums::Shape shape{.dimension = static_cast<std::uint32_t>(dimension(trial.network.domain)),
                                .records_per_node = records_per_node(trial)};
  return RecordSums(*weights_, shape, one_worker(), [&](NodeId node, std::span<double> sum) {
    const auto& records = mean_estimation(trial, node).record_sum();
    std::copy(records.begin(), records.end(), sum.begin());
  });
}

std::unique_ptr<LargeEngine::Place> LargeEngine::take(const Trial& trial) {
  if (whole_ != nullptr && &trial.network.weights != whole_)
    throw std::logic_error("a trial on other weights than the engine's");
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Place> place = std::move(idle_.back());
      idle_.pop_back();
      return place;
    }
  }
  std::unique_ptr<Crew> crew = make_crew_();
  const LargeNetwork::Setup setup{.weights = weights_,
                                  .domain = trial.network.domain,
                                  .records_per_node = records_per_node(trial),
                                  .crew = *crew,
                                  .ranks = ranks_};
  return std::unique_ptr<Place>(new Place{std::move(crew), LargeNetwork(setup)});
}

void LargeEngine::give_back(std::unique_ptr<Place> place) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(place));
}

/// Nothing where it was interrupted.
std::optional<TrialOutcome> LargeEngine::run_one(Trial trial, const std::atomic<bool>& interrupt) {
  std::unique_ptr<Place> place = take(trial);
  LargeNetwork& network = place->network;
  std::optional<RecordSums> own;
  if (trial.network.record_sums == nullptr) trial.network.record_sums = &own.emplace(sums_of_objectives(trial));
  const NodesHere here{
      .count = weights_->node_count(), .in_all = weights_->nodes_in_all(), .crew = *place->crew, .ranks = ranks_};
  RunRecorder recorder(trial, here, weights_->index_of_first());
  TrialOutcome outcome = network.run(
      trial,
      [&](Round t, const MessageTable& y) {
        if (trial.every_round || t == trial.timetable().hand_over()) recorder.hear(t, y);
      },
      interrupt, keeper_ == nullptr ? Keeping{} : Keeping{.keeper = keeper_, .recorder = &recorder});
  if (outcome.interrupted) return std::nullopt;
  outcome.errors =
      recorder.finish(trial, [y = network.messages()](std::size_t i) { return y[y.size() == 1 ? 0 : i].values(); });
  give_back(std::move(place));
  return outcome;
}

std::vector<TrialOutcome> LargeEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  for (const Trial& trial : trials) {
    std::optional<TrialOutcome> outcome = keeper_ != nullptr ? keeper_->known(trial.noise.trial) : std::nullopt;
    if (!outcome) {
      outcome = run_one(trial, interrupt);
      if (!outcome) break;
      if (keeper_ != nullptr) keeper_->done(*outcome);
    }
    outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

}  // namespace sotto
