// SPDX-License-Identifier: MIT
#include "sotto/audit/bare_members.hpp"

namespace sotto {
namespace {

class BareEar final : public Eavesdropper {
 public:
  BareEar(const Plan& plan, PairMasks& masks, ResidueBits& bits, Transcript& heard)
      : plan_(plan), masks_(masks), bits_(bits), heard_(heard) {
    heard.begin();
  }

  void hear(Round, std::span<const Released>) override {}
  void hear_residues(Round t, std::span<const Masked> u) override {
    heard_.add_round();
    bits_.add(u);
    const double grid = plan_.lattice_round(t - 1).grid;
    std::vector<NodeId> others;
    for (NodeId i = 0; i < u.size(); ++i) {
      others.clear();
      for (NodeId j = 0; j < u.size(); ++j)
        if (j != i) others.push_back(j);
      std::vector<std::uint64_t> bare(u[i].residues().begin(), u[i].residues().end());
      take_off_masks(masks_, others, u[i].at(), bare);
      const std::span<double> message = heard_.message(t, i);
      for (std::size_t k = 0; k < bare.size(); ++k)
        message[k] = static_cast<double>(static_cast<std::int64_t>(bare[k])) * grid;
    }
  }

 private:
  const Plan& plan_;
  PairMasks& masks_;
  ResidueBits& bits_;
  Transcript& heard_;
};

}  // namespace

void run_bare(const Network& network, const MemberSources& sources, const std::atomic<bool>& interrupt,
              ResidueBits& bits, Transcript& heard) {
  BareEar ear(network.plan, sources.masks, bits, heard);
  run_reference(network, FixedRounds{0}, sources.noise, ear, interrupt, &sources.masks);
}

Protocol bare_protocol(const NetworkPair& networks, const Draw& draw, ResidueBits& bits,
                       const std::atomic<bool>& interrupt) {
  return [networks, draw, &bits, &interrupt](Side side, std::uint32_t trial, Transcript& heard) {
    const Network& network = side == Side::data ? networks.data : networks.neighbour;
    RunNoise noise({.on_lattice = true,
                    .masked = true,
                    .randomness = draw.randomness,
                    .key = {.seed = draw.seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}});
    run_bare(network, {.noise = noise, .masks = *noise.masks()}, interrupt, bits, heard);
  };
}

}  // namespace sotto
