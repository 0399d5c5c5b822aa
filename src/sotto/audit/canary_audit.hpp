// SPDX-License-Identifier: MIT
// The audit in one run: canaries among the configured records take one of two opposite values by a coin.
#pragma once

#include "sotto/audit/privacy_audit.hpp"

namespace sotto {

/// Fills `canaries` and `noise` of an audit. Canaries replace the first records of the nodes, turn by turn.
void audit_with_canaries(const Scenario& scenario, PrivacyAudit& audit, const AuditProgress& progress,
                         const std::atomic<bool>& interrupt);

}  // namespace sotto
