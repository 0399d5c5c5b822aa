// SPDX-License-Identifier: MIT
// The same run on the reference engine.
#include "system/federation/reference_run.hpp"

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto::test {
namespace {

struct Recorder final : Eavesdropper {
  explicit Recorder(std::map<std::pair<NodeId, Round>, std::vector<double>>& to) : said(to) {}
  void hear(Round t, std::span<const Released> y) override {
    for (NodeId i = 0; i < y.size(); ++i) said[{i, t}].assign(y[i].values().begin(), y[i].values().end());
  }
  std::map<std::pair<NodeId, Round>, std::vector<double>>& said;
};

}  // namespace

ReferenceRun::ReferenceRun(const Manifest& manifest, const Rehearsal& rehearsal, std::uint64_t seed)
    : manifest_(manifest), seed_(seed) {
  const Agreement& agreement = manifest.agreement();
  std::vector<const Objective*> objectives;
  RowCounts counts;
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    objectives_.push_back(objective_of_party(agreement, i, {rehearsal.parties[i].data, ""}, counts));
    objectives.push_back(objectives_.back().get());
  }
  const std::vector<Plan> own_plans = agreement.own_plans();
  const Plan plan = agreement.plan();
  SeededLatticeNoise noise({.seed = seed, .trial = 0});
  SeededMasks masks({.seed = seed, .trial = 0});  // whatever they are, they cancel
  Recorder recorder(said_);
  const std::atomic<bool> never{false};
  const TrialOutcome outcome = run_reference({.weights = agreement.weights(),
                                              .domain = agreement.domain(),
                                              .plan = plan,
                                              .objectives = objectives,
                                              .own_plans = own_plans,
                                              .consensus = agreement.terms().algorithm.consensus},
                                             FixedRounds{manifest.consensus_rounds()}, noise, recorder, never,
                                             plan.is_masked() ? &masks : nullptr);
  for (const Released& end : outcome.messages_at_end) results_.emplace_back(end.values().begin(), end.values().end());
}

std::vector<double> ReferenceRun::z(NodeId node, Round t) const {
  const Agreement& agreement = manifest_.agreement();
  if (manifest_.plan_of(node).is_masked()) {
    std::vector<double> sum = t > 1 ? said(0, t) : std::vector<double>(manifest_.dimension(), 0.0);
    project(agreement.domain(), sum);
    return sum;
  }
  const auto row = agreement.weights().row(node);
  std::vector<double> z(manifest_.dimension(), 0.0);
  for (std::size_t j = 0; t > 1 && j < row.columns.size(); ++j)
    for (std::size_t k = 0; k < z.size(); ++k) z[k] += row.weights[j] * said(row.columns[j], t)[k];
  project(agreement.domain(), z);
  return z;
}

/// What was said without its noise, which whoever has the seed can draw again.
std::vector<double> ReferenceRun::x(NodeId node, Round t) const {
  const LatticeRound& lattice = manifest_.plan_of(node).lattice_round(t);
  std::vector<double> x = said(node, t + 1);
  std::vector<std::int64_t> noise(x.size());
  SeededLatticeNoise({.seed = seed_, .trial = 0}).draw({.node = node, .round = t}, lattice.sigma, noise);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] -= static_cast<double>(noise[k]) * lattice.grid;
  return x;
}

Canaries ReferenceRun::private_numbers() const {
  Canaries canaries;
  for (NodeId i = 0; i < objectives_.size(); ++i)
    for (Round t = 1; t <= manifest_.plan_of(i).gradient_rounds(); ++t) {
      const std::string where = " of node " + std::to_string(i) + " in round " + std::to_string(t);
      const std::vector<double> here = z(i, t);
      std::vector<double> gradient(here.size());
      objectives_[i]->gradient(here, gradient);
      for (const double value : gradient) canaries.plant(value, "the gradient" + where);
      if (manifest_.plan_of(i).is_masked()) continue;
      for (const double value : here) canaries.plant(value, "z" + where);
      for (const double value : x(i, t)) canaries.plant(value, "x" + where);
    }
  return canaries;
}

}  // namespace sotto::test
