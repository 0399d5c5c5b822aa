// SPDX-License-Identifier: MIT
// What an audit of masked sums says of those who colluded, and of both promises.
#pragma once

#include <string>

#include "sotto/audit/privacy_audit.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto {

/// Who colluded and what they did.
std::string collusion_text(const Collusion& collusion);
/// What the exact accountant says against the planned number, against those who colluded, and against all others.
void add_epsilons(const PrivacyAudit& audit, ReportTable& table);
std::string mask_check_text(const MaskCheck& check);
/// Whom the promise is about, what theory says against those who colluded, and against all others. Empty without masked
/// sums.
std::string claim_and_colluders_text(const PrivacyAudit& audit);

Json collusion_json(const PrivacyAudit& audit);
Json mask_check_json(const MaskCheck& check);

}  // namespace sotto
