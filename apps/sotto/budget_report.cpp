// SPDX-License-Identifier: MIT
#include "budget_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto::app {
namespace {

/// What was spent as an epsilon, by the exact accountant at the promised delta; from above.
double epsilon_spent(const Balance& balance) {
  if (balance.spent == LedgerUnits{}) return 0;
  return epsilon_of(Accountant::exact, cost_of(balance.spent), balance.promise.delta);
}

Json json_of_units(const LedgerUnits& units) {
  return {{"alpha", units.alpha}, {"total_variation", units.total_variation}};
}

Json json_of_head(const ChainHead& head) {
  return {{"entries", head.entries}, {"hash", head.hash.hex()}};
}

Json json_of_balance(const NamedBalance& named) {
  const Balance& balance = named.balance;
  const double epsilon = epsilon_spent(balance);
  return {{"dataset", named.dataset},
          {"epsilon", balance.promise.epsilon},
          {"delta", balance.promise.delta},
          {"adjacency", name_of(balance.promise.adjacency)},
          {"spent", json_of_units(balance.spent)},
          {"epsilon_spent", std::isfinite(epsilon) ? Json(epsilon) : Json()},
          {"alpha_limit", balance.alpha_limit},
          {"alpha_left", balance.alpha_left}};
}

/// Units as the number they stand for, with few digits.
std::string shown_alpha(std::int64_t units) {
  return fmt::format("{:.4g}", std::ldexp(static_cast<double>(units), -LedgerUnits::alpha_bits));
}

std::string shown_total_variation(std::int64_t units) {
  return fmt::format("{:.4g}", std::ldexp(static_cast<double>(units), -LedgerUnits::total_variation_bits));
}

Json json_of_entry(const LedgerEntry& entry) {
  Json json = {
      {"number", entry.number}, {"time", entry.time}, {"kind", name_of(entry.kind)}, {"dataset", entry.dataset}};
  if (entry.run) json["run"] = entry.run->hex();
  if (entry.run) json["units"] = json_of_units(entry.units);
  if (entry.promise) json["epsilon"] = entry.promise->epsilon;
  if (entry.promise) json["delta"] = entry.promise->delta;
  return json;
}

/// What every answer begins with, and then its own.
std::string budget_json(const char* action, const Json& answer) {
  Json json = {
      {"schema", "sotto.budget/1"}, {"action", action}, {"units", {{"alpha", "2^-40"}, {"total_variation", "2^-60"}}}};
  json.update(answer);
  return dump(json);
}

}  // namespace

std::string balances_text(const std::vector<NamedBalance>& balances) {
  if (balances.empty()) return "  no dataset has a budget here: `sotto budget init` opens one\n";
  ReportTable table{
      .columns = {"dataset", "promised epsilon", "delta", "spent epsilon", "spent alpha", "left alpha", "left"}};
  for (const auto& [name, balance] : balances) {
    const double whole = static_cast<double>(balance.spent.alpha) + static_cast<double>(balance.alpha_left);
    const double left = whole > 0 ? 100 * static_cast<double>(balance.alpha_left) / whole : 0;
    table.add({printable(name), fmt::format("{:g}", balance.promise.epsilon),
               fmt::format("{:g}", balance.promise.delta), fmt::format("{:.4g}", epsilon_spent(balance)),
               shown_alpha(balance.spent.alpha), shown_alpha(balance.alpha_left), fmt::format("{:.1f} %", left)});
  }
  return table.text() +
         "\n  alpha adds over runs and epsilon does not: what a run may cost is what is left of alpha.\n";
}

std::string balances_json(const std::vector<NamedBalance>& balances, const ChainHead& head) {
  return budget_json("show", {{"datasets", array_of(balances, json_of_balance)}, {"ledger", json_of_head(head)}});
}

std::string history_text(const std::vector<LedgerEntry>& entries) {
  ReportTable table{.columns = {"entry", "time", "kind", "dataset", "run", "alpha", "total variation"}};
  for (const LedgerEntry& entry : entries) {
    const bool opens = entry.kind == EntryKind::open;
    table.add({std::to_string(entry.number), utc_text(entry.time), std::string(name_of(entry.kind)),
               printable(entry.dataset), entry.run ? entry.run->hex().substr(0, 12) : "",
               opens ? "" : shown_alpha(entry.units.alpha),
               opens ? "" : shown_total_variation(entry.units.total_variation)});
  }
  return table.text();
}

std::string history_json(const std::vector<LedgerEntry>& entries, const ChainHead& head) {
  return budget_json("history", {{"entries", array_of(entries, json_of_entry)}, {"ledger", json_of_head(head)}});
}

std::string findings_text(const std::vector<Damage>& found, const ChainHead& head) {
  if (found.empty())
    return fmt::format("  whole: pages, rules, chains and sums\n  ledger: {} entries, head {}\n", head.entries,
                       head.hash.hex());
  std::string text = "  NOT whole:\n";
  for (const Damage& damage : found) text += "  - " + printable(to_text(damage)) + "\n";
  return text;
}

std::string findings_json(const std::vector<Damage>& found, const ChainHead& head) {
  const Json findings = array_of(found, [](const Damage& damage) {
    return Json{{"table", damage.table}, {"row", damage.row}, {"what", damage.what}};
  });
  Json answer = {{"whole", found.empty()}, {"findings", findings}};
  if (found.empty()) answer["ledger"] = json_of_head(head);
  return budget_json("verify", answer);
}

std::string release_text(const ReleasedRun& released) {
  return fmt::format("run {} returns alpha {} and total variation {} to {} ({} and {} units)",
                     released.run.hex().substr(0, 12), shown_alpha(released.returned.alpha),
                     shown_total_variation(released.returned.total_variation), printable(released.dataset),
                     released.returned.alpha, released.returned.total_variation);
}

std::string release_json(const ReleasedRun& released, const NamedBalance& after) {
  return budget_json("release", {{"run", released.run.hex()},
                                 {"dataset", released.dataset},
                                 {"returned", json_of_units(released.returned)},
                                 {"balance", json_of_balance(after)}});
}

std::string backup_text(const Backup& backup) {
  return fmt::format("  sha256 {}\n  ledger: {} entries, head {}\n", backup.digest.hex(), backup.ledger.entries,
                     backup.ledger.hash.hex());
}

std::string backup_json(const Backup& backup) {
  return budget_json("backup", {{"sha256", backup.digest.hex()}, {"ledger", json_of_head(backup.ledger)}});
}

std::string restored_text(const Restored& restored) {
  std::string text = backup_text(restored.backup);
  for (const Restored::Frozen& one : restored.frozen)
    text += fmt::format("  {}: nothing is left; alpha {} that the backup had left is booked as spent\n",
                        printable(one.dataset), shown_alpha(one.units.alpha));
  for (const Digest& run : restored.closed)
    text += fmt::format("  run {}: closed, nothing of it is returned\n", run.hex().substr(0, 12));
  return text;
}

std::string restored_json(const Restored& restored) {
  const Json frozen = array_of(restored.frozen, [](const Restored::Frozen& one) {
    return Json{{"dataset", one.dataset}, {"units", json_of_units(one.units)}};
  });
  return budget_json("restore", {{"sha256", restored.backup.digest.hex()},
                                 {"ledger", json_of_head(restored.backup.ledger)},
                                 {"frozen", frozen},
                                 {"closed", array_of(restored.closed, [](const Digest& run) { return run.hex(); })}});
}

}  // namespace sotto::app
