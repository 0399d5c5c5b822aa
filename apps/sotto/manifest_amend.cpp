// SPDX-License-Identifier: MIT
// sotto manifest amend: a run of masked sums goes on without a member that does not come back.
#include <fmt/format.h>

#include <algorithm>

#include "command.hpp"
#include "manifest_statement.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

std::vector<std::string> names_in(const Session& session) {
  std::vector<std::string> names;
  for (const NodeId i : session.members()) names.push_back(session.manifest().parties()[i].name);
  return names;
}

/// What all that remain agree to, in plain words.
std::string statement_on(const Session& before, const Session& after, const Amendment& amendment) {
  const Plan& plan = after.plan_of(after.members()[0]);
  const Plan& agreed = before.manifest().plan_of(after.members()[0]);  // what was debited
  const MaskedSums& sums = *masked_sums(plan.request().mechanism);
  return fmt::format(
      "Run {}\nIt goes on without {}: {} of {} members are left.\n\n"
      "The round that is under way is void. What members have said in it stays booked, and it is repeated under new\n"
      "keys: that uses spare round {} of {}. Nobody's masks are disclosed.\n"
      "Each member draws more noise, so that the promise stays: epsilon = {}, delta = {} against someone who hears "
      "every\n"
      "message, together with up to {} of the other members. All other members together learn no more than before:\n"
      "at most epsilon = {} in the whole run. Nothing more is debited: spare rounds were paid for with the run.\n"
      "The member that is left out cannot come back into this run. It can take part in the next one.\n"
      "It counts when all who remain have signed it: {}.\n"
      "A site signs one amendment of a session. If one of these is lost before it has signed, no amendment counts: "
      "the\n"
      "run waits for that member, or is given up (`sotto budget release`). So make sure first that they are all "
      "there.\n",
      before.run().hex(), listed(amendment.without), after.members().size(), before.members().size(), after.number(),
      sums.spare_rounds, show(plan.request().budget.epsilon), show(plan.request().budget.delta), sums.colluders,
      shown_from_above(epsilon_of(plan.request().accountant, agreed, Threat::all_others())), listed(names_in(after)));
}

/// In the order of the manifest, each once: the same words from everybody.
std::vector<std::string> in_order(const Session& session, const std::vector<std::string>& names) {
  std::vector<std::string> ordered;
  for (const NodeId i : session.members()) {
    const std::string& name = session.manifest().parties()[i].name;
    if (std::find(names.begin(), names.end(), name) != names.end()) ordered.push_back(name);
  }
  for (const std::string& name : names)
    if (std::find(ordered.begin(), ordered.end(), name) == ordered.end())
      throw InvalidInput({"--without", shown(name), "is no member of the present session"});
  return ordered;
}

void refuse_what_cannot_go_on(const Store& store, const Digest& run) {
  if (store.ledger().is_released(run) || store.closings().is_closed(run))
    throw InvalidInput({"run", run.hex(), "was released or given up here and is closed: not amended"},
                       FaultKind::budget);
}

/// A site that has its result needs no amendment. One that has not may need it, and the signature of this site.
void refuse_what_nobody_asked_for(const Store& store, const Session& session, const FoundSession& found,
                                  const Amendment& amendment) {
  if (store.runs().finished(session.run()) && found.proposed != amendment)
    throw InvalidInput({"run", session.run().hex(),
                        "is finished here: there is nothing to amend. A member that has no result yet may sign an "
                        "amendment first; then this site can sign the same one"});
}

/// Two that differ never count, and none of them can be taken back: it is said before this site signs, too.
void refuse_another_one(const FoundSession& found, const Amendment& amendment) {
  if (found.proposed && !(*found.proposed == amendment))
    throw InvalidInput({"--without", listed(amendment.without),
                        "others have signed an amendment without " + listed(found.proposed->without) +
                            ", and a site signs one of a session: sign the same one, or give the run up together. "
                            "Nothing was signed here"});
}

