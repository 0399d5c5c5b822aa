// SPDX-License-Identifier: MIT
// How a running node and a neighbour agree to speak: hello, copies of what was lost, welcome.
#include <fmt/format.h>

#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

using Level = NodeEvent::Level;

Standing NodeRunner::standing() const {
  const ChainHead ledger = prepared_.store.ledger().head();
  return {.run = prepared_.session.id(),
          .kind = prepared_.kind(),
          .node = prepared_.number,
          .incarnation = static_cast<std::uint64_t>(start_.incarnation),
          .start_id = std::string(start_.id.view()),
          .last = progress_.own_last(),
          .ledger_entries = static_cast<std::uint64_t>(ledger.entries),
          .ledger_head = ledger.hash};
}

/// That the neighbour said this round; nothing where its signature is not here.
std::optional<Seal> NodeRunner::seal_of(const Neighbour& neighbour, const RoundMark& mark) const {
  if (const RoundMessage* message = progress_.window(neighbour.node).at(mark.round))
    return Seal{prepared_.session.id(), message->mark(), message->signature()};
  const auto heard = prepared_.store.witness().heard(prepared_.session.id(), neighbour.sender.key.text());
  if (!heard || heard->round != mark.round || heard->signature.empty()) return std::nullopt;
  return Seal{prepared_.session.id(), {mark.round, heard->digest}, heard->signature};
}

/// Only what can be proved is claimed.
Claims NodeRunner::claims_about(const Neighbour& neighbour) const {
  const Witness witness = prepared_.store.witness();
  const std::string site = neighbour.sender.key.text();
  Claims claims{.held = seal_of(neighbour, progress_.window(neighbour.node).latest())};
  for (const auto& [run, heard] : witness.heard_elsewhere(prepared_.session.id(), site, most_earlier_seals))
    claims.earlier.push_back({run, {static_cast<Round>(heard.round), heard.digest}, heard.signature});
  if (const auto proof = witness.proof(site)) claims.seen = proof->hello;
  return claims;
}

void NodeRunner::say_hello(const LinkPtr& link, const Neighbour& neighbour) {
  const std::string claims = claims_about(neighbour).bytes();
  const auto said = SignedStanding::say(standing(), {link->binding(), claims}, prepared_.identity.key());
  HelloFrame hello{said.bytes(), claims};
  const std::vector<DisownedStart> disowned = prepared_.store.disowned().all();
  for (auto one = disowned.rbegin(); one != disowned.rend() && hello.disowned.size() < most_disownings; ++one)
    hello.disowned.push_back(one->statement);
  link->send(hello);
}

void NodeRunner::on(Neighbour& neighbour, const LinkPtr& link, const HelloFrame& hello) {
  if (neighbour.link == link) return link->close("said hello twice");
  const auto speaker = SignedStanding::read(hello.standing, neighbour.sender.key);
  if (!speaker || !speaker->is_said_at({link->binding(), hello.claims})) {
    const std::string why =
        "a hello without the signature of its site key: whoever sent it has an X.509 certificate "
        "of " +
        neighbour.name + " and not its key";
    if (neighbour.tell(why)) say(Level::alarm, "not-signed", why + " (at " + link->remote() + ")", neighbour.name);
    return refuse(link, {why});
  }
  const std::optional<Claims> claims = Claims::read(hello.claims);
  if (!claims) return link->close("sent claims that cannot be read");
  if (std::exchange(waiting_links_.at(link.get()).is_signed, true)) return link->close("said hello twice");
  link->vouch();
  if (!is_welcome(neighbour, link, hello,
                  receive(speaker->standing(), *claims, as_listener(), as_speaker(neighbour))) ||
      !is_noted(neighbour, link, *speaker, hello.disowned))
    return;
  waiting_links_.erase(link.get());
  if (neighbour.link != nullptr) neighbour.link->close("a newer connection took its place");
  neighbour.link = link;
  neighbour.theirs = speaker->standing();
  neighbour.held = claims->held;
  neighbour.welcomed_us = neighbour.probing = false;
  neighbour.deliveries = {};
  neighbour.unacknowledged.clear();
  neighbour.ledgers_shown = 0;
  progress_.note_parting(neighbour.node);
  progress_.note_last_of(neighbour.node, speaker->standing().last.round);
  neighbour.said_before = progress_.last_of(neighbour.node);
  hand_copies(neighbour);
  link->send(Welcome{});
}

/// Every reason to refuse is said to the neighbour, and here. One that is said to be rolled back gets the proof.
bool NodeRunner::turn_away(Neighbour& neighbour, const LinkPtr& link, const Refusal& refusal) {
  const bool rolled_back = refusal.code == Refusal::Code::rolled_back;
  if (neighbour.tell(refusal.reason))
    say(rolled_back ? Level::alarm : Level::warning, "refused", refusal.reason, neighbour.name);
  neighbour.note(refusal.reason);
  refuse(link, as_far_as_proved(refusal));
  return false;
}

Listener NodeRunner::as_listener() const {
  return {.run = prepared_.session.id(),
          .last_round = progress_.last_round(),
          .own_last = progress_.own_last().round,
          .past = own_past()};
}

Speaker NodeRunner::as_speaker(const Neighbour& neighbour) const {
  return {.node = neighbour.node,
          .name = neighbour.name,
          .halted_because = neighbour.halted ? std::optional(neighbour.remark) : std::nullopt,
          .connected = neighbour.link != nullptr ? std::optional(neighbour.theirs->start_id) : std::nullopt,
          .window = progress_.window(neighbour.node),
          .seal_of = [this, &neighbour](Round round) {
            return seal_of(neighbour, {round, {}});
          }};
}

