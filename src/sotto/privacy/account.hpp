// SPDX-License-Identifier: MIT
// What every accountant says of one cost, side by side, and what each would allow for the same promise.
#pragma once

#include <optional>
#include <vector>

#include "sotto/privacy/cost.hpp"
#include "sotto/privacy/for_comparison.hpp"

namespace sotto {

struct AccountQuery {
  Cost cost;
  RoundShares shares;
  std::optional<double> delta;    ///< where to ask for epsilon
  std::optional<double> epsilon;  ///< where to ask for delta
};

struct AccountLine {
  Accountant accountant;
  std::optional<double> epsilon;      ///< at the query's delta; infinity when there is none
  std::optional<double> delta;        ///< at the query's epsilon
  std::optional<double> alpha_limit;  ///< for the promise
  std::optional<double> noise;  ///< standard deviation that needs, relative to `exact`; infinity when none would do
};

struct Account {
  AccountQuery query;
  /// What is compared: the query's epsilon and delta, the one that is not given by the exact curve. None when nothing
  /// was asked, or when the curve promises nothing.
  std::optional<PrivacyBudget> promise;
  std::vector<AccountLine> lines;
  std::vector<ComparisonValue> comparison;
};

Account make_account(const AccountQuery& query);

/// One point of an accountant's curve.
struct CurvePoint {
  Accountant accountant;
  double epsilon;
  double delta;
};

/// delta(eps) of every accountant, from epsilon 0 to where Theorem 1 reaches a delta of 1e-12.
std::vector<CurvePoint> account_curves(const AccountQuery& query);

}  // namespace sotto
