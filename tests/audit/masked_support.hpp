// SPDX-License-Identifier: MIT
// Five members of masked sums with two neighbouring datasets, the shipped run with colluders, and runs with mistakes in
// their masks or noise.
#pragma once

#include <functional>
#include <memory>

#include "sotto/audit/bare_members.hpp"
#include "sotto/audit/honest_sum_ratio.hpp"
#include "sotto/audit/noise_check.hpp"
#include "sotto/audit/pair_audit.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/truncated_gaussian.hpp"

namespace sotto::test {

inline const std::atomic<bool> no_interrupt{false};

struct MembersSpec {
  std::uint32_t planned;    ///< q
  std::uint32_t colluding;  ///< members 1, 2, ... collude
  double epsilon = 1;
  Round rounds = 8;
  NodeId members = 5;
};

/// On epsilon.
struct Measured {
  double bound;     ///< 95 % sure
  double gaussian;  ///< the same of a Gaussian mechanism
  double surely;    ///< the larger of the two with a false alarm in 10^6 each
};

/// Member 0 is the target: its first record lies at one corner of the domain or at the other.
class AuditedMembers {
 public:
  /// What members draw from in one run, given its seed; planted faults are made here.
  using Run = std::function<void(const Network&, SeededNoise::Key, Transcript&)>;

  explicit AuditedMembers(const MembersSpec& spec)
      : spec_(spec),
        weights_(make_weights(ring_graph(spec.members), WeightRule::metropolis)),
        plan_(make_plan({.budget = {spec.epsilon, 1e-3},
                         .gradient_rounds = spec.rounds,
                         .constants = MeanEstimation::constants_for(domain_, records),
                         .mechanism = MaskedSums{.members = spec.members, .colluders = spec.planned},
                         .lattice = domain_})),
        collusion_{.target = 0, .members = spec.members, .colluders = {}} {
    for (NodeId i = 1; i <= spec.colluding; ++i) collusion_.colluders.push_back(i);
    for (NodeId i = 0; i < spec.members; ++i) add_member(i);
    pinned_ = pin({.node = 0, .rounds = spec.rounds, .weights = weights_, .domain = domain_}, *truth_[0], *other_, {});
  }
  AuditedMembers(const AuditedMembers&) = delete;
  AuditedMembers& operator=(const AuditedMembers&) = delete;

  Network network(Side side = Side::data) const {
    return {
        .weights = weights_, .domain = domain_, .plan = plan_, .objectives = side == Side::data ? data_ : neighbour_};
  }
  /// Members with these sources, hence with colluders; the shipped ones are seeded.
  void with_colluders(const Network& network, const MemberSources& sources, Transcript& heard) const {
    run_with_colluders(network, collusion_, pinned_, sources, no_interrupt, heard);
  }
  Protocol shipped() const {
    return colluding_protocol({.data = network(Side::data), .neighbour = network(Side::neighbour)}, collusion_, pinned_,
                              {.randomness = Randomness::seeded, .seed = seed}, no_interrupt);
  }
  Protocol protocol(const Run& run) const {
    return [this, run](Side side, std::uint32_t trial, Transcript& heard) {
      run(network(side), {.seed = seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}, heard);
    };
  }
  NoiseCheck noise_check(const Run& run, std::uint32_t transcripts = 300) const {
    const WeightMatrix mean = make_weights(complete_graph(spec_.members), WeightRule::metropolis);
    const Protocol checked = protocol(run);
    return check_noise({.protocol = checked,
                        .weights = mean,
                        .domain = domain_,
                        .rounds = spec_.rounds,
                        .on_data = truth_,
                        .on_neighbour = truth_of_neighbour_,
                        .transcripts = transcripts},
                       no_interrupt);
  }

  HonestSumRatio attack() const {
    return HonestSumRatio(
        {.collusion = collusion_, .plan = plan_, .domain = domain_, .on_data = truth_, .on_neighbour = *other_});
  }
  using Attack = std::function<double(const Transcript&)>;
  Measured measured(const Protocol& protocol, const Attack& attack, std::uint32_t held_out,
                    NodeId speakers = speakers_with_colluders) const {
    const ScoreSets sets = collect_scores({.protocol = protocol,
                                           .shape = {speakers, p},
                                           .rounds = spec_.rounds,
                                           .attack = attack,
                                           .held_out = held_out,
                                           .threads = 2},
                                          no_interrupt);
    const auto judged = [&](double confidence) {
      return *judge_pair(sets, {.bound = {.delta = 1e-3, .confidence = confidence},
                                .alpha = plan_.alpha_spent(),
                                .alpha_used = std::nullopt});
    };
    const PairAudit usual = judged(0.95), sure = judged(1 - 1e-6);
    return {.bound = usual.bound.lower_bound,
            .gaussian = usual.gaussian_bound,
            .surely = std::max(sure.bound.lower_bound, sure.gaussian_bound)};
  }

  double theory() const { return epsilon_of(Accountant::exact, plan_, collusion_.threat()); }
  const Plan& plan() const { return plan_; }
  const Domain& domain() const { return domain_; }
  const Collusion& collusion() const { return collusion_; }
  const PinnedNode& pinned() const { return pinned_; }
  const Hypothesis& truth(NodeId i) const { return *truth_[i]; }
  const Hypothesis& truth_of_neighbour() const { return *other_; }

  static constexpr std::uint64_t seed = 7;
  static constexpr std::size_t p = 2, records = 4;

 private:
  void add_member(NodeId i) {
    Records own = draw_records({.dimension = p, .mean = 0.3, .radius = 1},
                               {.seed = seed, .trial = 0, .node = i, .record_count = records});
    Records other = own;
    if (i == 0) {
      for (double& v : own.row(0)) v = 1;
      for (double& v : other.row(0)) v = -1;
    }
    const auto keep = [&](Records held) {
      objectives_.push_back(std::make_unique<MeanEstimation>(domain_, std::move(held)));
      hypotheses_.push_back(make_hypothesis(domain_, plan_, *objectives_.back()));
      return objectives_.back().get();
    };
    data_.push_back(keep(std::move(own)));
    truth_.push_back(hypotheses_.back().get());
    neighbour_.push_back(i == 0 ? keep(std::move(other)) : data_.back());
    truth_of_neighbour_.push_back(hypotheses_.back().get());
    if (i == 0) other_ = hypotheses_.back().get();
  }

  MembersSpec spec_;
  Domain domain_ = Box{.dimension = p, .half_side = 1};
  WeightMatrix weights_;
  Plan plan_;
  Collusion collusion_;
  PinnedNode pinned_;
  std::vector<std::unique_ptr<Objective>> objectives_;
  std::vector<std::unique_ptr<Hypothesis>> hypotheses_;
  std::vector<const Objective*> data_, neighbour_;
  std::vector<const Hypothesis*> truth_, truth_of_neighbour_;
  const Hypothesis* other_ = nullptr;
};

}  // namespace sotto::test
