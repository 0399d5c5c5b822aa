// SPDX-License-Identifier: MIT
#include "sotto/report/plan/account_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto {
namespace {

std::string sized(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "none";
}

std::string guarantees_table(const Account& account) {
  std::vector<std::string> header{"accountant"};
  if (account.query.delta) header.push_back("epsilon at delta = " + show(*account.query.delta));
  if (account.query.epsilon) header.push_back("delta at epsilon = " + show(*account.query.epsilon));
  if (account.promise) header.insert(header.end(), {"alpha it allows", "noise over exact's"});
  ReportTable table{.columns = header};
  for (const AccountLine& line : account.lines) {
    std::vector<std::string> row{std::string(name_of(line.accountant))};
    if (line.epsilon) row.push_back(sized(*line.epsilon));
    if (line.delta) row.push_back(sized(*line.delta));
    if (line.alpha_limit) row.push_back(*line.alpha_limit > 0 ? sized(*line.alpha_limit) : "none");
    if (account.promise) row.push_back(line.noise ? sized(*line.noise) : "none");
    table.add(std::move(row));
  }
  return table.text();
}

std::string comparison_table(const Account& account) {
  const double exact = account.lines.back().alpha_limit.value_or(0);
  ReportTable table{
      .columns = {"for comparison", "alpha it allows", "noise over exact's", "epsilon of a round", "guarantee"}};
  for (const ComparisonValue& value : account.comparison)
    table.add({std::string(value.name), sized(value.alpha), sized(std::sqrt(exact / value.alpha)),
               sized(value.round_epsilon), value.guarantee ? "yes" : "NO"});
  return table.text() +
         "  pdp: exact tails of the privacy loss, stronger notions. classic: sigma^2 = 2 ln(1.25/delta)/eps^2 a "
         "round,\n"
         "  no guarantee where a round's epsilon is 1 or more. No plan is made with these.\n";
}

Json account_value(const Account& account) {
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
  return json;
}

}  // namespace

std::string account_text(const Account& account) {
  const Cost& cost = account.query.cost;
  std::string out = fmt::format("Cost      alpha = {}, mu = sqrt(alpha) = {}, rho = alpha/2 = {}\n", sized(cost.alpha),
                                sized(std::sqrt(cost.alpha)), sized(cost.alpha / 2));
  if (cost.total_variation > 0)
    out +=
        fmt::format("Lattice   total variation {}: basic, advanced and exact pay (1 + e^epsilon) times it in delta\n",
                    sized(cost.total_variation));
  out += fmt::format("Rounds    {:.0f} in all; only basic and advanced depend on them\n",
                     std::floor(account.query.shares.rounds()));
  if (account.query.delta || account.query.epsilon) out += "\n" + guarantees_table(account);
  if (account.promise)
    out += fmt::format("  Allowed alpha and noise are for the promise epsilon = {}, delta = {}.\n\n",
                       sized(account.promise->epsilon), sized(account.promise->delta)) +
           comparison_table(account);
  return out;
}

std::string account_text(const Account& account, const std::optional<Account>& all_others) {
  if (!all_others) return account_text(account);
  return account_text(account) + "\nAgainst all other members together (masked sums)\n" + account_text(*all_others);
}

std::string account_json(const Account& account) {
  return dump(account_value(account));
}

std::string account_json(const Account& account, const std::optional<Account>& all_others) {
  Json json = account_value(account);
  if (all_others) json["all_others"] = account_value(*all_others);
  return dump(json);
}

std::string curve_csv(const std::vector<CurvePoint>& points) {
  std::string out = "accountant,epsilon,delta\n";
  for (const CurvePoint& point : points)
    out += fmt::format("{},{},{}\n", name_of(point.accountant), point.epsilon, point.delta);
  return out;
}

}  // namespace sotto
