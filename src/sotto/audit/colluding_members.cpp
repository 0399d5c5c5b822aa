// SPDX-License-Identifier: MIT
#include "sotto/audit/colluding_members.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sotto {

/// What a colluding member puts on the wire: any words.
class ChosenResidue {
 public:
  static void write(std::span<const std::uint64_t> words, NodeRound at, double grid, Masked& into) {
    into.residues_.assign(words.begin(), words.end());
    into.at_ = at;
    into.grid_ = grid;
    into.simulated_.clear();
  }
};

namespace {

using Words = std::vector<std::uint64_t>;

/// The masks of pairs with a colluder in them; nobody shows others to the attacker.
class HeldMasks final : public PairMasks {
 public:
  HeldMasks(PairMasks& masks, const Collusion& collusion) : masks_(masks), collusion_(collusion) {}
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override {
    if (!collusion_.has(pair.low) && !collusion_.has(pair.high))
      throw std::logic_error("colluders do not hold the masks of two honest members");
    masks_.words(pair, t, words);
  }

 private:
  PairMasks& masks_;
  const Collusion& collusion_;
};

class ColludingRun {
 public:
  ColludingRun(const Network& network, const Collusion& collusion, const PinnedNode& pinned,
               const MemberSources& sources)
      : plan_(network.plan),
        collusion_(collusion),
        pinned_(pinned),
        held_(sources.masks, collusion),
        roster_(collusion.members),
        residues_(collusion.members, Masked(dimension(network.domain))),
        sum_(Released::nothing(dimension(network.domain))) {
    for (NodeId i = 0; i < collusion.members; ++i) {
      all_.push_back(&residues_[i]);
      if (collusion.has(i)) continue;
      honest_.emplace_back(Node::Setup{.id = i,
                                       .weights = network.weights,
                                       .domain = network.domain,
                                       .plan = network.plan,
                                       .objective = *network.objectives[i],
                                       .noise = sources.noise,
                                       .masks = &sources.masks});
    }
  }

  void round(Round t, Transcript& heard) {
    for (Node& node : honest_)
      if (node.round(sum_, residues_[node.id()]) != Heard::accepted)
        throw InvalidInput({"message", "node " + std::to_string(node.id()), "a message is not finite"},
                           FaultKind::numerical);
    heard.add_round();
    tell_honest_sum(t, heard.message(t + 1, honest_sum));
    if (!collusion_.colluders.empty()) speak(t);
    sum_ = Released::mean_of(all_, roster_);
    std::copy(sum_.values().begin(), sum_.values().end(), heard.message(t + 1, mean_of_all).begin());
  }

 private:
  /// Masks between honest members vanish from their sum, and the others are the colluders' own.
  void tell_honest_sum(Round t, std::span<double> into) {
    Words sum(into.size(), 0), bare(into.size());
    for (const Node& node : honest_) {
      const std::span<const std::uint64_t> heard = residues_[node.id()].residues();
      bare.assign(heard.begin(), heard.end());
      take_off_masks(held_, collusion_.colluders, {.node = node.id(), .round = t}, bare);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += bare[k];
    }
    for (std::size_t k = 0; k < sum.size(); ++k)
      into[k] = static_cast<double>(static_cast<std::int64_t>(sum[k])) * plan_.lattice_round(t).grid;
  }

  /// The first colluder makes the sum what it shall be, the others say zero. It need not know anybody's masks for that.
  void speak(Round t) {
    const double grid = plan_.lattice_round(t).grid;
    Words words(sum_.dimension(), 0);
    for (const NodeId colluder : collusion_.colluders)
      ChosenResidue::write(words, {.node = colluder, .round = t}, grid, residues_[colluder]);
    if (t >= pinned_.point_of_round.size()) return;  // nobody goes on from the last sum
    const std::vector<double>& point = pinned_.points[pinned_.point_of_round[t]];
    for (std::size_t k = 0; k < words.size(); ++k) {
      const double wanted = std::nearbyint(point[k] * static_cast<double>(collusion_.members) / grid);
      words[k] = static_cast<std::uint64_t>(static_cast<std::int64_t>(wanted));
      for (const Node& node : honest_) words[k] -= residues_[node.id()].residues()[k];
    }
    const NodeId first = collusion_.colluders.front();
    ChosenResidue::write(words, {.node = first, .round = t}, grid, residues_[first]);
  }

  const Plan& plan_;
  const Collusion& collusion_;
  const PinnedNode& pinned_;
  HeldMasks held_;
  Roster roster_;
  std::vector<Node> honest_;
  std::vector<Masked> residues_;
  std::vector<const Masked*> all_;
  Released sum_;
};

}  // namespace

void run_with_colluders(const Network& network, const Collusion& collusion, const PinnedNode& pinned,
                        const MemberSources& sources, const std::atomic<bool>& interrupt, Transcript& heard) {
  ColludingRun run(network, collusion, pinned, sources);
  heard.begin();
  for (Round t = 1; t <= network.plan.gradient_rounds() && !interrupt; ++t) run.round(t, heard);
}

Protocol colluding_protocol(const NetworkPair& networks, const Collusion& collusion, const PinnedNode& pinned,
                            const Draw& draw, const std::atomic<bool>& interrupt) {
  return [networks, collusion, pinned, draw, &interrupt](Side side, std::uint32_t trial, Transcript& heard) {
    RunNoise noise({.on_lattice = true,
                    .masked = true,
                    .randomness = draw.randomness,
                    .key = {.seed = draw.seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}});
    run_with_colluders(side == Side::data ? networks.data : networks.neighbour, collusion, pinned,
                       {.noise = noise, .masks = *noise.masks()}, interrupt, heard);
  };
}

}  // namespace sotto
