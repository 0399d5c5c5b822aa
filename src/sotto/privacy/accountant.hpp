// SPDX-License-Identifier: MIT
// Accountants: what a run that costs alpha = sum of Delta(t)^2/M_t^2 promises, and what a promise may cost.
#pragma once

#include <array>
#include <string_view>

#include "sotto/privacy/budget.hpp"
#include "sotto/privacy/gaussian_curve.hpp"

namespace sotto {

/// `paper` is Theorem 1, `root` the root in its proof, `exact` the Gaussian curve. Each is valid; each allows at least
/// as much as the one before it.
enum class Accountant { paper, root, exact };

inline constexpr std::array all_accountants{Accountant::paper, Accountant::root, Accountant::exact};
std::string_view name_of(Accountant accountant);

/// The largest cost that keeps the budget (never above the true value).
double alpha_limit(Accountant accountant, const PrivacyBudget& budget);

/// The epsilon that a cost promises at a delta (never below the true value).
double epsilon_of(Accountant accountant, const AlphaAtDelta& at);

/// The delta that a cost promises at an epsilon (never below the true value; at most 1).
double delta_of(Accountant accountant, const AlphaAtEpsilon& at);

}  // namespace sotto
