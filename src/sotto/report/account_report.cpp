// SPDX-License-Identifier: MIT
// An account in words and as CSV.
#include "sotto/report/account_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/report/text_table.hpp"

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
  TextTable table(header);
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
  TextTable table({"for comparison", "alpha it allows", "noise over exact's", "epsilon of a round", "guarantee"});
  for (const ComparisonValue& value : account.comparison)
    table.add({std::string(value.name), sized(value.alpha), sized(std::sqrt(exact / value.alpha)),
               sized(value.round_epsilon), value.guarantee ? "yes" : "NO"});
  return table.text() +
         "  pdp: exact tails of the privacy loss, stronger notions. classic: sigma^2 = 2 ln(1.25/delta)/eps^2 a "
         "round,\n"
         "  no guarantee where a round's epsilon is 1 or more. No plan is made with these.\n";
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

std::string curve_csv(const std::vector<CurvePoint>& points) {
  std::string out = "accountant,epsilon,delta\n";
  for (const CurvePoint& point : points)
    out += fmt::format("{},{},{}\n", name_of(point.accountant), point.epsilon, point.delta);
  return out;
}

}  // namespace sotto
