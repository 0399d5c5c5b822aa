// SPDX-License-Identifier: MIT
// sotto manifest check, show, sign: what all parties agree on, and that they do.
#include "sotto/federation/manifest/manifest.hpp"

#include <fmt/format.h>

#include <string>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/ledger.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

struct RunCost {
  bool already_debited;
  BookedUnits units;
  Balance before;  ///< of the party's dataset
};

/// What a party promises by signing, in plain words.
std::string privacy_statement(const Manifest& manifest, NodeId party, const RunCost& cost) {
  const PrivacyBudget& promise = manifest.plan_of(party).request().budget;
  const PrivacyBudget& budget = cost.before.promise.planned;
  const LedgerUnits& spent = cost.before.spent.planned;
  const LedgerUnits after = cost.already_debited ? spent : spent + cost.units.planned;
  const double epsilon_after = epsilon_of(Accountant::exact, cost_of(after), budget.delta);
  const std::int64_t limit_after = alpha_limit_in_units(budget, after.total_variation);
  const double left = limit_after > after.alpha
                          ? 100.0 * static_cast<double>(limit_after - after.alpha) / static_cast<double>(limit_after)
                          : 0;
  const auto [name, address, key, dataset] = manifest.parties()[party];
  std::string others;
  for (const Party& other : manifest.parties())
    if (other.name != name) others += (others.empty() ? "" : ", ") + other.name;
  return fmt::format(
      "Run {}\n{} takes part with {}{}.\n\n"
      "Someone who hears every message of this run, knows all other records and runs all other nodes learns at most\n"
      "epsilon = {}, delta = {} about any one record of {} ({} adjacency). The number of its records is public.\n"
      "The dataset {} promises epsilon = {}, delta = {} over all runs together. With this run it has spent\n"
      "epsilon = {:.6g} of that (at its delta); {:.3g} % of what it may cost is left.\n"
      "Once the run has begun, its whole cost is spent, also if it is given up.\n",
      manifest.run_id().hex(), name, others, manifest.purpose() == Purpose::trial ? " (a TRIAL)" : "",
      show(promise.epsilon), show(promise.delta), name, name_of(promise.adjacency), dataset, show(budget.epsilon),
      show(budget.delta), epsilon_after, left);
}

Json json_of(const std::string& path, const Manifest& manifest) {
  Json json{{"schema", "sotto.federation-manifest/1"},
            {"run", manifest.run_id().hex()},
            {"purpose", manifest.purpose() == Purpose::trial ? "trial" : "real"},
            {"gradient_rounds", manifest.plan_of(0).gradient_rounds()},
            {"consensus_rounds", manifest.consensus_rounds()},
            {"dimension", manifest.dimension()},
            {"parties", Json::array()}};
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    const auto& [name, address, key, dataset] = manifest.parties()[i];
    const PrivacyBudget& promise = manifest.plan_of(i).request().budget;
    const FoundSignature found = find_signature(path, manifest, i);
    json["parties"].push_back({{"node", i},
                               {"name", name},
                               {"address", address.text()},
                               {"public_key", key.text()},
                               {"dataset", dataset},
                               {"neighbours", manifest.neighbours_of(i)},
                               {"epsilon", promise.epsilon},
                               {"delta", promise.delta},
                               {"alpha_units", units_of_run(manifest.plan_of(i)).planned.alpha},
                               {"signed", found.signature.has_value()},
                               {"why_not", found.fault}});
  }
  return json;
}

/// A delta that protects nobody is worth a word before it is signed.
void remark_on_promises(const Command& command, const Manifest& manifest) {
  if (command.quiet()) return;
  for (const std::string& warning : manifest.agreement().warnings()) remark("warning", warning);
}

bool all_signed(const Json& json) {
  for (const Json& party : json["parties"])
    if (!party["signed"]) return false;
  return true;
}

std::string text_of(const Json& json) {
  ReportTable table{.columns = {"party", "address", "records of", "epsilon", "delta", "signed"}};
  std::string faults;
  for (const Json& party : json["parties"]) {
    table.add({party["name"], party["address"], party["dataset"], show(party["epsilon"]), show(party["delta"]),
               party["signed"] ? "yes" : "no"});
    if (!party["signed"])
      faults += fmt::format("  {}: {}\n", party["name"].get<std::string>(), party["why_not"].get<std::string>());
  }
  return fmt::format(
      "  run id       {}\n  purpose      {}\n  rounds       {} with gradients and noise, then {} of averaging\n"
      "  dimension    {}\n\n{}\n{}",
      json["run"].get<std::string>(), json["purpose"].get<std::string>(), json["gradient_rounds"].get<std::uint64_t>(),
      json["consensus_rounds"].get<std::uint64_t>(), json["dimension"].get<std::uint64_t>(), table.text(), faults);
}

