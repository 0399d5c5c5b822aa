// SPDX-License-Identifier: MIT
#include "budget_report.hpp"

#include <fmt/format.h>

#include <map>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto::app {
namespace {

/// What was spent as an epsilon, by the exact accountant at the promised delta; from above.
double epsilon_of_units(const LedgerUnits& spent, const Balance& balance) {
  if (spent == LedgerUnits{}) return 0;
  return epsilon_of(Accountant::exact, cost_of(spent), balance.promise.planned.delta);
}

Json json_of_units(const LedgerUnits& units) {
  return {{"alpha", units.alpha}, {"total_variation", units.total_variation}};
}

Json units_or_null(const std::optional<std::int64_t>& units) {
  return units ? Json(*units) : Json();
}

std::optional<double> epsilon_all(const DatasetPromise& promise) {
  return promise.all_others ? std::optional(promise.all_others->epsilon) : std::nullopt;
}

Json json_of_head(const ChainHead& head) {
  return {{"entries", head.entries}, {"hash", head.hash.hex()}};
}

Json json_of_balance(const NamedBalance& named) {
  const Balance& balance = named.balance;
  const PrivacyBudget& planned = balance.promise.planned;
  return {{"dataset", named.dataset},
          {"epsilon", planned.epsilon},
          {"delta", planned.delta},
          {"adjacency", name_of(planned.adjacency)},
          {"spent", json_of_units(balance.spent.planned)},
          {"epsilon_spent", number_or_null(epsilon_of_units(balance.spent.planned, balance))},
          {"alpha_limit", balance.alpha_limit},
          {"alpha_left", balance.alpha_left},
          {"epsilon_all", number_or_null(epsilon_all(balance.promise))},
          {"spent_all", json_of_units(balance.spent.all_others)},
          {"epsilon_all_spent", number_or_null(epsilon_of_units(balance.spent.all_others, balance))},
          {"alpha_all_limit", units_or_null(balance.alpha_all_limit)},
          {"alpha_all_left", units_or_null(balance.alpha_all_left)}};
}

Json json_of_entry(const LedgerEntry& entry) {
  Json json = {
      {"number", entry.number}, {"time", entry.time}, {"kind", name_of(entry.kind)}, {"dataset", entry.dataset}};
  if (entry.run) json["run"] = entry.run->hex();
  if (entry.run) json["units"] = json_of_units(entry.units.planned);
  if (entry.run) json["units_all"] = json_of_units(entry.units.all_others);
  if (!entry.promise) return json;
  json["epsilon"] = entry.promise->planned.epsilon;
  json["delta"] = entry.promise->planned.delta;
  json["epsilon_all"] = number_or_null(epsilon_all(*entry.promise));
  return json;
}

/// What all other members together could have learned, one fact a sentence.
std::string words_on_all_others(const NamedBalance& named) {
  const auto& [name, balance] = named;
  const std::string dataset = printable(name);
  std::string words = fmt::format("  {} has spent epsilon {} against all other members together.\n", dataset,
                                  shown_epsilon(balance.promise.planned, balance.spent.all_others, ShownFrom::above));
  if (const std::optional<double> cap = epsilon_all(balance.promise))
    words += fmt::format("  {} promises at most epsilon {:g} against them, and {} is left.\n", dataset, *cap,
                         shown_share(*balance.promise.all_others, *balance.alpha_all_left, ShownFrom::below));
  return words;
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
      .columns = {"dataset", "promised epsilon", "delta", "spent epsilon", "left epsilon", "spent", "left"}};
  std::string words;
  for (const NamedBalance& named : balances) {
    const auto& [name, balance] = named;
    const PrivacyBudget& planned = balance.promise.planned;
    table.add({printable(name), fmt::format("{:g}", planned.epsilon), fmt::format("{:g}", planned.delta),
               shown_epsilon(planned, balance.spent.planned, ShownFrom::above),
               shown_epsilon(planned, {.alpha = balance.alpha_left}, ShownFrom::below),
               shown_percent(planned, balance.spent.planned.alpha, ShownFrom::above),
               shown_percent(planned, balance.alpha_left, ShownFrom::below)});
    words += words_on_all_others(named);
  }
  return table.text() + "\n" + words +
         "  Left epsilon is what one more run may promise at this delta. Percents add over runs; epsilons do not.\n";
}

std::string balances_json(const std::vector<NamedBalance>& balances, const ChainHead& head) {
  return budget_json("show", {{"datasets", array_of(balances, json_of_balance)}, {"ledger", json_of_head(head)}});
}

/// The entries of each dataset as shares of what it promised.
std::string history_text(const std::vector<LedgerEntry>& entries) {
  ReportTable table{
      .columns = {"entry", "time", "kind", "dataset", "run", "epsilon", "of the promise", "epsilon, all others"}};
  std::map<std::string, PrivacyBudget> promised;
  for (const LedgerEntry& entry : entries) {
    const bool opens = entry.kind == EntryKind::open;
    if (opens) promised[entry.dataset] = entry.promise->planned;
    const PrivacyBudget& promise = promised[entry.dataset];
    const ShownFrom side = entry.kind == EntryKind::release ? ShownFrom::below : ShownFrom::above;
    table.add({std::to_string(entry.number), utc_text(entry.time), std::string(name_of(entry.kind)),
               printable(entry.dataset), entry.run ? entry.run->hex().substr(0, 12) : "",
               opens ? fmt::format("{:g}", promise.epsilon) : shown_epsilon(promise, entry.units.planned, side),
               opens ? "" : shown_percent(promise, entry.units.planned.alpha, side),
               opens ? "" : shown_epsilon(promise, entry.units.all_others, side)});
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
  const auto& [planned, all_others] = released.returned;
  std::string text =
      fmt::format("run {} returns {} of its promise to {}", released.run.hex().substr(0, 12),
                  shown_share(released.promise, planned.alpha, ShownFrom::below), printable(released.dataset));
  if (released.kept_back != BookedUnits{})
    text += fmt::format(
        ". {} stays booked beside the rounds here: a neighbour that was left out may have heard them, and "
        "has given no last word",
        shown_share(released.promise, released.kept_back.planned.alpha, ShownFrom::above));
  if (all_others == planned) return text;
  return text + fmt::format(". Against all others it returns epsilon {}",
                            shown_epsilon(released.promise, all_others, ShownFrom::below));
}

std::string release_json(const ReleasedRun& released, const NamedBalance& after) {
  return budget_json("release", {{"run", released.run.hex()},
                                 {"dataset", released.dataset},
                                 {"returned", json_of_units(released.returned.planned)},
                                 {"returned_all", json_of_units(released.returned.all_others)},
                                 {"kept_back", json_of_units(released.kept_back.planned)},
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
    text += fmt::format("  {}: nothing is left; what the backup had left is booked as spent\n", printable(one.dataset));
  for (const Digest& run : restored.closed)
    text += fmt::format("  run {}: closed, nothing of it is returned\n", run.hex().substr(0, 12));
  return text;
}

std::string restored_json(const Restored& restored) {
  const Json frozen = array_of(restored.frozen, [](const Restored::Frozen& one) {
    return Json{{"dataset", one.dataset},
                {"units", json_of_units(one.units.planned)},
                {"units_all", json_of_units(one.units.all_others)}};
  });
  return budget_json("restore", {{"sha256", restored.backup.digest.hex()},
                                 {"ledger", json_of_head(restored.backup.ledger)},
                                 {"frozen", frozen},
                                 {"closed", array_of(restored.closed, [](const Digest& run) { return run.hex(); })}});
}

}  // namespace sotto::app
