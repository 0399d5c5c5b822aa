// SPDX-License-Identifier: MIT
// The audit of a configuration: attacks on the transcripts of the shipped nodes, and what they prove.
#pragma once

#include <optional>

#include "sotto/audit/canary_bound.hpp"
#include "sotto/audit/collusion.hpp"
#include "sotto/audit/floating_point_attack.hpp"
#include "sotto/audit/noise_check.hpp"
#include "sotto/audit/pair_audit.hpp"
#include "sotto/audit/residue_bits.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

/// Mode "one-run": coins that one run gives away.
struct CanaryAudit {
  CanaryGuesses guesses;
  double lower_bound;
};

struct PrivacyAudit {
  Plan plan;
  double exact_epsilon;                     ///< against whoever attacks
  std::optional<Collusion> collusion = {};  ///< with masked sums
  FloatingPointAttack floating_point = {};  ///< not tried on masked sums: they are integers on the wire
  NoiseCheck noise = {};
  std::optional<MaskCheck> masks = {};       ///< with masked sums
  std::optional<PairAudit> pair = {};        ///< nothing in another mode, or when an interrupt left too little
  std::optional<CanaryAudit> canaries = {};  ///< likewise
  bool interrupted = false;

  /// Nothing when an interrupt came before anything could be said.
  std::optional<double> lower_bound() const;
  /// Noise that is added in doubles shows in the last bits; a lattice must not.
  bool told_apart_by_last_bits() const { return floating_point.delta_at_least > plan.request().budget.delta; }
};

using AuditProgress = std::function<void(std::uint32_t done, std::uint32_t wanted)>;

/// As many as the machine has.
unsigned audit_threads();

/// Attacks the configuration as its [audit] section says. An interrupt keeps the transcripts that are whole.
PrivacyAudit audit_privacy(const Scenario& scenario, const AuditProgress& progress, const std::atomic<bool>& interrupt);
/// Mode "one-run" fills `canaries` and `noise`. Canaries replace the first records of the nodes, turn by turn, and take
/// one of two opposite values by a coin.
void audit_with_canaries(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                         const std::atomic<bool>& interrupt);

}  // namespace sotto
