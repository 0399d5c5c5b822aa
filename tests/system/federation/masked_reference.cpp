// SPDX-License-Identifier: MIT
#include "system/federation/masked_reference.hpp"

#include "sotto/consensus/node.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"

namespace sotto::test {
namespace {

std::vector<double> values_of(const Released& released) {
  return {released.values().begin(), released.values().end()};
}

/// The members of one session, in one process.
class MembersAtWork {
 public:
  using Objectives = std::vector<std::unique_ptr<Objective>>;

  MembersAtWork(const BegunSession& begun, const Objectives& objectives, LatticeNoise& noise, PairMasks& masks)
      : roster_(begun.session.roster()) {
    const Manifest& manifest = begun.session.manifest();
    for (const NodeId i : begun.session.members()) {
      nodes_.emplace_back(Node::Setup{.id = i,
                                      .weights = manifest.agreement().weights(),
                                      .domain = manifest.agreement().domain(),
                                      .plan = begun.session.plan_of(i),
                                      .objective = *objectives[i],
                                      .noise = noise,
                                      .averaging = manifest.averaging(),
                                      .masks = &masks,
                                      .roster = roster_});
      nodes_.back().resume_at(begun.completed + 1, Released::nothing(manifest.dimension()));
      residues_.emplace_back(manifest.dimension());
    }
  }

  Released next(const Released& sum) {
    std::vector<const Masked*> all;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      EXPECT_EQ(nodes_[k].round(sum, residues_[k]), Heard::accepted);
      all.push_back(&residues_[k]);
    }
    return Released::mean_of(all, roster_);
  }
  Released output(const Released& sum) const { return nodes_[0].output(sum); }

 private:
  Roster roster_;
  std::vector<Node> nodes_;
  std::vector<Masked> residues_;
};

}  // namespace

MaskedReference masked_reference(const FederationUnderTest& federation, const std::vector<BegunSession>& sessions) {
  const Manifest& manifest = federation.manifest();
  MembersAtWork::Objectives objectives;
  RowCounts counts;
  for (NodeId i = 0; i < manifest.parties().size(); ++i)
    objectives.push_back(
        objective_of_party(manifest.agreement(), i, {federation.rehearsal().parties[i].data, ""}, counts));
  SeededLatticeNoise noise({.seed = *federation.seed(), .trial = 0});
  SeededMasks masks({.seed = 1, .trial = 0});  // whatever they are, they cancel
  Released sum = Released::nothing(manifest.dimension());
  MaskedReference reference{.sums = {values_of(sum)}, .result = {}};
  for (std::size_t k = 0; k < sessions.size(); ++k) {
    const bool is_last = k + 1 == sessions.size();
    const Round end = is_last ? manifest.plan_of(0).gradient_rounds() : sessions[k + 1].completed;
    MembersAtWork members(sessions[k], objectives, noise, masks);
    while (reference.sums.size() <= end) {
      sum = members.next(sum);
      reference.sums.push_back(values_of(sum));
    }
    if (is_last) reference.result = values_of(members.output(sum));
  }
  return reference;
}

}  // namespace sotto::test
