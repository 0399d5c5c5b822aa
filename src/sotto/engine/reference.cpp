// SPDX-License-Identifier: MIT
// The reference engine.
#include "sotto/engine/reference.hpp"

#include <algorithm>
#include <utility>

namespace sotto {
namespace {

/// All nodes and the messages of the current round; `next` is only swapped in when every node has spoken.
class Assembly {
 public:
  Assembly(const Network& network, const Averaging& averaging, Noise noise)
      : y_(network.objectives.size(), Released::nothing(dimension(network.domain))), next_(y_) {
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

  std::span<const Released> now() const { return y_; }
  std::span<const Released> before() const { return next_; }
  std::vector<Released> take() { return std::move(y_); }

 private:
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
};

void check(const Network& network) {
  if (network.objectives.size() != network.weights.node_count())
    throw InvalidInput({"graph.nodes", std::to_string(network.weights.node_count()),
                        "must equal the number of objectives, " + std::to_string(network.objectives.size())});
  if (!network.own_plans.empty() && network.own_plans.size() != network.objectives.size())
    throw InvalidInput(
        {"privacy.node", std::to_string(network.own_plans.size()), "every node needs a plan of its own"});
  for (const Plan& own : network.own_plans)
    if (own.gradient_rounds() != network.plan.gradient_rounds())
      throw InvalidInput({"algorithm.rounds", std::to_string(own.gradient_rounds()), "must be the same at every node"});
}

/// What the dearest node has spent after some rounds.
double spent(const Network& network, Round rounds) {
  const auto of_plan = [&](const Plan& plan) {
    double sum = 0;
    for (Round t = 1; t <= rounds; ++t) sum += plan.cost(t);
    return sum;
  };
  double most = network.own_plans.empty() ? of_plan(network.plan) : 0;
  for (const Plan& own : network.own_plans) most = std::max(most, of_plan(own));
  return most;
}

void run_stage_two(const StopRule& stop, const StageTwo& stage, Assembly& assembly, Eavesdropper& listener,
                   const std::atomic<bool>& interrupt, RunOutcome& outcome) {
  bool agreed = !std::holds_alternative<UntilAgreement>(stop);
  for (Round k = 1; k <= stage.most_rounds && !(outcome.interrupted = interrupt); ++k) {
    assembly.round();
    listener.hear(outcome.gradient_rounds + k + 1, assembly.now());
    outcome.consensus_rounds = k;
    if (has_agreed(stop, assembly.before(), assembly.now())) {
      agreed = true;
      break;
    }
  }
  outcome.ended_by_cap = !outcome.interrupted && (stage.cap_binds || !agreed);
}

}  // namespace

void add_costs(const Network& network, RunOutcome& outcome) {
  const std::uint64_t directed_edges = network.weights.entry_count() - network.weights.node_count();
  outcome.alpha_spent = spent(network, outcome.gradient_rounds);
  outcome.messages = directed_edges * (outcome.gradient_rounds + outcome.consensus_rounds);
  outcome.bytes = outcome.messages * dimension(network.domain) * sizeof(double);
}

RunOutcome run_reference(const Network& network, const StopRule& stop, Noise noise, Eavesdropper& listener,
                         const std::atomic<bool>& interrupt) {
  check(network);
  const Averaging averaging = averaging_for(stop, network.consensus, network.weights);
  Assembly assembly(network, averaging, noise);
  RunOutcome outcome;
  const Round T = network.plan.gradient_rounds();
  for (Round t = 1; t <= T && !(outcome.interrupted = interrupt); ++t) {
    assembly.round();
    listener.hear(t + 1, assembly.now());
    outcome.gradient_rounds = t;
  }
  if (!outcome.interrupted) run_stage_two(stop, stage_two(stop, averaging), assembly, listener, interrupt, outcome);
  outcome.simulation = !noise.is_secret();
  add_costs(network, outcome);
  outcome.messages_at_end = assembly.take();
  return outcome;
}

}  // namespace sotto
