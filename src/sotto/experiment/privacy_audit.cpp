// SPDX-License-Identifier: MIT
// The audit of a configuration.
#include "sotto/experiment/privacy_audit.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/experiment/audited_nodes.hpp"
#include "sotto/experiment/canary_audit.hpp"
#include "sotto/experiment/neighbouring_records.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t floating_point_transcripts = 20'000;
constexpr std::size_t fewest_transcripts = 100;  // below, a bound is not worth its name

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

PairAudit judged(const ScoreSets& sets, const Plan& plan, double confidence) {
  const BoundRequest request{.delta = plan.request().budget.delta, .confidence = confidence};
  return {.bound = bound_epsilon(sets.held_out, choose_threshold(sets.selection, request), request),
          .accuracy = accuracy(sets.held_out),
          .exact_accuracy = normal_tail(-std::sqrt(plan.alpha_spent()) / 2),
          .transcripts = sets.held_out.data.size(),
          .curve = trade_off(sets.held_out, {.confidence = confidence, .alpha = plan.alpha_spent()})};
}

void hold_drawn_records(const Scenario& scenario, AuditedNodes& data, AuditedNodes& neighbour) {
  const AuditSettings& settings = scenario.configuration().audit;
  const NeighbouringRecords target =
      settings.records.empty() ? worst_case_records(scenario) : read_neighbouring_records(scenario);
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    data.add(i == settings.node ? target.data : scenario.draw(0, i));
    neighbour.add(i == settings.node ? target.neighbour : scenario.draw(0, i));
  }
}

void hold_records_of_files(const Scenario& scenario, AuditedNodes& data, AuditedNodes& neighbour) {
  const NodeId target = scenario.configuration().audit.node;
  std::vector<std::unique_ptr<Objective>> of_data = scenario.real()->objectives(0),
                                          of_neighbour = scenario.real()->objectives(0);
  of_data[target] = scenario.real()->with_first_record_pulling(*of_data[target], target, +1);
  of_neighbour[target] = scenario.real()->with_first_record_pulling(*of_neighbour[target], target, -1);
  for (NodeId i = 0; i < scenario.graph().node_count(); ++i) {
    data.add(std::move(of_data[i]));
    neighbour.add(std::move(of_neighbour[i]));
  }
}

void audit_pair(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                const std::atomic<bool>& interrupt) {
  const AuditSettings& settings = scenario.configuration().audit;
  const Round T = audit.plan.gradient_rounds();
  const std::vector<Plan> own_plans = scenario.own_plans();
  AuditedNodes data(scenario, audit.plan, own_plans), neighbour(scenario, audit.plan, own_plans);
  scenario.real() == nullptr ? hold_drawn_records(scenario, data, neighbour)
                             : hold_records_of_files(scenario, data, neighbour);
  audit.noise = check_noise_of(scenario, audit.plan, data, neighbour, interrupt);
  const Protocol protocol = protocol_of(scenario, data, neighbour, interrupt);
  const AttackTarget on{.node = settings.node, .rounds = T, .weights = scenario.weights(), .domain = scenario.domain()};
  const ScoreSets sets =
      collect_scores({.protocol = protocol,
                      .shape = {scenario.graph().node_count(), dimension(scenario.domain())},
                      .rounds = T,
                      .attack = LikelihoodRatio(on, *data.truth()[settings.node], *neighbour.truth()[settings.node]),
                      .held_out = settings.transcripts,
                      .progress = progress,
                      .threads = std::clamp(std::thread::hardware_concurrency(), 1U, 64U)},
                     interrupt);
  if (sets.held_out.data.size() >= fewest_transcripts) audit.pair = judged(sets, audit.plan, settings.confidence);
}

}  // namespace

std::optional<double> PrivacyAudit::lower_bound() const {
  if (pair) return pair->bound.lower_bound;
  if (canaries) return canaries->lower_bound;
  return std::nullopt;
}

AuditVerdict judge(const PrivacyAudit& audit, double claim) {
  const std::optional<double> bound = audit.lower_bound();
  const bool bits_show = audit.plan.on_lattice() && audit.told_apart_by_last_bits();
  if ((bound && *bound > claim) || !audit.noise.failures.empty() || bits_show) return AuditVerdict::broken;
  return bound && audit.noise.passed() ? AuditVerdict::holds : AuditVerdict::cannot_tell;
}

PrivacyAudit audit_privacy(const Scenario& scenario, const AuditProgress& progress,
                           const std::atomic<bool>& interrupt) {
  if (scenario.configuration().run.noise_precision == NoisePrecision::single)
    throw InvalidInput({"run.noise_precision", "single", "an audit looks at tails: its noise must be in doubles"});
  const AuditSettings& settings = scenario.configuration().audit;
  if (settings.node >= scenario.graph().node_count())
    throw InvalidInput({"audit.node", std::to_string(settings.node),
                        "must be below the number of nodes, " + std::to_string(scenario.graph().node_count())});
  if (settings.mode == "one-run" && !scenario.configuration().privacy.nodes.empty())
    throw InvalidInput(
        {"audit.mode", "one-run",
         "canaries stand at all nodes and are judged by one promise: leave out [node.N], or use \"pair\""});
  if (settings.mode == "one-run" && !settings.records.empty())
    throw InvalidInput({"audit.records", settings.records, "belongs to audit.mode = \"pair\": canaries are drawn"});
  if (scenario.real() != nullptr && (settings.mode == "one-run" || !settings.records.empty()))
    throw InvalidInput(
        {"audit.mode", settings.mode,
         "on files only \"pair\" is audited, without audit.records: the first record of a file is replaced"});
  const Plan plan = scenario.plan_of(settings.node);
  PrivacyAudit audit{.plan = plan,
                     .exact_epsilon = epsilon_of(Accountant::exact, plan),
                     .floating_point = attack_last_bits(scenario, plan, interrupt)};
  if (settings.mode == "pair")
    audit_pair(scenario, audit, progress, interrupt);
  else
    audit_with_canaries(scenario, audit, progress, interrupt);
  audit.interrupted = interrupt;
  return audit;
}

}  // namespace sotto