/// What this site would spend, from its own ledger.
RunCost cost_for(const Manifest& manifest, NodeId party, const Ledger& ledger) {
  return {.already_debited = ledger.debit_of(manifest.run_id()).has_value(),
          .units = units_of_run(manifest.plan_of(party)),
          .before = ledger.balance(manifest.parties()[party].dataset)};
}

NodeId party_of(const Manifest& manifest, const SiteIdentity& site) {
  const std::optional<NodeId> party = manifest.number_of(site.public_key());
  if (!party || manifest.parties()[*party].name != site.name())
    throw InvalidInput(
        {"MANIFEST", site.name(), "no row has the name and the public key of this site: " + site.public_key().text()});
  return *party;
}

void describe_manifest_check(Command& command) {
  command.takes_file("MANIFEST", "a configuration with parties (TOML): see docs/deployment.md");
}

ExitCode manifest_check(const Command& command) {
  const std::string& path = command.path("MANIFEST");
  const Manifest manifest = Manifest::read(path);
  const Json json = json_of(path, manifest);
  remark_on_promises(command, manifest);
  print(command.json() ? dump(json) : text_of(json));
  return all_signed(json) ? ok : answered_no;
}

void describe_manifest_show(Command& command) {
  command.takes_file("MANIFEST", "a configuration with parties (TOML)");
}

ExitCode manifest_show(const Command& command) {
  const Manifest manifest = Manifest::read(command.path("MANIFEST"));
  print(command.json() ? dump({{"schema", "sotto.manifest-text/1"},
                               {"run", manifest.run_id().hex()},
                               {"canonical", manifest.canonical()}})
                       : manifest.canonical());
  return ok;
}

void describe_manifest_sign(Command& command) {
  command.takes_file("MANIFEST", "a configuration with parties (TOML)");
  command.takes_value("--state", Command::Wanted::required, "the site's state folder: its identity and its ledger",
                      Command::Names::folder);
  command.takes_switch("--yes", "sign, after the statement was read");
}

ExitCode manifest_sign(const Command& command) {
  const std::string& path = command.path("MANIFEST");
  const Manifest manifest = Manifest::read(path);
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const NodeId party = party_of(manifest, site);
  const Store store = Store::open(command.value("--state"), site.public_key().text());
  const Ledger ledger = store.ledger();
  if (ledger.is_released(manifest.run_id()) || store.closings().is_closed(manifest.run_id()))
    throw InvalidInput({"run", manifest.run_id().hex(), "was released or given up here and is closed: not signed"},
                       FaultKind::budget);
  if (store.runs().finished(manifest.run_id()))
    throw InvalidInput({"run", manifest.run_id().hex(),
                        "is finished here: the same values are the same run. Another run needs another value; run.seed "
                        "may be any number"});
  remark_on_promises(command, manifest);
  const RunCost cost = cost_for(manifest, party, ledger);
  const std::string statement = privacy_statement(manifest, party, cost);
  if (!cost.already_debited && !fits(cost.before.promise, cost.before.spent + cost.units))
    throw InvalidInput({"dataset", manifest.parties()[party].dataset,
                        shortfall(cost.before.promise, cost.before.spent, cost.units) + ": not signed"},
                       FaultKind::budget);
  const bool sign = command.is_on("--yes");
  ManifestSignature signature{.name = site.name(),
                              .run = manifest.run_id(),
                              .ledger_entries = static_cast<std::uint64_t>(ledger.head().entries),
                              .ledger_head = ledger.head().hash,
                              .spent = cost.before.spent.planned};
  if (sign) {
    signature.sign(site.key());
    write_signature(path, signature);
    store.audit().append("manifest-signed", {{"run", manifest.run_id().hex()}});
  }
  if (command.json())
    print(dump({{"schema", "sotto.manifest-signing/1"},
                {"run", manifest.run_id().hex()},
                {"statement", statement},
                {"signed", sign},
                {"file", sign ? signature_path(path, site.name()).string() : ""}}));
  else
    print(statement + (sign ? fmt::format("\nSigned: {}\n", signature_path(path, site.name()).string())
                            : "\nNot signed. If this is what you agree to, repeat the command with --yes.\n"));
  return sign ? ok : answered_no;
}

}  // namespace

const Subcommand manifest_check_command{"manifest check", "read a manifest; who has signed it", describe_manifest_check,
                                        manifest_check};
const Subcommand manifest_show_command{"manifest show", "the canonical bytes whose digest is the run id",
                                       describe_manifest_show, manifest_show};
const Subcommand manifest_sign_command{"manifest sign", "what signing promises, in plain words; then sign",
                                       describe_manifest_sign, manifest_sign};

}  // namespace sotto::app
