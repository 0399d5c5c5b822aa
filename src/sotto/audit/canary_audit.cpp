// SPDX-License-Identifier: MIT
// The audit in one run.
#include <algorithm>
#include <cmath>

#include "sotto/audit/audited_nodes.hpp"
#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/audit/privacy_audit.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

struct Canary {
  NodeId node;
  std::size_t row;
  std::vector<double> value;  ///< or its negative
  bool heads;
};

std::size_t canary_count(const Scenario& scenario) {
  const std::size_t given = scenario.configuration().audit.canaries, most = scenario.records_in_all();
  if (given > most)
    throw InvalidInput({"audit.canaries", std::to_string(given),
                        "must not exceed the " + std::to_string(most) + " records of the network"});
  const std::size_t by_size = scenario.graph().node_count() * dimension(scenario.domain());
  return given > 0 ? given : std::min({by_size, most, std::size_t{100'000}});
}

/// Corners of the box (or of the largest box in a ball): as far from their opposites as a record can be. The place is
/// one that no trial of an experiment reaches.
std::vector<Canary> draw_canaries(const Scenario& scenario) {
  const Domain& domain = scenario.domain();
  if (!std::holds_alternative<Box>(domain) && !std::holds_alternative<Ball>(domain))
    throw InvalidInput({"audit.mode", "one-run", "is for boxes and balls, whose corners lie opposite each other"});
  const auto p = static_cast<double>(dimension(domain));
  const double size = diameter(domain) / 2 / std::sqrt(p);
  RandomSequence coins(scenario.configuration().run.seed, {.stream = Stream::baseline, .trial = 0xFFFFFFFF});
  std::vector<Canary> canaries;
  for (std::size_t c = 0; c < canary_count(scenario); ++c) {
    const NodeId nodes = scenario.graph().node_count();
    Canary canary{.node = static_cast<NodeId>(c % nodes), .row = c / nodes, .value = {}, .heads = coins.below(2) == 0};
    for (std::size_t k = 0; k < dimension(domain); ++k) canary.value.push_back(coins.below(2) == 0 ? size : -size);
    canaries.push_back(std::move(canary));
  }
  return canaries;
}

void place(Records& records, const Canary& canary, double sign) {
  std::transform(canary.value.begin(), canary.value.end(), records.row(canary.row).begin(),
                 [&](double v) { return sign * v; });
}

/// The likelihood ratio of one coin, with all other canaries of its node at 0: their coins are not known.
double score(const Scenario& scenario, const Plan& plan, const Canary& canary, const Records& without_canaries,
             const Transcript& heard) {
  AuditedNodes sides(scenario, plan);
  for (const double sign : {1.0, -1.0}) {
    Records records = without_canaries;
    place(records, canary, sign);
    sides.add(std::move(records));
  }
  const LikelihoodRatio ratio({.node = canary.node,
                               .rounds = plan.gradient_rounds(),
                               .weights = scenario.weights(),
                               .domain = scenario.domain()},
                              *sides.truth()[0], *sides.truth()[1]);
  return ratio(heard);
}

}  // namespace

void audit_with_canaries(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                         const std::atomic<bool>& interrupt) {
  const AuditSettings& settings = scenario.configuration().audit;
  const std::vector<Canary> canaries = draw_canaries(scenario);
  std::vector<Records> without_canaries;
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) without_canaries.push_back(scenario.draw(0, i));
  std::vector<Records> records = without_canaries;
  for (const Canary& canary : canaries) {
    place(without_canaries[canary.node], canary, 0);
    place(records[canary.node], canary, canary.heads ? 1 : -1);
  }
  AuditedNodes nodes(scenario, audit.plan);
  for (Records& held : records) nodes.add(std::move(held));
  Transcript heard({scenario.graph().node_count(), dimension(scenario.domain())});
  protocol_of(scenario, nodes, nodes, interrupt)(Side::data, 0, heard);
  if (heard.last_round() <= audit.plan.gradient_rounds()) return;
  std::vector<double> scores;
  std::vector<bool> heads;
  for (const Canary& canary : canaries) {
    if (interrupt) return;
    progress(static_cast<std::uint32_t>(scores.size()), static_cast<std::uint32_t>(canaries.size()));
    scores.push_back(score(scenario, audit.plan, canary, without_canaries[canary.node], heard));
    heads.push_back(canary.heads);
  }
  const CanaryGuesses guesses = guess_coins(scores, heads);
  audit.canaries = CanaryAudit{.guesses = guesses,
                               .lower_bound = canary_lower_bound(guesses, {.delta = audit.plan.request().budget.delta,
                                                                           .confidence = settings.confidence})};
  audit.noise = check_noise_of(scenario, audit.plan, nodes, nodes, interrupt);
}

}  // namespace sotto
