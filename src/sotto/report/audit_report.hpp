// SPDX-License-Identifier: MIT
// An audit as text, JSON and CSV.
#pragma once

#include "sotto/audit/audit_verdict.hpp"
#include "sotto/report/json_report.hpp"

namespace sotto {

/// What stands on top of everything that an audit hands out.
std::string audit_notice(const Configuration& configuration);

/// What was attacked and how, the lower bound beside the claim, the checks, and the verdict.
std::string audit_text(const Scenario& scenario, const PrivacyAudit& audit);

/// sotto.audit/1
std::string audit_json(const Scenario& scenario, const PrivacyAudit& audit);

/// sotto.manifest/1 of an audit's folder.
std::string audit_manifest_json(const RunIdentity& identity, const Scenario& scenario, const PrivacyAudit& audit,
                                const std::map<std::string, std::string>& digests);

/// threshold and both error rates with their limits, the exact curve beside them (of mode "pair").
std::string trade_off_csv(const PrivacyAudit& audit);

}  // namespace sotto
