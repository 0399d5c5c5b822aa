// SPDX-License-Identifier: MIT
// All that a node needs before it speaks to anybody.
#include "sotto/federation/runner/prepared_node.hpp"

#include <algorithm>
#include <limits>

#include "sotto/federation/host/host_check.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/data_digest.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

NodeId number_in(const Manifest& manifest, const SiteIdentity& identity) {
  const std::optional<NodeId> number = manifest.number_of(identity.public_key());
  if (!number)
    throw InvalidInput({"--manifest", identity.name(),
                        "this site is no party: none of the nodes has its public key " + identity.public_key().text()});
  if (manifest.parties()[*number].name != identity.name())
    throw InvalidInput({"node." + std::to_string(*number) + ".name", manifest.parties()[*number].name,
                        "is this site's key, but its identity has the name " + identity.name()});
  return *number;
}

/// Ledgers of others that are lower than they were, in this run or another one, were rolled back or copied.
void judge_ledgers(const Manifest& manifest, const std::vector<ManifestSignature>& signatures, NodeId self,
                   const Store& store) {
  Faults faults;
  for (NodeId i = 0; i < signatures.size(); ++i) {
    if (i == self) continue;
    const ChainHead head{static_cast<std::int64_t>(signatures[i].ledger_entries), signatures[i].ledger_head};
    const WitnessVerdict verdict = store.witness().judge_and_note_ledger(manifest.parties()[i].key.text(), head);
    if (!is_accepted(verdict))
      faults.add(
          {"signature", manifest.parties()[i].name,
           "shows a ledger of " + std::to_string(head.entries) +
               " entries that does not go on from the one seen before. If it signed before another run began, it "
               "must sign again; if that does not help, its state was rolled back or copied"});
  }
  faults.throw_if_any(FaultKind::network);
}

void refuse_what_cannot_be_paid(const PreparedNode& node) {
  const Ledger ledger = node.store.ledger();
  if (ledger.is_released(node.run))
    throw InvalidInput({"run", node.run.hex(), "was released: what it had not spent was returned, and it is closed"},
                       FaultKind::budget);
  if (node.store.closings().is_closed(node.run))
    throw InvalidInput(
        {"run", node.run.hex(),
         "is closed: this site has given its last word on it (`sotto budget word`), and hears and says nothing more"},
        FaultKind::budget);
  if (ledger.debit_of(node.run)) return;
  if (!ledger.dataset(node.dataset))
    throw InvalidInput(
        {"dataset", node.dataset,
         "has no budget in this state: `sotto budget init` opens one, once for all runs on these people"},
        FaultKind::budget);
  const Balance balance = ledger.balance(node.dataset);
  if (fits(balance.promise, balance.spent + node.cost())) return;
  throw InvalidInput({"dataset", node.dataset, shortfall(balance.promise, balance.spent, node.cost())},
                     FaultKind::budget);
}

void refuse_changed_records(PreparedNode& node, const NodeOptions& options, const Digest& before_reading) {
  const Digest of_files = digest_of_files(options.data, options.labels);
  if (of_files != before_reading)
    throw InvalidInput({"--data", options.data, "was changed while it was read"}, FaultKind::data);
  node.record.data_digest = node.store.keyed_digest_of_data(of_files);
  const std::optional<RunRecord> begun = node.store.runs().find(node.run);
  if (begun && begun->data_digest != node.record.data_digest)
    throw InvalidInput({"--data", options.data,
                        "is not the file that this run began with; a run on other records is another run. What was "
                        "spent stays spent"},
                       FaultKind::data);
}

std::unique_ptr<Objective> own_objective(const Manifest& manifest, NodeId number, const NodeOptions& options,
                                         RowCounts& counts) {
  const RealProblem& problem = *manifest.scenario().real();
  return problem.objective_of_party(number, {.rows = options.data, .labels = options.labels}, counts);
}

/// Records that nobody has, of the declared number: the file is not opened.
std::unique_ptr<Objective> drawn_objective(const Manifest& manifest, NodeId number) {
  Configuration configuration = manifest.scenario().configuration();
  configuration.data->drawn = configuration.advice;
  configuration.data->drawn->numbers = std::numeric_limits<std::uint64_t>::max();
  const Scenario drawn(configuration);
  return drawn.real()->drawn_objective_of_party(number);
}

