// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/start_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sotto/federation/host/host_check.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/giving_up.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

Found look_at_manifest(StartCandidate& node) {
  node.manifest = Manifest::read(node.options.manifest);
  return {"run " + node.manifest->run_id().hex()};
}

Found look_at_signatures(StartCandidate& node) {
  node.signatures = signatures_of_all(node.options.manifest, *node.manifest);
  return {fmt::format("all {} parties have signed", node.signatures.size())};
}

std::string names_left_out(const Session& session) {
  std::vector<std::string> names;
  for (NodeId i = 0; i < session.manifest().parties().size(); ++i)
    if (!session.has(i)) names.push_back(session.manifest().parties()[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A run goes on by its last amendment that all who remain have signed.
Found look_at_amendments(StartCandidate& node) {
  const RunKind kind = node.options.dry_run ? RunKind::dry : RunKind::real;
  const Session first(std::make_shared<const Manifest>(*node.manifest), kind);
  FoundSession found{.session = first};
  if (first.is_masked() && !node.options.dry_run) found = find_session(node.options.manifest, first);
  node.session = found.session;
  node.amendments = std::move(found.amendments);
  const std::string in_force = node.session->number() == 0
                                   ? "none in force"
                                   : fmt::format("{} in force: without {}, {} members are left", node.session->number(),
                                                 names_left_out(*node.session), node.session->members().size());
  if (!found.proposed) return {in_force};
  return {fmt::format("{}; amendment {} (without {}) does not count yet: not signed by {}", in_force,
                      found.proposed->number, fmt::join(found.proposed->without, ", "), fmt::join(found.missing, ", ")),
          false};
}

Found look_at_identity(StartCandidate& node) {
  node.identity = SiteIdentity::open(node.options.state);
  return {node.identity->name() + " " + node.identity->public_key().text()};
}

/// A node starts with one that is not good now: whether it is good is for others to judge, and it may be renewed.
Found look_at_certificate(StartCandidate& node) {
  read_credentials(node.identity->certificate_path());
  node.has_credentials = true;
  const UnixTime now = unix_now();
  try {
    const SiteCertificate certificate = node.identity->certificate();
    const double days = certificate.days_left(now);
    if (certificate.not_before > now)
      return {to_text(Fault{"certificate", "valid from " + utc_text(certificate.not_before),
                            "is not valid yet: look at this machine's clock, then sotto id renew"}),
              false};
    if (days <= 0)
      return {to_text(Fault{"certificate", fmt::format("{:.1f} days left", days), "has expired: sotto id renew"}),
              false};
    return {fmt::format("good for {:.1f} more days{}", days, days < 2 ? "; renew it soon: sotto id renew" : "")};
  } catch (const InvalidInput& of_another_site) {
    return {to_text(of_another_site.faults().front()), false};
  }
}

/// It may never hear of it from others. Who stole the keys of its sessions later could take off its masks.
void forget_keys_of_a_left_out_site(const StartCandidate& node) {
  if (node.only_looks) return;
  const Store store = Store::open(node.options.state, node.identity->public_key().text());
  forget_session_secrets(store, node.options.state, node.session->run());
}

Found look_at_party(StartCandidate& node) {
  const std::vector<Party>& parties = node.manifest->parties();
  const std::string& own_name = node.identity->name();
  node.number = node.manifest->number_of(node.identity->public_key());
  if (!node.number)
    throw InvalidInput(
        {"--manifest", own_name,
         "this site is no party: none of the nodes has its public key " + node.identity->public_key().text()});
  if (const std::string& name = parties[*node.number].name; name != own_name)
    throw InvalidInput({fmt::format("node.{}.name", *node.number), name,
                        "is this site's key, but its identity has the name " + own_name});
  if (node.session && !node.session->has(*node.number)) {
    forget_keys_of_a_left_out_site(node);
    throw InvalidInput({"--manifest", own_name,
                        fmt::format("the run goes on without this site: amendment {} left it out. What was spent stays "
                                    "spent; this site can take part in the next run",
                                    node.session->number())},
                       FaultKind::network);
  }
  return {fmt::format("node {} of {}", *node.number, parties.size())};
}

Found look_at_descriptors(StartCandidate& node) {
  constexpr std::size_t reserve = 64;  // standard streams, store, records, health, timers, name servers
  const std::size_t neighbours = node.manifest->neighbours_of(*node.number).size();
  const std::size_t of_door = FrontDoor::most_open(neighbours, node.manifest->parties().size());
  const std::string text = check_descriptors(reserve + neighbours + of_door);
  node.has_descriptors = true;
  return {text};
}

/// A run that is done, and whose neighbours all said that they are done too.
bool nobody_needs(const Store& store, const Digest& run) {
  return store.runs().finished(run) && store.audit().has(all_done_event, run);
}

/// A dry run has a store of its own, with a budget of its own for itself alone.
Store open_store_of_dry_run(const StartCandidate& node) {
  const std::string owner = node.identity->public_key().text();
  const fs::path folder = node.options.state / "dry-run";
  constexpr auto go_on = Store::WhenLost::go_on;
  std::error_code error;
  fs::create_directory(folder, error);
  if (error)
    throw InvalidInput(
        {"--state", printable_path(node.options.state.string()), "a dry run needs a folder in it: " + error.message()},
        FaultKind::store);
  if (nobody_needs(Store::create_or_open(folder, owner, go_on), node.run()))
    fs::remove_all(folder, error);  // another dry run tries everything again
  fs::create_directory(folder, error);
  Store store = Store::create_or_open(folder, owner, go_on);
  if (!store.ledger().dataset(node.dataset()))
    store.ledger().open_dataset(node.dataset(), node.manifest->plan_of(*node.number).request().budget);
  return store;
}

Found look_at_state(StartCandidate& node) {
  const auto when_lost = node.only_looks ? Store::WhenLost::refuse : Store::WhenLost::go_on;
  node.store = node.options.dry_run ? open_store_of_dry_run(node)
                                    : Store::open(node.options.state, node.identity->public_key().text(), when_lost);
  return {"whole, on a local file system, and nobody else uses it"};
}

/// Messages of all rounds, with what a database adds.
Found look_at_disk(StartCandidate& node) {
  const Manifest& manifest = *node.manifest;
  const std::uintmax_t of_round = 2 * RoundMessage::longest(manifest.dimension(), manifest.parties().size()) + 4096;
  const std::uintmax_t needed = of_round * manifest.last_round() + (16u << 20);
  std::error_code error;
  const std::uintmax_t free = fs::space(node.options.state, error).available;
  if (error)
    return {to_text(Fault{"--state", printable_path(node.options.state.string()),
                          "cannot be looked at: " + error.message()}),
            false};
  if (free < needed)
    return {to_text(Fault{"--state", fmt::format("{} MiB free", free >> 20),
                          fmt::format("the run may need {} MiB: make room, a full disk stops a node", needed >> 20)}),
            false};
  return {fmt::format("{} MiB free, {} MiB are enough for {} rounds", free >> 20, (needed >> 20) + 1,
                      manifest.last_round())};
}

/// Ledgers of others that are lower than they were, in this run or another one, were rolled back or copied. Once a run
/// has started here, its own debits have moved the ledgers on: what was signed is older than what was seen.
Found look_at_ledgers(StartCandidate& node) {
  if (node.options.dry_run) return {"a dry run pays from a ledger of its own"};
  if (node.store->audit().has(started_event, node.run())) return {"the run has begun: looked at then"};
  const Witness witness = node.store->witness();
  Faults faults;
  for (NodeId i = 0; i < node.signatures.size(); ++i) {
    if (i == *node.number) continue;
    const auto& [name, address, key, dataset] = node.manifest->parties()[i];
    const ChainHead head{static_cast<std::int64_t>(node.signatures[i].ledger_entries), node.signatures[i].ledger_head};
    const WitnessVerdict verdict =
        node.only_looks ? witness.judge_ledger(key.text(), head) : witness.judge_and_note_ledger(key.text(), head);
    if (!is_accepted(verdict))
      faults.add(
          {"signature", name,
           "shows a ledger of " + std::to_string(head.entries) +
               " entries that does not go on from the one seen before. If it signed before another run began, it "
               "must sign again; if that does not help, its state was rolled back or copied"});
  }
  faults.throw_if_any(FaultKind::network);
  return {"as signed, they go on from what was seen of them"};
}

/// A node that has begun a later session does not go back: what it says there would not be heard.
void refuse_an_earlier_session(const StartCandidate& node) {
  const std::vector<Digest> begun = node.store->sessions().sessions_of(node.run());
  const auto place = std::find(begun.begin(), begun.end(), node.session->id());
  if (place == begun.end() ? begun.size() > node.session->number() : place + 1 != begun.end())
    throw InvalidInput({"amendment", std::to_string(node.session->number()),
                        "this state has taken part in a later session of the run: bring back the files of its "
                        "amendments, beside the manifest"},
                       FaultKind::store);
}

/// The second column of the ledger; nothing where it is the first one again and nobody caps it.
std::string words_on_all_others(const Balance& balance, const BookedUnits& cost) {
  const std::optional<PrivacyBudget>& cap = balance.promise.all_others;
  if (cap)
    return fmt::format("; against all others {} is left; it costs {}",
                       shown_share(*cap, *balance.alpha_all_left, ShownFrom::below),
                       shown_share(*cap, cost.all_others.alpha, ShownFrom::above));
  if (cost.all_others == cost.planned) return "";
  return fmt::format("; against all others, where there is no limit, it costs epsilon {}",
                     shown_epsilon(balance.promise.planned, cost.all_others, ShownFrom::above));
}

Found look_at_budget(StartCandidate& node) {
  const Ledger ledger = node.store->ledger();
  const std::string run = node.run().hex(), dataset = node.dataset();
  if (node.session) refuse_an_earlier_session(node);
  if (ledger.is_released(node.run()))
    throw InvalidInput({"run", run, "was released: what it had not spent was returned, and it is closed"},
                       FaultKind::budget);
  if (node.store->closings().is_closed(node.run()))
    throw InvalidInput(
        {"run", run,
         "is closed: this site has given its last word on it (`sotto budget word`), and hears and says nothing more"},
        FaultKind::budget);
  if (ledger.debit_of(node.run())) return {"the run was debited: it goes on"};
  if (!ledger.dataset(dataset))
    throw InvalidInput(
        {"dataset", dataset,
         "has no budget in this state: `sotto budget init` opens one, once for all runs on these people"},
        FaultKind::budget);
  const Balance balance = ledger.balance(dataset);
  const BookedUnits cost = units_of_run(node.manifest->plan_of(*node.number));
  if (!fits(balance.promise, balance.spent + cost))
    throw InvalidInput({"dataset", dataset, shortfall(balance.promise, balance.spent, cost)}, FaultKind::budget);
  const PrivacyBudget& planned = balance.promise.planned;
  return {fmt::format("{} is left; the run costs {}", shown_share(planned, balance.alpha_left, ShownFrom::below),
                      shown_share(planned, cost.planned.alpha, ShownFrom::above)) +
          words_on_all_others(balance, cost)};
}

}  // namespace

std::string StartCandidate::dataset() const {
  return options.dry_run ? "dry-run-" + run().hex() : manifest->parties()[*number].dataset;
}

bool StartCheck::is_due(const StartCandidate& node) const {
  return (node.manifest || !needs.manifest) && (!node.signatures.empty() || !needs.signatures) &&
         (node.identity || !needs.identity) && (node.number || !needs.number) && (node.store || !needs.store);
}

const std::vector<StartCheck>& start_checks() {
  static const std::vector<StartCheck> checks{
      {"manifest", {}, look_at_manifest},
      {"signatures", {.manifest = true}, look_at_signatures},
      {"amendments", {.manifest = true}, look_at_amendments},
      {"folders", {}, [](StartCandidate& node) { return Found{check_folders(node.options.state)}; }},
      {"files", {}, [](StartCandidate& node) { return Found{check_files(node.options.state)}; }},
      {"identity", {}, look_at_identity},
      {"certificate", {.identity = true}, look_at_certificate},
      {"party", {.manifest = true, .identity = true}, look_at_party},
      {"descriptors", {.number = true}, look_at_descriptors},
      {"state", {.identity = true}, look_at_state},
      {"disk", {.manifest = true, .identity = true}, look_at_disk},
      {"others' ledgers", {.signatures = true, .number = true, .store = true}, look_at_ledgers},
      {"budget", {.number = true, .store = true}, look_at_budget}};
  return checks;
}

}  // namespace sotto
