// SPDX-License-Identifier: MIT
// sotto budget word, release: a run that is given up. What was not sent comes back when all neighbours have said what
// they heard last.
#include "budget_report.hpp"
#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/runner/giving_up.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto::app {
namespace {

constexpr std::size_t longest_word = 4096;

void take_run(Command& command) {
  command.takes_value("--manifest", Command::Wanted::required, "the manifest of the run", Command::Names::file);
  command.takes_state();
}

struct PartyOfRun {
  explicit PartyOfRun(const Command& command)
      : session(find_session(command.value("--manifest"),
                             Session(std::make_shared<const Manifest>(Manifest::read(command.value("--manifest"))),
                                     RunKind::real))
                    .session),
        site(SiteIdentity::open(command.value("--state"))),
        store(Store::open(command.value("--state"), site.public_key().text())) {
    const std::optional<NodeId> number = session.manifest().number_of(site.public_key());
    if (!number)
      throw InvalidInput(
          {"--manifest", site.name(), "none of its nodes has this site's key " + site.public_key().text()});
    self = *number;
  }
  Session session;  ///< the last one of the run
  SiteIdentity site;
  Store store;
  NodeId self = 0;
};

LastWord word_in(const std::string& path) {
  const NamedFile file{.field = "--word", .path = path, .kind = FaultKind::configuration};
  const std::optional<LastWord> word = last_word_from(read_whole_file(file, longest_word));
  if (!word) refuse_file(file, "is no last word that can be read (sotto.last-word/1)");
  return *word;
}

/// Neighbours heard more of the run than this state knows of: rounds that count as unsent were sent.
void refuse_what_is_over(const Store& store, const Digest& run) {
  const auto refuse = [&](const std::string& why) { throw InvalidInput({"run", run.hex(), why}, FaultKind::budget); };
  if (store.audit().has("rolled-back", run))
    refuse(
        "a neighbour has seen more of it than this state holds: what it really spent is not known here, so nothing can "
        "be returned (sotto audit-log export shows the event)");
  if (store.runs().finished(run)) refuse("is finished: all of its rounds were sent, nothing can be returned");
}

void describe_budget_word(Command& command) {
  take_run(command);
  command.takes_value("--for", Command::Wanted::required,
                      "the neighbour that gives the run up: its name in the manifest");
}

void describe_budget_release(Command& command) {
  take_run(command);
  command.takes_words("--word", "a neighbour's last word (`sotto budget word` there); one of each neighbour",
                      Command::Names::file);
  command.takes_switch("--yes", "yes, close the run for ever");
}

ExitCode budget_word(const Command& command) {
  const PartyOfRun here(command);
  const NodeId neighbour = neighbour_named(here.session, here.self, command.value("--for"));
  const bool closed = here.store.closings().is_closed(here.session.run());
  const LastWord word = give_last_word(here.store, here.site, here.session, neighbour);
  forget_session_secrets(here.store, command.value("--state"), here.session.run());
  if (!closed) here.store.audit().append("run-closed", {{"run", word.run.hex()}, {"for", word.of}});
  print(to_json(word));
  return ok;
}

ExitCode budget_release(const Command& command) {
  const PartyOfRun here(command);
  const Digest run = here.session.run();
  const Ledger ledger = here.store.ledger();
  std::vector<LastWord> words;
  for (const std::string& path : command.words()) words.push_back(word_in(path));
  ReleasedRun released{.run = run, .dataset = {}, .returned = ledger.returnable(run)};
  refuse_what_is_over(here.store, run);
  released.kept_back = demand_last_words(here.store, here.session, here.self, words);
  released.returned = ledger.returnable(run, released.kept_back);
  released.dataset = ledger.debit_of(run)->dataset;
  released.promise = ledger.dataset(released.dataset)->planned;
  if (!command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        release_text(released) +
                            ". It is closed for ever by that: repeat the command with --yes if it shall"
                            " never be resumed"});
  forget_session_secrets(here.store, command.value("--state"), run);  // first: what is released is not looked at again
  failpoint("before release");
  released.returned = ledger.release(run, released.kept_back);
  failpoint("after release");
  here.store.audit().append("run-released",
                            {{"run", run.hex()}, {"alpha", std::to_string(released.returned.planned.alpha)}});
  const NamedBalance balance{released.dataset, ledger.balance(released.dataset)};
  print(command.json() ? release_json(released, balance) : fitted(release_text(released) + "\n"));
  return ok;
}

}  // namespace

const Subcommand budget_word_command{"budget word",
                                     "close a run here for good, and say what was heard last of a neighbour",
                                     describe_budget_word, budget_word};
const Subcommand budget_release_command{"budget release",
                                        "close a run for ever and take back what its rounds did not need",
                                        describe_budget_release, budget_release};

}  // namespace sotto::app
