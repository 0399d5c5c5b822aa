// SPDX-License-Identifier: MIT
// sotto audit-log export, verify: what a node did, for an auditor who has only the file.
#include <fmt/format.h>

#include <algorithm>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/audit_file/audit_file.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

constexpr std::size_t largest_audit_log = std::size_t{1} << 36;

std::optional<PublicKey> expected_key(const Command& command) {
  const std::string& text = command.value("--key");
  if (text.empty()) return std::nullopt;
  const std::optional<PublicKey> key = PublicKey::from_text(text);
  if (!key) throw InvalidInput({"--key", shown(text), PublicKey::text_rule});
  return key;
}

Json json_of_dataset(const AuditedDataset& dataset) {
  const auto& [planned, all_others] = dataset.promise;
  const auto json_of_units = [](const LedgerUnits& units) {
    return Json{{"alpha", units.alpha}, {"total_variation", units.total_variation}};
  };
  return {{"dataset", dataset.name},
          {"epsilon", planned.epsilon},
          {"delta", planned.delta},
          {"epsilon_all", all_others ? Json(all_others->epsilon) : Json()},
          {"spent", json_of_units(dataset.spent.planned)},
          {"spent_all", json_of_units(dataset.spent.all_others)}};
}

std::string verdict_json(const AuditVerification& verdict, bool key_expected) {
  Json json = {{"schema", "sotto.audit-log-verification/1"},
               {"whole", verdict.whole()},
               {"site", verdict.site},
               {"key", verdict.key},
               {"key_was_expected", key_expected},
               {"exported", verdict.exported},
               {"rows", verdict.rows},
               {"ledger", {{"entries", verdict.ledger.entries}, {"hash", verdict.ledger.hash.hex()}}},
               {"datasets", Json::array()},
               {"findings", Json::array()}};
  for (const AuditedDataset& dataset : verdict.datasets) json["datasets"].push_back(json_of_dataset(dataset));
  for (const Damage& damage : verdict.found)
    json["findings"].push_back({{"table", damage.table}, {"row", damage.row}, {"what", damage.what}});
  return dump(json);
}

std::string verdict_text(const AuditVerification& verdict, bool key_expected) {
  if (!verdict.whole()) {
    std::string text = "  NOT whole:\n";
    constexpr std::size_t shown_here = 20;  // one row taken out is found again in all rows after it
    for (std::size_t k = 0; k < std::min(shown_here, verdict.found.size()); ++k)
      text += "  - " + printable(to_text(verdict.found[k])) + "\n";
    if (verdict.found.size() > shown_here)
      text += fmt::format("  and {} more (--json names them all)\n", verdict.found.size() - shown_here);
    return text;
  }
  std::string text = fmt::format(
      "  whole: chains, sums and signature\n  site    {}\n  key     {}{}\n  ledger  {} entries, head {}\n",
      verdict.site, verdict.key, key_expected ? "" : "  (as the file says: compare it with the key you know)",
      verdict.ledger.entries, verdict.ledger.hash.hex());
  for (const AuditedDataset& dataset : verdict.datasets) {
    const auto& [planned, all_others] = dataset.promise;
    const std::string cap =
        all_others ? fmt::format(", and epsilon {:g} against all others together", all_others->epsilon) : "";
    text += fmt::format("  {}: promised epsilon {:g}, delta {:g}{}; what was booked keeps it\n",
                        printable(dataset.name), planned.epsilon, planned.delta, cap);
  }
  return text;
}

void describe_audit_log_export(Command& command) {
  command.takes_state();
  command.takes_value("--out", Command::Wanted::required, "the file to write (JSON Lines); it must not exist",
                      Command::Names::new_file);
}

void describe_audit_log_verify(Command& command) {
  command.takes_file("FILE", "what `sotto audit-log export` wrote");
  command.takes_value("--key", Command::Wanted::optional, "the site's public key, as you know it: ed25519:...");
}

ExitCode audit_log_export(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const Store state = Store::open_to_read(command.value("--state"));
  const std::string& path = command.value("--out");
  write_new({.key = "--out", .path = path}, export_audit_log(state, site, identity().version));
  const ChainHead head = state.ledger().head();
  if (command.json())
    print(dump({{"schema", "sotto.audit-log-export/1"},
                {"file", path},
                {"key", site.public_key().text()},
                {"ledger", {{"entries", head.entries}, {"hash", head.hash.hex()}}}}));
  else
    print(path + "\n");
  return ok;
}

ExitCode audit_log_verify(const Command& command) {
  const std::optional<PublicKey> key = expected_key(command);
  const AuditVerification verdict =
      verify_audit_log(read_whole_file({.field = "FILE", .path = command.path("FILE")}, largest_audit_log), key);
  print(command.json() ? verdict_json(verdict, key.has_value()) : fitted(verdict_text(verdict, key.has_value())));
  return verdict.whole() ? ok : answered_no;
}

}  // namespace

const Subcommand audit_log_export_command{"audit-log export", "write a signed file of all a node did",
                                          describe_audit_log_export, audit_log_export};
const Subcommand audit_log_verify_command{"audit-log verify", "check such a file, without the node",
                                          describe_audit_log_verify, audit_log_verify};

}  // namespace sotto::app
