// SPDX-License-Identifier: MIT
// Accountants: what a run that costs alpha = sum of Delta(t)^2/M_t^2 promises, and what a promise may cost.
#pragma once

#include <array>
#include <string_view>

#include "sotto/privacy/budget.hpp"
#include "sotto/privacy/gaussian_curve.hpp"
#include "sotto/privacy/round_shares.hpp"

namespace sotto {

/// All are valid. `basic` and `advanced` compose rounds, each calibrated by itself; `paper` is Theorem 1, `root` the
/// root in its proof; `zcdp_bs` and `zcdp_cks` convert zCDP (rho = alpha/2) by Bun-Steinke and by
/// Canonne-Kamath-Steinke; `exact` is the Gaussian curve. From `paper` on each allows at least as much as the one
/// before it, and none allows more than `exact`.
enum class Accountant { basic, advanced, paper, root, zcdp_bs, zcdp_cks, exact };

inline constexpr std::array all_accountants{Accountant::basic, Accountant::advanced, Accountant::paper,
                                            Accountant::root,  Accountant::zcdp_bs,  Accountant::zcdp_cks,
                                            Accountant::exact};
std::string_view name_of(Accountant accountant);

/// The largest cost that keeps the budget (never above the true value); 0 when no positive double does. How it is
/// spread over rounds matters to `basic` and `advanced` alone.
double alpha_limit(Accountant accountant, const PrivacyBudget& budget, const RoundShares& shares = {});

/// The epsilon that a cost promises at a delta (never below the true value); infinity when it does not fit a double.
double epsilon_of(Accountant accountant, const AlphaAtDelta& at, const RoundShares& shares = {});

/// The delta that a cost promises at an epsilon (never below the true value; at most 1).
double delta_of(Accountant accountant, const AlphaAtEpsilon& at, const RoundShares& shares = {});

}  // namespace sotto