/// Does what the rules say.
bool NodeRunner::is_welcome(Neighbour& neighbour, const LinkPtr& link, const HelloFrame& hello,
                            const Reception& reception) {
  using Kind = Reception::Kind;
  switch (reception.kind) {
    case Kind::welcome:
      return true;
    case Kind::halted:
      refuse(link, reception.refusal);
      return false;
    case Kind::manifest_differs:
      link->send(ManifestText{prepared_.manifest.canonical() + shown(prepared_.amendments)});
      return false;  // the neighbour's comes, and with it the end of this node
    case Kind::refused:
      return turn_away(neighbour, link, reception.refusal);
    case Kind::another_process:
      neighbour.probing = true;  // a connection that died without a word does not answer, and makes room
      ping(neighbour);
      refuse(link, reception.refusal);
      return false;
    case Kind::accuses_falsely:
      accused_falsely(neighbour, link, hello.standing + hello.claims);
      return false;
    case Kind::own_state_is_old:
      stop_as_rolled_back(neighbour, reception.refusal.reason, hello.claims);
  }
  return false;
}

/// A start above all others of that site, or the last one again, with a ledger that goes on: witnessed on the disk.
bool NodeRunner::is_noted(Neighbour& neighbour, const LinkPtr& link, const SignedStanding& speaker,
                          const std::vector<std::string>& disownings) {
  const Seen now = seen_in(speaker.standing());
  if (!may_note(neighbour, now))
    return turn_away(neighbour, link,
                     {neighbour.name + " has shown too many starts and ledgers: start this node again to hear it"});
  const Witness witness = prepared_.store.witness();
  const std::string site = neighbour.sender.key.text();
  const auto proof = witness.proof(site);
  std::vector<Seen> disowned;
  for (const std::string& bytes : disownings)
    if (const auto one = Disowning::read(bytes, neighbour.sender.key)) disowned.push_back(seen_in(one->start()));
  const WitnessVerdict seen = witness.judge_and_note(site, now, speaker.bytes(), disowned);
  if (seen == WitnessVerdict::in_place_of_another) {
    prepared_.store.evidence().append({.kind = evidence_kind::disowned_start,
                                       .site = site,
                                       .run = prepared_.session.id(),
                                       .round = speaker.standing().last.round,
                                       .first = proof ? proof->hello : "",
                                       .second = speaker.bytes()});
    say(Level::alarm, "healed",
        "the last start that was seen of " + neighbour.name +
            " is not its own: it had no signature, or the site key disowned it; this one goes on in its place",
        neighbour.name);
  }
  if (is_accepted(seen)) return true;
  return turn_away(neighbour, link,
                   {fmt::format("the state of {} is older than one seen before, or a copy of it ({})", neighbour.name,
                                name_of(seen)),
                    Refusal::Code::rolled_back, std::nullopt, proof ? proof->hello : ""});
}

/// What a neighbour can make us witness is bounded; what was seen before is nothing new, however often it comes.
bool NodeRunner::may_note(Neighbour& neighbour, const Seen& now) const {
  constexpr int most = 10000;
  return prepared_.store.witness().seen(neighbour.sender.key.text()) == now || ++neighbour.sightings <= most;
}

/// The neighbour lost the end of its store: what it said before, it gets back with its own signature.
void NodeRunner::hand_copies(Neighbour& neighbour) {
  const NeighbourWindow& window = progress_.window(neighbour.node);
  for (Round round = neighbour.theirs->last.round + 1; round <= window.latest().round; ++round)
    if (const RoundMessage* message = window.at(round)) neighbour.link->send(CopyFrame{message->bytes()});
}

void NodeRunner::on(Neighbour& neighbour, const CopyFrame& copy) {
  const auto read = RoundMessage::read(copy.bytes, prepared_.own_sender());
  const auto* message = std::get_if<RoundMessage>(&read);
  if (message == nullptr || rounds_ || message->round() != progress_.own_last().round + 1) return;
  if (masked_) {  // the row needs the sum that the message was made from
    handed_back_ = *message;
    return adopt_what_was_handed_back();
  }
  commit_row(*message);
  say(Level::alarm, "adopted",
      fmt::format("round {} of this node was lost here; {} still had it", message->round(), neighbour.name),
      neighbour.name);
  if (progress_.is_finished()) finish();  // it was the last one
}

void NodeRunner::on(Neighbour& neighbour, const Welcome&) {
  if (neighbour.welcomed_us) return neighbour.link->close("said welcome twice");
  const Round here = handed_back_ ? handed_back_->round() : progress_.own_last().round;
  if (neighbour.held && neighbour.held->mark.round > here)
    stop_as_rolled_back(
        neighbour,
        fmt::format("{} holds round {} of this node, whose state ends at round {}: the state was rolled back. Nothing "
                    "more may be said in this run",
                    neighbour.name, neighbour.held->mark.round, progress_.own_last().round),
        Claims{.held = neighbour.held}.bytes());
  neighbour.welcomed_us = true;
  neighbour.next_wait = std::chrono::milliseconds(100);
  neighbour.note("connected");
  progress_.note_welcome(neighbour.node);
  chronicle_.mention({Level::note, "connected", "both sides agree on the run", neighbour.name});
  show_ledger(neighbour);  // its last entry may be younger than our hello
  send_rounds(neighbour);
  go_on();
}

}  // namespace sotto
