// SPDX-License-Identifier: MIT
// What every accountant says of one cost.
#include "sotto/privacy/account.hpp"

#include <cmath>
#include <limits>

namespace sotto {
namespace {

std::optional<PrivacyBudget> promise_of(const AccountQuery& query) {
  if (!query.delta && !query.epsilon) return std::nullopt;
  const double epsilon = query.epsilon ? *query.epsilon : epsilon_of(Accountant::exact, query.cost, *query.delta);
  const double delta = query.delta ? *query.delta : delta_of(Accountant::exact, query.cost, epsilon);
  const bool promises = epsilon > 0 && std::isfinite(epsilon) && delta > 0 && delta < 1;
  return promises ? std::optional(PrivacyBudget{.epsilon = epsilon, .delta = delta}) : std::nullopt;
}

}  // namespace

Account make_account(const AccountQuery& query) {
  Account account{.query = query, .promise = promise_of(query), .lines = {}, .comparison = {}};
  const auto allowed = [&](Accountant accountant) {
    return alpha_limit_or_none(accountant, *account.promise, query.cost.total_variation, query.shares);
  };
  const double exact = account.promise ? allowed(Accountant::exact) : 0;
  for (const Accountant accountant : all_accountants) {
    AccountLine line{.accountant = accountant, .epsilon = {}, .delta = {}, .alpha_limit = {}, .noise = {}};
    if (query.delta) line.epsilon = epsilon_of(accountant, query.cost, *query.delta, query.shares);
    if (query.epsilon) line.delta = delta_of(accountant, query.cost, *query.epsilon, query.shares);
    if (account.promise) line.alpha_limit = allowed(accountant);
    if (exact > 0) line.noise = std::sqrt(exact / *line.alpha_limit);
    account.lines.push_back(line);
  }
  if (account.promise) account.comparison = for_comparison(*account.promise, query.shares);
  return account;
}

std::vector<CurvePoint> account_curves(const AccountQuery& query) {
  constexpr int steps = 100;
  const double end = query.cost.alpha > 0 ? epsilon_of(Accountant::paper, query.cost, 1e-12) : 1;
  std::vector<CurvePoint> points;
  for (const Accountant accountant : all_accountants)
    for (int k = 0; k <= steps; ++k) {
      const double epsilon = end / steps * k;
      points.push_back({accountant, epsilon, delta_of(accountant, query.cost, epsilon, query.shares)});
    }
  return points;
}

}  // namespace sotto
