// SPDX-License-Identifier: MIT
// The audit of a configuration: attacks on the transcripts of the shipped nodes, and what they prove.
#pragma once

#include <optional>

#include "sotto/audit/canary_bound.hpp"
#include "sotto/audit/floating_point_attack.hpp"
#include "sotto/audit/noise_check.hpp"
#include "sotto/audit/trade_off.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

/// Mode "pair": two neighbouring datasets, many runs of each.
struct PairAudit {
  EpsilonBound bound;
  double accuracy;            ///< of the sign of the likelihood ratio
  double exact_accuracy;      ///< Phi(mu/2): the most that any attack can have
  std::uint64_t transcripts;  ///< held out, a side
  /// Sum of ||x - x'||^2 / M_t^2 where malicious neighbours hold the node; nothing where it has no neighbours.
  std::optional<double> alpha;
  std::optional<double> used_epsilon;  ///< that it comes to by the exact curve: what the attacked pair could show
  std::vector<TradeOffPoint> curve;
};

/// Mode "one-run": coins that one run gives away.
struct CanaryAudit {
  CanaryGuesses guesses;
  double lower_bound;
};

struct PrivacyAudit {
  Plan plan;
  double exact_epsilon;
  FloatingPointAttack floating_point;
  NoiseCheck noise = {};
  std::optional<PairAudit> pair = {};        ///< nothing in another mode, or when an interrupt left too little
  std::optional<CanaryAudit> canaries = {};  ///< likewise
  bool interrupted = false;

  /// Nothing when an interrupt came before anything could be said.
  std::optional<double> lower_bound() const;
  /// Noise that is added in doubles shows in the last bits; a lattice must not.
  bool told_apart_by_last_bits() const { return floating_point.delta_at_least > plan.request().budget.delta; }
};

using AuditProgress = std::function<void(std::uint32_t done, std::uint32_t wanted)>;

/// Attacks the configuration as its [audit] section says. An interrupt keeps the transcripts that are whole.
PrivacyAudit audit_privacy(const Scenario& scenario, const AuditProgress& progress, const std::atomic<bool>& interrupt);
/// Mode "one-run" fills `canaries` and `noise`. Canaries replace the first records of the nodes, turn by turn, and take
/// one of two opposite values by a coin.
void audit_with_canaries(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                         const std::atomic<bool>& interrupt);

}  // namespace sotto
