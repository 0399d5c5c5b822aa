// SPDX-License-Identifier: MIT
// An account in words and as CSV (as JSON: json_report.hpp).
#pragma once

#include <string>
#include <vector>

#include "sotto/privacy/account.hpp"

namespace sotto {

/// alpha, mu and rho, each accountant's answer, and the values for comparison.
std::string account_text(const Account& account);

/// accountant,epsilon,delta
std::string curve_csv(const std::vector<CurvePoint>& points);

}  // namespace sotto