/// A run that is done, and whose neighbours all said that they are done too.
bool nobody_needs(const Store& store, const Digest& run) {
  return store.runs().finished(run) && store.audit().has(all_done_event, run);
}

/// A dry run has a store of its own, with a budget of its own for itself alone.
Store open_store(const NodeOptions& options, const SiteIdentity& identity, const Manifest& manifest, NodeId number) {
  const std::string owner = identity.public_key().text();
  constexpr auto go_on = Store::WhenLost::go_on;  // neighbours may hold what a log lost
  if (!options.dry_run) return Store::open(options.state, owner, go_on);
  std::error_code error;
  std::filesystem::create_directory(options.state / "dry-run", error);
  if (error)
    throw InvalidInput(
        {"--state", printable(options.state.string()), "a dry run needs a folder in it: " + error.message()},
        FaultKind::store);
  if (nobody_needs(Store::create_or_open(options.state / "dry-run", owner, go_on), manifest.dry_run_id()))
    std::filesystem::remove_all(options.state / "dry-run", error);  // another dry run tries everything again
  std::filesystem::create_directory(options.state / "dry-run", error);
  Store store = Store::create_or_open(options.state / "dry-run", owner, go_on);
  const std::string dataset = "dry-run-" + manifest.dry_run_id().hex();
  if (!store.ledger().dataset(dataset)) store.ledger().open_dataset(dataset, manifest.plan_of(number).request().budget);
  return store;
}

}  // namespace

std::size_t descriptors_of_node(const Manifest& manifest, NodeId node) {
  constexpr std::size_t reserve = 64;  // standard streams, store, records, health, timers, name servers
  const std::size_t neighbours = manifest.neighbours_of(node).size();
  return reserve + neighbours + FrontDoor::most_open(neighbours, manifest.parties().size());
}

PreparedNode prepare_node(const NodeOptions& options) {
  failpoint("start");
  check_folders(options.state);
  check_files(options.state);
  Manifest manifest = Manifest::read(options.manifest);
  SiteIdentity identity = SiteIdentity::open(options.state);
  read_credentials(identity.certificate_path());  // whether it is good is for others to judge, and it may be renewed
  const NodeId number = number_in(manifest, identity);
  check_descriptors(descriptors_of_node(manifest, number));
  const std::vector<ManifestSignature> signatures = signatures_of_all(options.manifest, manifest);
  const Digest run = options.dry_run ? manifest.dry_run_id() : manifest.run_id();
  Store store = open_store(options, identity, manifest, number);
  PreparedNode node{.manifest = std::move(manifest),
                    .identity = std::move(identity),
                    .number = number,
                    .run = run,
                    .dataset = "",
                    .store = std::move(store),
                    .objective = nullptr};
  node.dataset = options.dry_run ? "dry-run-" + run.hex() : node.party().dataset;
  node.record = {.run = run,
                 .kind = options.dry_run                             ? "dry-run"
                         : node.manifest.purpose() == Purpose::trial ? "trial"
                                                                     : "real",
                 .dataset = node.dataset,
                 .manifest = node.manifest.canonical(),
                 .data_digest = {}};
  // Once a run has started here, its own debits have moved the ledgers on: what was signed is older than what was seen.
  if (!options.dry_run && !node.store.audit().has(started_event, run))
    judge_ledgers(node.manifest, signatures, number, node.store);
  refuse_what_cannot_be_paid(node);
  if (options.dry_run) {
    node.objective = drawn_objective(node.manifest, number);
  } else {
    const Digest before_reading = digest_of_files(options.data, options.labels);
    node.objective = own_objective(node.manifest, number, options, node.counts);
    failpoint("records read");
    refuse_changed_records(node, options, before_reading);
  }
  if (node.store.ledger().debit_of(run)) node.store.runs().record(node.record);  // it may have ended in between
  failpoint("manifest");
  return node;
}

}  // namespace sotto
