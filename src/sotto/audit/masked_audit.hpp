// SPDX-License-Identifier: MIT
// The audit of masked sums: members collude, and the attack is on what is left.
#pragma once

#include "sotto/audit/privacy_audit.hpp"

namespace sotto {

/// Fills `pair`, `noise` and `masks`. `collusion` says who colludes.
void audit_masked_pair(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                       const std::atomic<bool>& interrupt);

}  // namespace sotto
