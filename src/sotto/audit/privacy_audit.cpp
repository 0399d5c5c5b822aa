// SPDX-License-Identifier: MIT
#include "sotto/audit/privacy_audit.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "sotto/audit/attacked_pair.hpp"
#include "sotto/audit/audit_refusals.hpp"
#include "sotto/audit/audited_nodes.hpp"
#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/audit/masked_audit.hpp"
#include "sotto/audit/neighbouring_records.hpp"
#include "sotto/audit/pinned_node.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t floating_point_transcripts = 20'000;

/// One node, one round, one record: at 0, where doubles are fine, or at the end of the domain, where they are coarse.
FloatingPointAttack attack_last_bits(const Scenario& scenario, const Plan& target, const std::atomic<bool>& interrupt) {
  const Domain& domain = scenario.domain();
  const AuditSettings& settings = scenario.configuration().audit;
  PlanRequest request = target.request();
  request.gradient_rounds = 1;
  request.constants = MeanEstimation::constants_for(domain, 1);
  const Plan plan = make_plan(request);
  const WeightMatrix alone = make_weights(complete_graph(1), WeightRule::metropolis);
  AuditedNodes nodes(scenario, plan);
  nodes.add({.dimension = dimension(domain), .values = std::vector<double>(dimension(domain), 0.0)});
  nodes.add({.dimension = dimension(domain), .values = opposite_points(domain).plus});
  const auto network = [&](std::size_t side) {
    return Network{alone, domain, plan, nodes.network().objectives.subspan(side, 1)};
  };
  const Protocol protocol =
      reference_protocol({.data = network(0), .neighbour = network(1)}, FixedRounds{0}, draw_of(scenario), interrupt);
  return attack_floating_point({.protocol = protocol,
                                .target = {.node = 0, .rounds = 1, .weights = alone, .domain = domain},
                                .neighbour = *nodes.truth()[1],
                                .transcripts = floating_point_transcripts,
                                .epsilon = settings.claim,
                                .confidence = settings.confidence});
}

void audit_pair(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                const std::atomic<bool>& interrupt) {
  const AuditSettings& settings = scenario.configuration().audit;
  const AttackTarget on{.node = settings.node,
                        .rounds = audit.plan.gradient_rounds(),
                        .weights = scenario.weights(),
                        .domain = scenario.domain()};
  const std::vector<Plan> own_plans = scenario.own_plans();
  AuditedNodes data(scenario, audit.plan, own_plans), neighbour(scenario, audit.plan, own_plans);
  AttackedPair pair = attacked_pair(scenario, audit.plan);
  data.add_all(scenario.objectives(0), on.node, std::move(pair.data));
  neighbour.add_all(scenario.objectives(0), on.node, std::move(pair.neighbour));
  audit.noise = check_noise_of(scenario, audit.plan, data, neighbour, interrupt);
  const Hypothesis &truth = *data.truth()[on.node], &other = *neighbour.truth()[on.node];
  const bool can_be_held = has_neighbours(on.weights, on.node);
  const PinnedNode pinned = can_be_held ? pin(on, truth, other, std::move(pair.points)) : PinnedNode{};
  const Protocol protocol = can_be_held ? pinned_protocol({.data = data.network(), .neighbour = neighbour.network()},
                                                          on, pinned, draw_of(scenario), interrupt)
                                        : protocol_of(scenario, data, neighbour, interrupt);
  const ScoreSets sets = collect_scores({.protocol = protocol,
                                         .shape = {scenario.graph().node_count(), dimension(scenario.domain())},
                                         .rounds = on.rounds,
                                         .attack = LikelihoodRatio(on, truth, other),
                                         .held_out = settings.transcripts,
                                         .progress = progress,
                                         .threads = audit_threads()},
                                        interrupt);
  audit.pair =
      judge_pair(sets, {.bound = {.delta = audit.plan.request().budget.delta, .confidence = settings.confidence},
                        .alpha = audit.plan.alpha_spent(),
                        .alpha_used = can_be_held ? std::optional(pinned.alpha) : std::nullopt});
}

}  // namespace

unsigned audit_threads() {
  return std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
}

std::optional<double> PrivacyAudit::lower_bound() const {
  if (pair) return pair->bound.lower_bound;
  if (canaries) return canaries->lower_bound;
  return std::nullopt;
}

PrivacyAudit audit_privacy(const Scenario& scenario, const AuditProgress& progress,
                           const std::atomic<bool>& interrupt) {
  refuse_what_is_not_audited(scenario);
  const AuditSettings& settings = scenario.configuration().audit;
  const Plan plan = scenario.plan_of(settings.node);
  if (const MaskedSums* sums = masked_sums(plan.request().mechanism)) {
    const Collusion collusion = collusion_of(settings, *sums);
    PrivacyAudit audit{
        .plan = plan, .exact_epsilon = epsilon_of(Accountant::exact, plan, collusion.threat()), .collusion = collusion};
    audit_masked_pair(scenario, audit, progress, interrupt);
    audit.interrupted = interrupt;
    return audit;
  }
  PrivacyAudit audit{.plan = plan,
                     .exact_epsilon = epsilon_of(Accountant::exact, plan),
                     .floating_point = attack_last_bits(scenario, plan, interrupt)};
  if (settings.mode == AuditMode::pair)
    audit_pair(scenario, audit, progress, interrupt);
  else
    audit_with_canaries(scenario, audit, progress, interrupt);
  audit.interrupted = interrupt;
  return audit;
}

}  // namespace sotto
