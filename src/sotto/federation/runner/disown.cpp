// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/disown.hpp"

#include <set>

#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/wire/seal.hpp"

namespace sotto {
namespace {

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
