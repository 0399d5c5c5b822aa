// SPDX-License-Identifier: MIT
// What a privacy cost means to every accountant: as text, JSON and CSV.
#pragma once

#include <string>
#include <vector>

#include "sotto/privacy/account.hpp"

namespace sotto {

/// alpha, mu and rho, each accountant's answer, and the values for comparison.
std::string account_text(const Account& account);

/// sotto.account/1. What does not exist is null: an epsilon that keeps delta, noise that would do.
std::string account_json(const Account& account);

/// The same with the account of masked sums against all other members together, where there is one.
std::string account_text(const Account& account, const std::optional<Account>& all_others);
std::string account_json(const Account& account, const std::optional<Account>& all_others);

/// accountant,epsilon,delta
std::string curve_csv(const std::vector<CurvePoint>& points);

}  // namespace sotto
