// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/reference.hpp"

#include <algorithm>
#include <utility>

#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/engine/stages.hpp"

namespace sotto {
namespace {

/// All nodes and the messages of the current round; `next` is only swapped in when every node has spoken. Every node
/// counts its own rounds.
class Assembly final : public Rounds {
 public:
  Assembly(const Network& network, const Averaging& averaging, Noise noise, Eavesdropper& listener)
      : y_(network.objectives.size(), Released::nothing(dimension(network.domain))), next_(y_), listener_(listener) {
    nodes_.reserve(y_.size());
    for (NodeId i = 0; i < y_.size(); ++i) {
      nodes_.emplace_back(Node::Setup{.id = i,
                                      .weights = network.weights,
                                      .domain = network.domain,
                                      .plan = network.plan_of(i),
                                      .objective = *network.objectives[i],
                                      .noise = noise,
                                      .averaging = averaging});
    }
  }

  void gradient_round(Round) override { round(); }
  void averaging_round(Round) override { round(); }
  void said(Round t, const std::vector<bool>&) override { listener_.hear(t, y_); }
  double largest_relative_change(std::size_t) const override { return sotto::largest_relative_change(next_, y_); }
  std::vector<Released> take() { return std::move(y_); }

 private:
  void round() {
    for (Node& node : nodes_) {
      if (node.id() + prefetch_ahead < nodes_.size()) prefetch(nodes_[node.id() + prefetch_ahead]);
      heard_.clear();
      for (const NodeId j : node.row().columns) heard_.push_back(&y_[j]);
      if (node.round(heard_, next_[node.id()]) != Heard::accepted)
        throw InvalidInput(
            {"message", "node " + std::to_string(node.id()), "a message is not finite; nothing was said"},
            FaultKind::numerical);
    }
    y_.swap(next_);
  }

  /// On a large network neighbours' messages are not in the cache; asking for them a few nodes early hides that.
  static constexpr std::size_t prefetch_ahead = 4;
  void prefetch(const Node& node) const {
    constexpr std::size_t in_line = 8, most = 4 * in_line;  // of a long message the processor sees the rest coming
    for (const NodeId j : node.row().columns) {
      const std::span<const double> y = y_[j].values();
      for (std::size_t k = 0; k < std::min(y.size(), most); k += in_line) __builtin_prefetch(&y[k]);
    }
  }

  std::vector<Released> y_, next_;
  std::vector<Node> nodes_;
  std::vector<const Released*> heard_;
  Eavesdropper& listener_;
};

}  // namespace

TrialOutcome run_reference(const Network& network, const StopRule& stop, Noise noise, Eavesdropper& listener,
                           const std::atomic<bool>& interrupt) {
  check_parts(network);
  const Averaging averaging = averaging_for(stop, network.consensus, network.weights);
  Assembly assembly(network, averaging, noise, listener);
  TrialOutcome outcome;
  run_both_stages(assembly, {network.plan.timetable(), stop, {stage_two(stop, averaging)}}, {&outcome, 1}, interrupt);
  outcome.simulation = !noise.is_secret();
  outcome.add_costs(network);
  outcome.messages_at_end = assembly.take();
  return outcome;
}

std::vector<TrialOutcome> ReferenceEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  for (const Trial& trial : trials) {
    RunNoise noise = noise_of(trial);
    RunRecorder recorder(trial);
    TrialOutcome outcome = run_reference(trial.network, trial.stop, noise, recorder, interrupt);
    if (outcome.interrupted) break;
    outcome.errors = recorder.finish(trial, [&](std::size_t i) { return outcome.messages_at_end[i].values(); });
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

}  // namespace sotto
