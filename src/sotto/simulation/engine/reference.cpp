// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/reference.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sotto/arithmetic/prefetch.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/engine/stages.hpp"

namespace sotto {
namespace {

std::vector<Node> nodes_of(const Network& network, const Averaging& averaging, Noise noise, PairMasks* masks) {
  std::vector<Node> nodes;
  nodes.reserve(network.objectives.size());
  for (NodeId i = 0; i < network.objectives.size(); ++i)
    nodes.emplace_back(Node::Setup{.id = i,
                                   .weights = network.weights,
                                   .domain = network.domain,
                                   .plan = network.plan_of(i),
                                   .objective = *network.objectives[i],
                                   .noise = noise,
                                   .averaging = averaging,
                                   .masks = masks});
  return nodes;
}

[[noreturn]] void refuse_message(const Node& node) {
  throw InvalidInput({"message", "node " + std::to_string(node.id()), "a message is not finite; nothing was said"},
                     FaultKind::numerical);
}

/// All nodes and the messages of the current round; `next` is only swapped in when every node has spoken. Every node
/// counts its own rounds.
class Assembly final : public Rounds {
 public:
  Assembly(const Network& network, const Averaging& averaging, Noise noise, Eavesdropper& listener)
      : y_(network.objectives.size(), Released::nothing(dimension(network.domain))),
        next_(y_),
        nodes_(nodes_of(network, averaging, noise, nullptr)),
        objectives_(network.objectives),
        listener_(listener) {}

  void gradient_round(Round) override { round(); }
  void mixing_round(Round) override { round(); }
  void output_round() override { round(); }
  void said(Round t, const std::vector<bool>&) override { listener_.hear(t, y_); }
  double largest_relative_change(std::size_t) const override { return sotto::largest_relative_change(next_, y_); }
  std::vector<Released> take() { return std::move(y_); }

 private:
  void round() {
    const bool large = nodes_.size() >= large_network;
    for (Node& node : nodes_) {
      if (large) prefetch_after(node.id());
      heard_.clear();
      for (const NodeId j : node.row().columns) heard_.push_back(&y_[j]);
      if (node.round(heard_, next_[node.id()]) != Heard::accepted) refuse_message(node);
    }
    y_.swap(next_);
  }

  /// On a large network what a node works with is not in the cache; asking for it some nodes early hides that. Where
  /// numbers lie is asked for still earlier. Inlined always, as prefetch_numbers is.
  static constexpr std::size_t numbers_ahead = 4, places_ahead = 8, large_network = 1000;
  [[gnu::always_inline]] void prefetch_after(NodeId node) const {
    if (node + places_ahead < nodes_.size()) {
      __builtin_prefetch(objectives_[node + places_ahead]);
      for (const NodeId j : nodes_[node + places_ahead].row().columns) __builtin_prefetch(&y_[j]);
    }
    if (node + numbers_ahead >= nodes_.size()) return;
    objectives_[node + numbers_ahead]->prefetch();
    for (const NodeId j : nodes_[node + numbers_ahead].row().columns) prefetch_numbers(y_[j].values());
  }

  std::vector<Released> y_, next_;
  std::vector<Node> nodes_;
  std::span<const Objective* const> objectives_;
  std::vector<const Released*> heard_;
  Eavesdropper& listener_;
};

/// All members of masked sums: everybody holds the same mean when a round ends.
class Members final : public Rounds {
 public:
  Members(const Network& network, Noise noise, PairMasks* masks, Eavesdropper& listener)
      : nodes_(nodes_of(network, {}, noise, masks)),
        roster_(static_cast<std::uint32_t>(nodes_.size())),
        residues_(nodes_.size(), Masked(dimension(network.domain))),
        sum_(Released::nothing(dimension(network.domain))),
        listener_(listener) {
    for (const Masked& residue : residues_) all_.push_back(&residue);
  }

  void gradient_round(Round number) override {
    for (Node& node : nodes_)
      if (node.round(sum_, residues_[node.id()]) != Heard::accepted) refuse_message(node);
    listener_.hear_residues(number + 1, residues_);
    sum_ = Released::mean_of(all_, roster_);
  }
  void mixing_round(Round) override { throw std::logic_error("masked sums are not mixed"); }
  void output_round() override { sum_ = nodes_[0].output(sum_); }
  void said(Round t, const std::vector<bool>&) override { listener_.hear(t, {&sum_, 1}); }
  double largest_relative_change(std::size_t) const override { return 0; }
  std::vector<Released> take() { return std::vector<Released>(nodes_.size(), sum_); }

 private:
  std::vector<Node> nodes_;
  Roster roster_;
  std::vector<Masked> residues_;
  std::vector<const Masked*> all_;
  Released sum_;
  Eavesdropper& listener_;
};

}  // namespace

TrialOutcome run_reference(const Network& network, const StopRule& configured, Noise noise, Eavesdropper& listener,
                           const std::atomic<bool>& interrupt, PairMasks* masks) {
  check_parts(network);
  const StopRule stop = rule_for(network.plan, configured);
  const auto run = [&](auto&& rounds, const Averaging& averaging) {
    TrialOutcome outcome;
    run_both_stages(rounds, {network.plan.timetable(), stop, {stage_two(stop, averaging)}}, {&outcome, 1}, interrupt);
    outcome.simulation = !noise.is_secret();
    outcome.add_costs(network);
    outcome.messages_at_end = rounds.take();
    return outcome;
  };
  if (network.plan.is_masked()) return run(Members(network, noise, masks, listener), {});
  const Averaging averaging = averaging_for(stop, network.consensus, network.weights);
  return run(Assembly(network, averaging, noise, listener), averaging);
}

std::vector<TrialOutcome> ReferenceEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  for (const Trial& trial : trials) {
    RunNoise noise = noise_of(trial);
    RunRecorder recorder(trial);
    TrialOutcome outcome = run_reference(trial.network, trial.stop, noise, recorder, interrupt, noise.masks());
    if (outcome.interrupted) break;
    outcome.errors = recorder.finish(trial, [&](std::size_t i) { return outcome.messages_at_end[i].values(); });
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

}  // namespace sotto
