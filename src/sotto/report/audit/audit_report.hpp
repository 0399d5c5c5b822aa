// SPDX-License-Identifier: MIT
// An audit as text, JSON and CSV, and as the files of its folder.
#pragma once

#include "sotto/audit/audit_verdict.hpp"
#include "sotto/report/document/provenance.hpp"

namespace sotto {

/// What stands on top of everything that an audit hands out.
std::string audit_notice(const Configuration& configuration);

/// What was attacked and how, the lower bound beside the claim, the checks, and the verdict.
std::string audit_text(const Scenario& scenario, const PrivacyAudit& audit);

/// sotto.audit/1
std::string audit_json(const Scenario& scenario, const PrivacyAudit& audit);

/// threshold and both error rates with their limits, the exact curve beside them (of mode "pair").
std::string trade_off_csv(const PrivacyAudit& audit);

Files audit_files(const Scenario& scenario, const PrivacyAudit& audit, const RunIdentity& made_by);

}  // namespace sotto
