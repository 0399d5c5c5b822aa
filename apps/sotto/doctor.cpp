// SPDX-License-Identifier: MIT
// sotto doctor: what would keep a node from running, and how to mend it. Sends no round, spends nothing.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/host/host_check.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/peer/probe.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/round_message.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::app {
namespace {

namespace fs = std::filesystem;

struct Finding {
  std::string check;
  bool passed;
  std::string what;  ///< found, or how to mend it
};

/// Runs a check that refuses by throwing.
template <class Check>
bool note(std::vector<Finding>& findings, const std::string& name, const Check& check) {
  try {
    findings.push_back({name, true, check()});
  } catch (const InvalidInput& refused) {
    std::string text;
    for (const Fault& fault : refused.faults()) text += (text.empty() ? "" : "; ") + to_text(fault);
    findings.push_back({name, false, text});
  }
  return findings.back().passed;
}

std::string certificate_text(const SiteIdentity& site) {
  const SiteCertificate certificate = site.certificate();
  const double days = certificate.days_left(unix_now());
  if (certificate.not_before > unix_now())
    throw InvalidInput({"certificate", "valid from " + utc_text(certificate.not_before),
                        "is not valid yet: look at this machine's clock, then sotto id renew"});
  if (days <= 0)
    throw InvalidInput({"certificate", fmt::format("{:.1f} days left", days), "has expired: sotto id renew"});
  return fmt::format("good for {:.1f} more days{}", days, days < 2 ? "; renew it soon: sotto id renew" : "");
}

/// Expired or not: neighbours say what they think of it.
bool has_credentials(const SiteIdentity& site) {
  try {
    read_credentials(site.certificate_path());
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// Messages of all rounds, with what a database adds.
std::string disk_text(const Manifest& manifest, const fs::path& state) {
  const std::uintmax_t of_round = 2 * RoundMessage::longest(manifest.dimension(), manifest.parties().size()) + 4096;
  const std::uintmax_t needed = of_round * manifest.last_round() + (16u << 20);
  std::error_code error;
  const std::uintmax_t free = fs::space(state, error).available;
  if (error) throw InvalidInput({"--state", printable(state.string()), "cannot be looked at: " + error.message()});
  if (free < needed)
    throw InvalidInput({"--state", fmt::format("{} MiB free", free >> 20),
                        fmt::format("the run may need {} MiB: make room, a full disk stops a node", needed >> 20)});
  return fmt::format("{} MiB free, {} MiB are enough for {} rounds", free >> 20, (needed >> 20) + 1,
                     manifest.last_round());
}

std::string budget_text(const Manifest& manifest, NodeId party, const Store& store) {
  const Ledger ledger = store.ledger();
  const std::string& dataset = manifest.parties()[party].dataset;
  if (ledger.is_released(manifest.run_id()))
    throw InvalidInput(
        {"run", manifest.run_id().hex(), "was released and is closed: a new run needs another manifest"});
  if (ledger.debit_of(manifest.run_id())) return "the run was debited: it goes on";
  const Balance balance = ledger.balance(dataset);
  const LedgerUnits cost = units_of_run(manifest.plan_of(party));
  if (!fits(balance.promise, balance.spent + cost))
    throw InvalidInput({"dataset", dataset, shortfall(balance.promise, balance.spent, cost)});
  return fmt::format("{} units of {} left; the run costs {}", balance.alpha_left, balance.alpha_limit, cost.alpha);
}

/// What a node looks at before it starts a run: the others' ledgers, as they signed, go on from what was seen of them.
std::string ledgers_text(const Manifest& manifest, const std::string& path, NodeId party, const Store& store) {
  if (store.audit().has(started_event, manifest.run_id())) return "the run has begun: looked at then";
  const std::vector<ManifestSignature> signatures = signatures_of_all(path, manifest);
  for (NodeId j = 0; j < signatures.size(); ++j) {
    const std::optional<Seen> seen = store.witness().seen(manifest.parties()[j].key.text());
    if (j == party || !seen) continue;
    const auto entries = static_cast<std::int64_t>(signatures[j].ledger_entries);
    if (entries < seen->ledger.entries ||
        (entries == seen->ledger.entries && signatures[j].ledger_head != seen->ledger.hash))
      throw InvalidInput({"signature", manifest.parties()[j].name,
                          "shows an older ledger than the one seen before: it must sign again; if that does not help, "
                          "its state was rolled back"});
  }
  return "as signed, they go on from what was seen of them";
}

/// Reached, with a good certificate, and of the same mind.
Finding neighbour_finding(const Manifest& manifest, const Party& neighbour, TlsContexts& contexts) {
  const Probed probed = probe(neighbour, contexts);
  const std::string check = "neighbour " + neighbour.name, where = neighbour.address.text();
  if (!probed.why_not.empty()) return {check, false, where + ": " + probed.why_not};
  if (*probed.run == manifest.run_id() || *probed.run == manifest.dry_run_id())
    return {check, true, where + " answers, its certificate is good, and its manifest is the same"};
  return {check, false,
          fmt::format("{} answers, but runs another manifest (run {}): compare them with `sotto manifest show`", where,
                      probed.run->hex().substr(0, 16))};
}

void check_network(const Manifest& manifest, NodeId party, const SiteIdentity& site, std::vector<Finding>& findings) {
  TlsContexts contexts(site.certificate_path(), rules_of(manifest.parties()));
  note(findings, "port", [&] {
    const std::uint16_t port = manifest.parties()[party].address.port;
    try_to_listen(manifest.parties()[party].address.on_all_addresses(), contexts);
    return fmt::format("{} can be listened on", port);
  });
  for (const NodeId j : manifest.neighbours_of(party)) {
    const Party& neighbour = manifest.parties()[j];
    if (j < party) {
      findings.push_back({"neighbour " + neighbour.name, true, "dials this site; it is not dialled from here"});
      continue;
    }
    findings.push_back(neighbour_finding(manifest, neighbour, contexts));
  }
}

std::vector<Finding> findings_of(const std::string& path, const fs::path& state) {
  std::vector<Finding> findings;
  std::optional<Manifest> manifest;
  std::optional<SiteIdentity> site;
  note(findings, "manifest", [&] {
    manifest = Manifest::read(path);
    return "run " + manifest->run_id().hex();
  });
  const bool all_signed = manifest && note(findings, "signatures", [&] {
                            return fmt::format("all {} parties have signed", signatures_of_all(path, *manifest).size());
                          });
  note(findings, "folders", [&] { return check_folders(state); });
  note(findings, "files", [&] { return check_files(state); });
  note(findings, "identity", [&] {
    site = SiteIdentity::open(state);
    return site->name() + " " + site->public_key().text();
  });
  if (!site) return findings;
  note(findings, "certificate", [&] { return certificate_text(*site); });
  std::optional<Store> store;
  note(findings, "state", [&] {
    store = Store::open(state, site->public_key().text());
    return std::string("whole, on a local file system, and nobody else uses it");
  });
  if (!manifest) return findings;
  const std::optional<NodeId> party = manifest->number_of(site->public_key());
  note(findings, "party", [&] {
    if (!party) throw InvalidInput({"--manifest", site->name(), "this site's public key is in none of its rows"});
    if (const std::string& name = manifest->parties()[*party].name; name != site->name())
      throw InvalidInput({fmt::format("node.{}.name", *party), name,
                          "is this site's key, but its identity has the name " + site->name()});
    return fmt::format("node {} of {}", *party, manifest->parties().size());
  });
  note(findings, "disk", [&] { return disk_text(*manifest, state); });
  if (!party) return findings;
  const bool can_connect =
      note(findings, "descriptors", [&] { return check_descriptors(descriptors_of_node(*manifest, *party)); });
  if (store) note(findings, "budget", [&] { return budget_text(*manifest, *party, *store); });
  if (store && all_signed)
    note(findings, "others' ledgers", [&] { return ledgers_text(*manifest, path, *party, *store); });
  store.reset();
  if (can_connect && has_credentials(*site)) check_network(*manifest, *party, *site, findings);
  return findings;
}

}  // namespace

void describe_doctor(Command& command) {
  command.takes_value("--manifest", Command::Wanted::required, "what all parties agreed on (TOML)",
                      Command::Names::file);
  command.takes_value("--state", Command::Wanted::required, "the node's state folder", Command::Names::folder);
}

ExitCode doctor(const Command& command) {
  const std::vector<Finding> findings = findings_of(command.value("--manifest"), command.value("--state"));
  bool well = true;
  nlohmann::ordered_json json{{"schema", "sotto.doctor/1"}, {"checks", nlohmann::ordered_json::array()}};
  std::string text;
  for (const Finding& finding : findings) {
    well = well && finding.passed;
    text += fmt::format("  {:<6} {:<22} {}\n", finding.passed ? "passed" : "FAILED", finding.check, finding.what);
    json["checks"].push_back({{"check", finding.check}, {"passed", finding.passed}, {"text", finding.what}});
  }
  json["passed"] = well;
  print(command.json() ? json.dump(2) + "\n" : text);
  return well ? ok : answered_no;
}

}  // namespace sotto::app
