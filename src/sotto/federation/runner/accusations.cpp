// SPDX-License-Identifier: MIT
// What others claim that this node did. A proof ends this node; a claim without one ends the hearing of the claimant.
#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {

using Level = NodeEvent::Level;

OwnPast NodeRunner::own_past() const {
  const Store& store = prepared_.store;
  return {.key = prepared_.identity.public_key(),
          .kind = prepared_.kind(),
          .stood_so =
              [&store](const Standing& then) {
                const Seen seen = seen_in(then);
                return (store.has_started_as(seen.incarnation, seen.start) ||
                        store.disowned().has(seen.incarnation, seen.start)) &&
                       store.ledger().has_been_at(seen.ledger);
              },
          .said =
              [&store](const Digest& run, Round round) {
                const std::optional<RoundRow> row = store.rounds().row(run, round);
                return row ? std::optional(row->digest) : std::nullopt;
              }};
}

void NodeRunner::on(Neighbour& neighbour, const LinkPtr& link, const Refusal& refusal) {
  const std::string why = "refused this node: " + one_line(refusal.reason);
  if (refusal.code == Refusal::Code::rolled_back) {
    const Claim claim = sotto::judge(refusal, own_past());
    const std::string proof = Claims{.held = refusal.said, .seen = refusal.seen}.bytes();
    if (claim == Claim::proved) stop_as_rolled_back(neighbour, why, proof);
    if (claim == Claim::unproved) return accused_falsely(neighbour, link, proof);
  }
  if (neighbour.tell(why)) say(Level::warning, "refused-by", why, neighbour.name);
  neighbour.note(why);
  link->close(why);
}

/// Nothing that this node signed says so. The run waits for people; this node's state and budget are untouched.
void NodeRunner::accused_falsely(Neighbour& neighbour, const LinkPtr& link, const std::string& accusation) {
  prepared_.store.evidence().append({.kind = evidence_kind::false_accusation,
                                     .site = neighbour.sender.key.text(),
                                     .run = prepared_.run,
                                     .round = progress_.own_last().round,
                                     .first = accusation,
                                     .second = ""});
  const std::string why = "accused this node of something without this node's signature; it is kept as evidence";
  refuse(link, {"this neighbour is halted: it " + why, Refusal::Code::other});
  halt(neighbour, why);
}

void NodeRunner::stop_as_rolled_back(const Neighbour& neighbour, const std::string& why, const std::string& proof) {
  prepared_.store.evidence().append({.kind = evidence_kind::rolled_back,
                                     .site = prepared_.identity.public_key().text(),
                                     .run = prepared_.run,
                                     .round = progress_.own_last().round,
                                     .first = proof,
                                     .second = ""});
  say(Level::alarm, "rolled-back", why, neighbour.name);
  throw InvalidInput({"state", neighbour.name, why}, FaultKind::store);
}

}  // namespace sotto
