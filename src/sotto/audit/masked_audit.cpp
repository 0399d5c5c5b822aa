// SPDX-License-Identifier: MIT
#include "sotto/audit/masked_audit.hpp"

#include "sotto/audit/attacked_pair.hpp"
#include "sotto/audit/audited_nodes.hpp"
#include "sotto/audit/bare_members.hpp"
#include "sotto/audit/honest_sum_ratio.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

/// Every member stands at the mean of all: the mixture of a complete graph.
void check_noise_and_masks(const Scenario& scenario, PrivacyAudit& audit, const AuditedNodes& data,
                           const AuditedNodes& neighbour, const std::atomic<bool>& interrupt) {
  const WeightMatrix mean = make_weights(complete_graph(audit.collusion->members), WeightRule::metropolis);
  ResidueBits bits;
  const Protocol protocol =
      bare_protocol({.data = data.network(), .neighbour = neighbour.network()}, draw_of(scenario), bits, interrupt);
  audit.noise = check_noise({.protocol = protocol,
                             .weights = mean,
                             .domain = scenario.domain(),
                             .rounds = audit.plan.gradient_rounds(),
                             .on_data = data.truth(),
                             .on_neighbour = neighbour.truth(),
                             .transcripts = noise_check_transcripts},
                            interrupt);
  audit.masks = bits.check();
}

}  // namespace

void audit_masked_pair(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                       const std::atomic<bool>& interrupt) {
  const AuditSettings& settings = scenario.configuration().audit;
  const Collusion& collusion = *audit.collusion;
  const Plan& plan = audit.plan;
  AuditedNodes data(scenario, plan), neighbour(scenario, plan);
  AttackedPair pair = attacked_pair(scenario, plan);
  data.add_all(scenario.objectives(0), settings.node, std::move(pair.data));
  neighbour.add_all(scenario.objectives(0), settings.node, std::move(pair.neighbour));
  check_noise_and_masks(scenario, audit, data, neighbour, interrupt);
  const Hypothesis& other = *neighbour.truth()[settings.node];
  const bool hold_the_mean = !collusion.colluders.empty();
  const PinnedNode pinned = pin({.node = settings.node,
                                 .rounds = plan.gradient_rounds(),
                                 .weights = scenario.weights(),
                                 .domain = scenario.domain()},
                                *data.truth()[settings.node], other, std::move(pair.points));
  const Protocol protocol = colluding_protocol({.data = data.network(), .neighbour = neighbour.network()}, collusion,
                                               pinned, draw_of(scenario), interrupt);
  const HonestSumRatio ratio({.collusion = collusion,
                              .plan = plan,
                              .domain = scenario.domain(),
                              .on_data = data.truth(),
                              .on_neighbour = other});
  const ScoreSets sets = collect_scores({.protocol = protocol,
                                         .shape = {speakers_with_colluders, dimension(scenario.domain())},
                                         .rounds = plan.gradient_rounds(),
                                         .attack = ratio,
                                         .held_out = settings.transcripts,
                                         .progress = progress,
                                         .threads = audit_threads()},
                                        interrupt);
  const double noises = noises_that_hide(plan.request().mechanism, collusion.threat());
  audit.pair = judge_pair(sets, {.bound = {.delta = plan.request().budget.delta, .confidence = settings.confidence},
                                 .alpha = plan.total_cost(collusion.threat()).alpha,
                                 .alpha_used = hold_the_mean ? std::optional(pinned.alpha / noises) : std::nullopt});
}

}  // namespace sotto
