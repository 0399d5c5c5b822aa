// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/giving_up.hpp"

#include <algorithm>

#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

/// What is wrong with a neighbour's word; empty where nothing is.
std::string fault_in(const LastWord& word, const Store& store, const Manifest& manifest, NodeId self,
                     const Party& neighbour) {
  const Party& here = manifest.parties()[self];
  if (!word.is_by(neighbour.key)) return "was not signed by its key in the manifest";
  if (word.run != manifest.run_id()) return "is about another run";
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

}  // namespace

NodeId neighbour_named(const Manifest& manifest, NodeId self, const std::string& name) {
  for (const NodeId j : manifest.neighbours_of(self))
    if (manifest.parties()[j].name == name) return j;
  throw InvalidInput({"--for", shown(name), "is no neighbour of this site in the manifest"});
}

LastWord give_last_word(const Store& store, const SiteIdentity& site, const Manifest& manifest, NodeId neighbour) {
  const Digest run = manifest.run_id();
  const Party& party = manifest.parties()[neighbour];
  if (const std::optional<Closing> before = store.closings().find(run, party.key.text()))
    return last_word_from(before->statement).value();
  if (store.promised_round(run).value_or(0) > store.rounds().last_round(run).value_or(1))
    throw InvalidInput(
        {"run", run.hex(), "this site lost the end of its own log in that run: what it heard is not known"},
        FaultKind::budget);
  const std::optional<HeardRound> heard = store.witness().heard(run, party.key.text());
  LastWord word{.run = run,
                .by = site.name(),
                .by_key = site.public_key().text(),
                .of = party.name,
                .of_key = party.key.text(),
                .round = heard ? heard->round : 0};
  if (heard && heard->round > 1) word.digest = heard->digest;
  word.sign(site.key());
  store.closings().close(
      {.run = run, .site = word.of_key, .round = word.round, .digest = word.digest, .statement = to_json(word)});
  return word;
}

void demand_last_words(const Store& store, const Manifest& manifest, NodeId self, const std::vector<LastWord>& words) {
  Faults faults;
  for (const NodeId j : manifest.neighbours_of(self)) {
    const Party& neighbour = manifest.parties()[j];
    const auto word = std::find_if(words.begin(), words.end(),
                                   [&](const LastWord& one) { return one.by_key == neighbour.key.text(); });
    const std::string fault = word == words.end()
                                  ? "has not given its last word: there, `sotto budget word --manifest M.toml --for " +
                                        manifest.parties()[self].name + "`"
                                  : fault_in(*word, store, manifest, self, neighbour);
    if (!fault.empty()) faults.add({"--word", neighbour.name, fault});
  }
  faults.throw_if_any(FaultKind::budget);
}

}  // namespace sotto
