// SPDX-License-Identifier: MIT
// What a cost means to every accountant as JSON, sotto.account/1.
#include <cmath>

#include "sotto/report/json_report.hpp"
#include "sotto/report/json_values.hpp"

namespace sotto {

std::string account_json(const Account& account) {
  const AccountQuery& query = account.query;
  Json json = {{"schema", "sotto.account/1"},
               {"alpha", number(query.cost.alpha)},
               {"mu", number(std::sqrt(query.cost.alpha))},
               {"rho", number(query.cost.alpha / 2)},
               {"total_variation", number(query.cost.total_variation)},
               {"rounds", number(std::floor(query.shares.rounds()))},
               {"at", {{"delta", number_or_null(query.delta)}, {"epsilon", number_or_null(query.epsilon)}}},
               {"promise", nullptr}};
  if (account.promise)
    json["promise"] = {{"epsilon", number(account.promise->epsilon)}, {"delta", number(account.promise->delta)}};
  for (const AccountLine& line : account.lines)
    json["accountants"][std::string(name_of(line.accountant))] = {{"epsilon", number_or_null(line.epsilon)},
                                                                  {"delta", number_or_null(line.delta)},
                                                                  {"alpha_limit", number_or_null(line.alpha_limit)},
                                                                  {"noise_over_exact", number_or_null(line.noise)}};
  json["for_comparison"] = Json::object();
  for (const ComparisonValue& value : account.comparison)
    json["for_comparison"][std::string(value.name)] = {{"alpha_limit", number(value.alpha)},
                                                       {"round_epsilon", number_or_null(value.round_epsilon)},
                                                       {"guarantee", value.guarantee},
                                                       {"note", value.note}};
  return dump(json);
}

}  // namespace sotto
