// SPDX-License-Identifier: MIT
// How a running node and a neighbour agree to speak: hello, copies of what was lost, welcome.
#include <fmt/format.h>

#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {
namespace {

using Level = NodeEvent::Level;

}  // namespace

Hello NodeRunner::hello_to(const Neighbour& neighbour) const {
  const ChainHead ledger = prepared_.store.ledger().head();
  const Seen seen = prepared_.store.witness().seen(neighbour.sender.key.text()).value_or(Seen{});
  return {.run = prepared_.run,
          .node = prepared_.number,
          .incarnation = static_cast<std::uint64_t>(start_.incarnation),
          .start_id = std::string(start_.id.view()),
          .last = progress_.own_last(),
          .held = progress_.window(neighbour.node).latest(),
          .ledger_entries = static_cast<std::uint64_t>(ledger.entries),
          .ledger_head = ledger.hash,
          .seen_incarnation = static_cast<std::uint64_t>(seen.incarnation),
          .seen_start_id = seen.incarnation > 0 ? std::string(seen.start.view()) : "",
          .seen_ledger_entries = static_cast<std::uint64_t>(seen.ledger.entries),
          .seen_ledger_head = seen.ledger.hash};
}

/// A neighbour that saw a start or a ledger of this site which this state knows nothing of: the state is an older one,
/// or a copy, however often it was started since.
bool NodeRunner::is_what_was_seen(const Hello& hello) const {
  const std::optional<StartId> start = start_id_from_bytes(hello.seen_start_id);
  const bool started =
      hello.seen_incarnation == 0 ||
      (start && prepared_.store.has_started_as(static_cast<std::int64_t>(hello.seen_incarnation), *start));
  return started && prepared_.store.ledger().has_been_at(
                        {static_cast<std::int64_t>(hello.seen_ledger_entries), hello.seen_ledger_head});
}

void NodeRunner::on(Neighbour& neighbour, const LinkPtr& link, const Hello& hello) {
  if (neighbour.link == link) return link->close("said hello twice");
  if (!is_welcome(neighbour, link, hello)) return;
  waiting_links_.erase(link.get());
  if (neighbour.link != nullptr) neighbour.link->close("a newer connection took its place");
  neighbour.link = link;
  neighbour.theirs = hello;
  neighbour.welcomed_us = neighbour.probing = false;
  neighbour.arrived.clear();
  neighbour.ledgers_shown = 0;
  progress_.note_parting(neighbour.node);
  progress_.note_last_of(neighbour.node, hello.last.round);
  hand_copies(neighbour);
  link->send(Welcome{});
}

