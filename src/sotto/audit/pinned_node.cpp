// SPDX-License-Identifier: MIT
#include "sotto/audit/pinned_node.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/audit/chosen_message.hpp"

namespace sotto {
namespace {

double own_weight(const WeightMatrix& weights, NodeId node) {
  const WeightMatrix::Row row = weights.row(node);
  const auto own = std::find(row.columns.begin(), row.columns.end(), node) - row.columns.begin();
  return row.weights[static_cast<std::size_t>(own)];
}

/// ||x - x'||^2 / M_t^2 where the node stands at z.
double told_at(const Hypothesis& data, const Hypothesis& neighbour, Round t, std::span<const double> z) {
  std::vector<double> x(z.size()), x_prime(z.size());
  data.estimate(t, z, x);
  neighbour.estimate(t, z, x_prime);
  const double M = data.noise_scale(t);
  double sum = 0;
  for (std::size_t k = 0; k < z.size(); ++k) sum += (x[k] - x_prime[k]) / M * ((x[k] - x_prime[k]) / M);
  return sum;
}

/// One run: the target is the shipped node, everybody else is the adversary, who sees the transcript and nothing else.
class PinnedRun {
 public:
  PinnedRun(const Network& network, const AttackTarget& target, const PinnedNode& pinned, Noise noise)
      : network_(network),
        target_(target),
        pinned_(pinned),
        node_({.id = target.node,
               .weights = network.weights,
               .domain = network.domain,
               .plan = network.plan_of(target.node),
               .objective = *network.objectives[target.node],
               .noise = noise}),
        y_(node_.row().columns.size(), Released::nothing(dimension(network.domain))),
        next_(y_.front()) {
    for (const Released& message : y_) heard_by_node_.push_back(&message);
  }

  void round(Round t, Transcript& heard) {
    if (t > 1) speak(t, heard);
    if (node_.round(heard_by_node_, next_) != Heard::accepted)
      throw InvalidInput({"message", "node " + std::to_string(target_.node), "a message is not finite"},
                         FaultKind::numerical);
    heard.add_round();
    std::copy(next_.values().begin(), next_.values().end(), heard.message(t + 1, target_.node).begin());
  }

 private:
  void speak(Round t, Transcript& heard) {
    const WeightMatrix::Row row = node_.row();
    const std::vector<double>& point = pinned_.points[pinned_.point_of_round[t - 1]];
    for (std::size_t j = 0; j < row.columns.size(); ++j) {
      const NodeId speaker = row.columns[j];
      if (speaker == target_.node) {
        y_[j] = next_;
        continue;
      }
      const Plan& plan = network_.plan_of(speaker);
      const std::span<double> words = heard.message(t, speaker);
      choose_words(target_, point, heard.message(t, target_.node),
                   plan.on_lattice() ? plan.lattice_round(t - 1).grid : 0, words);
      ChosenMessage::write(words, y_[j]);
    }
  }

  const Network& network_;
  const AttackTarget& target_;
  const PinnedNode& pinned_;
  Node node_;
  std::vector<Released> y_;  // in the order of the node's row
  Released next_;
  std::vector<const Released*> heard_by_node_;
};

}  // namespace

bool has_neighbours(const WeightMatrix& weights, NodeId node) {
  return own_weight(weights, node) < 1;
}

PinnedNode pin(const AttackTarget& target, const Hypothesis& data, const Hypothesis& neighbour,
               std::vector<std::vector<double>> points) {
  std::vector<double> start(dimension(target.domain), 0.0);
  project(target.domain, start);
  points.insert(points.begin(), std::move(start));
  PinnedNode pinned{.points = std::move(points), .point_of_round = {}};
  for (Round t = 1; t <= target.rounds; ++t) {
    std::uint32_t best = 0;
    double most = told_at(data, neighbour, t, pinned.points[0]);
    for (std::uint32_t k = 1; k < pinned.points.size() && t > 1; ++k) {
      const double told = told_at(data, neighbour, t, pinned.points[k]);
      if (told > most) {
        most = told;
        best = k;
      }
    }
    pinned.point_of_round.push_back(best);
    pinned.alpha += most;
  }
  return pinned;
}

/// w_ii y_i + (1 - w_ii) words = point.
void choose_words(const AttackTarget& target, std::span<const double> point, std::span<const double> own_message,
                  double grid, std::span<double> words) {
  constexpr double last = 0x1p53 - 1;  // steps of a grid that a message may have
  const double own = own_weight(target.weights, target.node);
  for (std::size_t k = 0; k < words.size(); ++k) {
    words[k] = (point[k] - own * own_message[k]) / (1 - own);
    if (grid > 0) words[k] = std::clamp(std::nearbyint(words[k] / grid), -last, last) * grid;
  }
}

Protocol pinned_protocol(const NetworkPair& networks, const AttackTarget& target, const PinnedNode& pinned,
                         const Draw& draw, const std::atomic<bool>& interrupt) {
  return [networks, target, pinned, draw, &interrupt](Side side, std::uint32_t trial, Transcript& heard) {
    const Network& network = side == Side::data ? networks.data : networks.neighbour;
    RunNoise noise({.on_lattice = network.plan_of(target.node).on_lattice(),
                    .randomness = draw.randomness,
                    .key = {.seed = draw.seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}});
    PinnedRun run(network, target, pinned, noise);
    heard.begin();
    for (Round t = 1; t <= target.rounds && !interrupt; ++t) run.round(t, heard);
  };
}

}  // namespace sotto
