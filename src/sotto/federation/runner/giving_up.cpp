// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/giving_up.hpp"

#include <algorithm>
#include <set>

#include "sotto/federation/masking/session_key.hpp"
#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/federation/wire/seal.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

/// A session of the run: one that this state has begun, or the present one.
bool is_of_run(const Digest& one, const Store& store, const Session& session) {
  const std::vector<Digest> begun = store.sessions().sessions_of(session.run());
  return one == session.id() || std::find(begun.begin(), begun.end(), one) != begun.end();
}

/// The last session in which something of a site was heard. A state that holds its rows there holds all before them.
Digest last_heard_in(const Store& store, const Session& session, const std::string& site) {
  const std::vector<Digest> begun = store.sessions().sessions_of(session.run());
  const auto found = std::find_if(begun.rbegin(), begun.rend(),
                                  [&](const Digest& one) { return store.witness().heard(one, site).has_value(); });
  return found == begun.rend() ? session.id() : *found;
}

void refuse_a_lost_log(const Store& store, const Digest& run) {
  for (const Digest& one : store.sessions().sessions_of(run))
    if (store.promised_round(one).value_or(0) > store.rounds().last_round(one).value_or(1))
      throw InvalidInput(
          {"run", run.hex(), "this site lost the end of its own log in that run: what it heard is not known"},
          FaultKind::budget);
}

/// What is wrong with a neighbour's word; empty where nothing is.
std::string fault_in(const LastWord& word, const Store& store, const Session& session, NodeId self,
                     const Party& neighbour) {
  const Party& here = session.manifest().parties()[self];
  if (!word.is_by(neighbour.key)) return "was not signed by its key in the manifest";
  if (!is_of_run(word.run, store, session))
    return "is about another run, or a session that this state knows nothing of";
  if (word.of_key != here.key.text()) return "is about another site";
  const std::int64_t last = store.rounds().last_round(word.run).value_or(1);
  if (word.round > last)
    return "says that it holds round " + std::to_string(word.round) + ", and the rows here end at round " +
           std::to_string(last) + ": this state lost rounds that it sent, so nothing can be returned";
  if (word.round < 2) return "";
  if (store.rounds().row(word.run, word.round)->digest != word.digest)
    return "says that it holds another message for round " + std::to_string(word.round) +
           " than the row here: this state is a copy, or an older one, so nothing can be returned";
  return "";
}

/// A start that spent or said what this state lacks is the newer state: this one is the copy.
std::string obstacle_to(const Store& store, const Standing& start) {
  if (!store.ledger().has_been_at(seen_in(start).ledger))
    return "its ledger has entries that this state lacks: this state is the older one";
  if (start.last.round == 1) return "";
  const std::optional<RoundRow> row = store.rounds().row(start.run, start.last.round);
  if (!row || row->digest != start.last.digest)
    return "it had said rounds that this state lacks: this state is the older one";
  return "";
}

}  // namespace

NodeId neighbour_named(const Session& session, NodeId self, const std::string& name) {
  for (const NodeId j : session.manifest().neighbours_of(self))
    if (session.manifest().parties()[j].name == name) return j;
  throw InvalidInput({"--for", shown(name), "is no neighbour of this site in the manifest"});
}

LastWord give_last_word(const Store& store, const SiteIdentity& site, const Session& session, NodeId neighbour) {
  const Party& party = session.manifest().parties()[neighbour];
  if (const std::optional<Closing> before = store.closings().find(session.run(), party.key.text()))
    return last_word_from(before->statement).value();
  if (!session.has(neighbour) && !store.runs().finished(session.run()))
    throw InvalidInput({"--for", party.name,
                        "was left out of the run, which goes on here: a last word would close it. Give it when the run "
                        "is finished"},
                       FaultKind::budget);
  refuse_a_lost_log(store, session.run());
  const Digest heard_in = last_heard_in(store, session, party.key.text());
  const std::optional<HeardRound> heard = store.witness().heard(heard_in, party.key.text());
  LastWord word{.run = heard_in,
                .by = site.name(),
                .by_key = site.public_key().text(),
                .of = party.name,
                .of_key = party.key.text(),
                .round = heard ? heard->round : 0};
  if (heard && heard->round > 1) word.digest = heard->digest;
  word.sign(site.key());
  store.closings().close({.run = session.run(),
                          .site = word.of_key,
                          .round = word.round,
                          .digest = word.digest,
                          .statement = to_json(word)});
  return word;
}

BookedUnits demand_last_words(const Store& store, const Session& session, NodeId self,
                              const std::vector<LastWord>& words) {
  Faults faults;
  unsigned silent = 0;
  const bool some_remain = !session.neighbours_of(self).empty();
  for (const NodeId j : session.manifest().neighbours_of(self)) {
    const Party& neighbour = session.manifest().parties()[j];
    const auto word = std::find_if(words.begin(), words.end(),
                                   [&](const LastWord& one) { return one.by_key == neighbour.key.text(); });
    if (word == words.end() && !session.has(j) && some_remain) {
      ++silent;
      continue;
    }
    const std::string fault = word == words.end()
                                  ? "has not given its last word: there, `sotto budget word --manifest M.toml --for " +
                                        session.manifest().parties()[self].name + "`"
                                  : fault_in(*word, store, session, self, neighbour);
    if (!fault.empty()) faults.add({"--word", neighbour.name, fault});
  }
  faults.throw_if_any(FaultKind::budget);
  BookedUnits kept;
  for (unsigned round = 0; round < 2 * std::min(silent, session.number()); ++round)
    kept = kept + units_of_dearest_round(session.manifest().plan_of(self));
  return kept;
}

std::filesystem::path session_secret_file(const std::filesystem::path& state, const Digest& session) {
  return state / ("session-" + session.hex().substr(0, 16) + ".key");
}

void forget_session_secrets(const Store& store, const std::filesystem::path& state, const Digest& run,
                            const std::optional<Digest>& but) {
  for (const Digest& session : store.sessions().sessions_of(run))
    if (session != but) {
      failpoint("forgetting");
      SessionSecret::forget(session_secret_file(state, session));
    }
}

std::vector<ForeignStart> foreign_starts(const Store& store, const SiteIdentity& site) {
  std::vector<ForeignStart> found;
  std::set<std::string> told;
  for (const Contradiction& proof : store.evidence().all()) {
    const auto claims = proof.kind == evidence_kind::rolled_back ? Claims::read(proof.first) : std::nullopt;
    if (!claims) continue;
    const auto start = SignedStanding::read(claims->seen, site.public_key());
    if (!start || start->standing().kind != RunKind::real || !told.insert(start->standing().start_id).second) continue;
    const Seen seen = seen_in(start->standing());
    if (store.has_started_as(seen.incarnation, seen.start) || store.disowned().has(seen.incarnation, seen.start))
      continue;
    found.push_back({*start, obstacle_to(store, start->standing())});
  }
  return found;
}

void disown(const Store& store, const SiteIdentity& site, const SignedStanding& start) {
  const Seen seen = seen_in(start.standing());
  store.disowned().append({.incarnation = seen.incarnation,
                           .id = seen.start,
                           .hello = start.bytes(),
                           .statement = Disowning::say(start, site.key()).bytes()});
  store.audit().append("disowned", {{"incarnation", std::to_string(seen.incarnation)}});
}

}  // namespace sotto