/// Every reason to refuse is said to the neighbour, and here.
bool NodeRunner::is_welcome(Neighbour& neighbour, const LinkPtr& link, const Hello& hello) {
  using Kind = HelloVerdict::Kind;
  const auto turn_away = [&](const std::string& why, Refusal::Code code, Level level) {
    if (neighbour.tell(why)) say(level, "refused", why, neighbour.name);
    neighbour.note(why);
    refuse(link, {why, code});
    return false;
  };
  if (neighbour.halted) {  // people here have been told
    refuse(link, {"this neighbour is halted: it " + neighbour.remark, Refusal::Code::other});
    return false;
  }
  const HelloVerdict verdict = judge(
      hello,
      {.run = prepared_.run,
       .speaker = neighbour.node,
       .own_last = progress_.own_last(),
       .held_of_speaker = progress_.window(neighbour.node).latest(),
       .last_round = progress_.last_round(),
       .own_digest = [this](Round round) { return own_digest(round); },
       .digest_of_speaker = [&](Round round) { return progress_.window(neighbour.node).digest_of_round(round); }});
  if (verdict.kind == Kind::manifest_differs) {
    link->send(ManifestText{prepared_.manifest.canonical()});
    return false;  // the neighbour's comes, and with it the end of this node
  }
  if (verdict.kind == Kind::i_contradict) stop_as_rolled_back(neighbour, neighbour.name + " " + verdict.reason);
  if (!is_what_was_seen(hello))
    stop_as_rolled_back(neighbour, neighbour.name +
                                       " has seen a start or a ledger of this site that this state knows "
                                       "nothing of: it is an older state, or a copy");
  if (verdict.kind == Kind::speaker_contradicts)
    return turn_away(neighbour.name + " " + verdict.reason, Refusal::Code::rolled_back, Level::alarm);
  if (verdict.kind != Kind::accepted)
    return turn_away(neighbour.name + " " + verdict.reason, Refusal::Code::other, Level::warning);
  const bool same_start = neighbour.theirs && neighbour.theirs->start_id == hello.start_id;
  if (neighbour.link != nullptr && !same_start) {
    neighbour.probing = true;  // a connection that died without a word does not answer, and makes room
    neighbour.link->send(Ping{});
    refuse(link, {"another process of " + neighbour.name + " is connected", Refusal::Code::already_here});
    return false;
  }
  if (verdict.speaker_lacks_rounds && progress_.window(neighbour.node).at(hello.last.round + 1) == nullptr)
    return turn_away(fmt::format("the state of {} ends at round {}, but it has said round {}, and what it lacks is no "
                                 "longer here to be handed back: it is an older state, or a copy",
                                 neighbour.name, hello.last.round, progress_.window(neighbour.node).latest().round),
                     Refusal::Code::rolled_back, Level::alarm);  // and its start is not noted: the true state may come
  const Seen now{.incarnation = static_cast<std::int64_t>(hello.incarnation),
                 .start = *start_id_from_bytes(hello.start_id),
                 .ledger = {static_cast<std::int64_t>(hello.ledger_entries), hello.ledger_head}};
  if (!may_note(neighbour, now))
    return turn_away(neighbour.name + " has shown too many starts and ledgers: start this node again to hear it",
                     Refusal::Code::other, Level::alarm);
  const WitnessVerdict seen = prepared_.store.witness().judge_and_note(neighbour.sender.key.text(), now);
  if (is_accepted(seen)) return true;
  return turn_away(
      fmt::format("the state of {} is older than one seen before, or a copy of it ({})", neighbour.name, name_of(seen)),
      Refusal::Code::rolled_back, Level::alarm);
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
  const auto read = RoundMessage::read(copy.bytes, prepared_.manifest.sender(prepared_.number, prepared_.run));
  const auto* message = std::get_if<RoundMessage>(&read);
  if (message == nullptr || node_ || message->round() != progress_.own_last().round + 1) return;
  commit_row(*message);
  say(Level::alarm, "adopted",
      fmt::format("round {} of this node was lost here; {} still had it", message->round(), neighbour.name),
      neighbour.name);
  if (progress_.is_finished()) finish();  // it was the last one
}

void NodeRunner::on(Neighbour& neighbour, const Welcome&) {
  if (neighbour.welcomed_us) return neighbour.link->close("said welcome twice");
  if (neighbour.theirs->held.round > progress_.own_last().round) {
    const std::string why = fmt::format(
        "{} holds round {} of this node, whose state ends at round {}: the state was rolled back. Nothing "
        "more may be said in this run",
        neighbour.name, neighbour.theirs->held.round, progress_.own_last().round);
    stop_as_rolled_back(neighbour, why);
  }
  neighbour.welcomed_us = true;
  neighbour.next_wait = std::chrono::milliseconds(100);
  neighbour.note("connected");
  progress_.note_welcome(neighbour.node);
  observer_.happened({Level::note, "connected", "both sides agree on the run", neighbour.name});
  show_ledger(neighbour);  // its last entry may be younger than our hello
  send_rounds(neighbour);
  go_on();
}

void NodeRunner::stop_as_rolled_back(const Neighbour& neighbour, const std::string& why) {
  say(Level::alarm, "rolled-back", why, neighbour.name);
  throw InvalidInput({"state", neighbour.name, why}, FaultKind::store);
}

std::optional<Digest> NodeRunner::own_digest(Round round) const {
  const std::optional<RoundRow> row = prepared_.store.rounds().row(prepared_.run, round);
  return row ? std::optional(row->digest) : std::nullopt;
}

}  // namespace sotto
