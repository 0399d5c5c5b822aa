// SPDX-License-Identifier: MIT
#include "sotto/audit/audit_verdict.hpp"

#include <cmath>

namespace sotto {
namespace {

/// No statistics: the noise passed its check, and beside noise of that scale the estimates of the two datasets lie so
/// far apart that the exact curve exceeds the promised delta, even less what discrete noise may differ from a Gaussian.
bool moves_too_far(const PrivacyAudit& audit, double claim) {
  if (!audit.noise.passed() || !audit.pair || audit.pair->alpha.value_or(0) == 0) return false;
  const Cost cost = audit.collusion ? audit.plan.total_cost(audit.collusion->threat()) : audit.plan.total_cost();
  constexpr double rounding = 1e-6;  // of the point where neighbours hold the node
  const double delta = std::exp(log_delta_on_curve({.alpha = *audit.pair->alpha * (1 - rounding), .epsilon = claim}));
  return delta - slack_of(Accountant::exact, cost, claim) > audit.plan.request().budget.delta;
}

}  // namespace

std::vector<Refutation> refutations(const PrivacyAudit& audit, double claim) {
  std::vector<Refutation> found;
  if (audit.pair && audit.pair->bound.lower_bound > claim) found.push_back(Refutation::likelihood_ratio);
  if (audit.canaries && audit.canaries->lower_bound > claim) found.push_back(Refutation::canaries);
  if (moves_too_far(audit, claim)) found.push_back(Refutation::movement);
  if (!audit.noise.failures.empty()) found.push_back(Refutation::noise);
  if (audit.masks && !audit.masks->failures.empty()) found.push_back(Refutation::masks);
  if (audit.told_apart_by_last_bits()) found.push_back(Refutation::last_bits);
  return found;
}

bool saw_nothing(const PrivacyAudit& audit) {
  return audit.canaries && audit.canaries->lower_bound <= 0;
}

AuditVerdict judge(const PrivacyAudit& audit, double claim) {
  if (!refutations(audit, claim).empty()) return AuditVerdict::refuted;
  const bool judged =
      audit.lower_bound() && audit.noise.passed() && (!audit.masks || audit.masks->passed()) && !saw_nothing(audit);
  return judged && audit.plan.on_lattice() ? AuditVerdict::not_refuted : AuditVerdict::cannot_tell;
}

}  // namespace sotto