/// A site signs one amendment of a session: two that both count would be two runs.
void refuse_a_second_one(const Store& store, const Session& session, const Amendment& amendment) {
  const auto before = store.sessions().word(session.id(), SessionRowKind::amendment);
  if (before && *before != amendment.text())
    throw InvalidInput({"--without", listed(amendment.without),
                        "this site has signed another amendment of this session, and a site signs one. Let the others "
                        "sign that one too, and amend the run again after it. If one of those whom it leaves does not "
                        "come back to sign it, no amendment of this session can count: wait for that member, or give "
                        "the run up together (`sotto budget release`). It says:\n" +
                            *before},
                       FaultKind::store);
}

void describe_manifest_amend(Command& command) {
  command.takes_file("MANIFEST", "the manifest of the run (TOML)");
  command.takes_value("--state", Command::Wanted::required, "the site's state folder: its identity and its ledger",
                      Command::Names::folder);
  command.takes_words("--without", "a member that does not come back: its name in the manifest");
  command.takes_switch("--yes", "sign, after the statement was read");
}

ExitCode manifest_amend(const Command& command) {
  const std::string& path = command.path("MANIFEST");
  const auto manifest = std::make_shared<const Manifest>(Manifest::read(path));
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const std::optional<NodeId> party = manifest->number_of(site.public_key());
  if (!party)
    throw InvalidInput(
        {"MANIFEST", site.name(), "no row has the public key of this site: " + site.public_key().text()});
  const Store store = Store::open(command.value("--state"), site.public_key().text());
  refuse_what_cannot_go_on(store, manifest->run_id());
  const FoundSession found = find_session(path, Session(manifest, RunKind::real));
  const Session& session = found.session;
  if (!session.has(*party))
    throw InvalidInput({"MANIFEST", site.name(),
                        fmt::format("the run goes on without this site: amendment {} left it out, and those who remain "
                                    "amend it",
                                    session.number())});
  const Amendment amendment{.run = session.run(),
                            .number = session.number() + 1,
                            .before = session.id(),
                            .without = in_order(session, command.words())};
  refuse_what_nobody_asked_for(store, session, found, amendment);
  const Session after = session.amended(amendment);
  if (!after.has(*party))
    throw InvalidInput({"--without", site.name(), "is this site: those who remain amend the run"});
  refuse_a_second_one(store, session, amendment);
  refuse_another_one(found, amendment);
  const std::string statement = statement_on(session, after, amendment);
  const bool sign = command.is_on("--yes");
  if (sign) {
    store.sessions().keep_word(session.id(), SessionRowKind::amendment, amendment.text());
    failpoint("amendment kept");
    SignedAmendment signed_here{.amendment = amendment, .name = site.name()};
    signed_here.sign(site.key());
    write_amendment(path, signed_here);
    store.audit().append("amendment-signed", {{"run", session.run().hex()}, {"without", listed(amendment.without)}});
  }
  const std::string file = sign ? amendment_path(path, amendment.number, site.name()).string() : "";
  const FoundSession now = find_session(path, Session(manifest, RunKind::real));
  const std::vector<std::string> missing =
      now.session.number() >= amendment.number ? std::vector<std::string>{} : now.missing;
  if (command.json()) {
    print(dump({{"schema", "sotto.manifest-amending/1"},
                {"run", session.run().hex()},
                {"session", after.id().hex()},
                {"number", amendment.number},
                {"without", amendment.without},
                {"statement", statement},
                {"signed", sign},
                {"file", file},
                {"missing", missing}}));
    return sign ? ok : answered_no;
  }
  std::string end = "\nNot signed. If this is what you agree to, repeat the command with --yes.\n";
  if (sign)
    end =
        fmt::format("\nSigned: {}\n{}\n", file,
                    missing.empty() ? "All who remain have signed: start the nodes again."
                                    : "Give this file to the others. It counts when these have signed too, by the same "
                                      "command: " +
                                          listed(missing));
  print(fitted(statement + end));
  return sign ? ok : answered_no;
}

}  // namespace

const Subcommand manifest_amend_command{"manifest amend",
                                        "go on without a member of masked sums that was lost for good",
                                        describe_manifest_amend, manifest_amend};

}  // namespace sotto::app
