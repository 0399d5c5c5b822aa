// SPDX-License-Identifier: MIT
// sotto manifest sign: what signing promises, and then the signature.
#include <fmt/format.h>

#include "command.hpp"
#include "manifest_statement.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

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
  remark_on_promises(manifest, command.quiet());
  const RunCost cost = cost_for(manifest, party, ledger);
  const std::string statement = signing_statement(manifest, party, cost);
  if (!cost.already_debited && !fits(cost.before.promise, cost.before.spent + cost.units))
    throw InvalidInput({"dataset", manifest.parties()[party].dataset,
                        shortfall(cost.before.promise, cost.before.spent, cost.units) + ": not signed"},
                       FaultKind::budget);
  const bool sign = command.is_on("--yes");
  const Plan& plan = manifest.plan_of(party);
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
                {"epsilon", plan.request().budget.epsilon},
                {"delta", plan.request().budget.delta},
                {"epsilon_all", number(epsilon_against_all(plan))},
                {"statement", statement},
                {"signed", sign},
                {"file", sign ? signature_path(path, site.name()).string() : ""}}));
  else
    print(fitted(statement + (sign ? fmt::format("\nSigned: {}\n", signature_path(path, site.name()).string())
                                   : "\nNot signed. If this is what you agree to, repeat the command with --yes.\n")));
  return sign ? ok : answered_no;
}

}  // namespace

const Subcommand manifest_sign_command{"manifest sign", "what signing promises, in plain words; then sign",
                                       describe_manifest_sign, manifest_sign};

}  // namespace sotto::app
