// SPDX-License-Identifier: MIT
// What a running node does with what neighbours say.
#include <fmt/format.h>

#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

using Level = NodeEvent::Level;

[[noreturn]] void stop_for_good(const std::string& neighbour, const std::string& why, FaultKind kind) {
  throw InvalidInput({kind == FaultKind::store ? "state" : "manifest", neighbour, why}, kind);
}

}  // namespace

Hello NodeRunner::hello_to(const Edge& edge) const {
  const ChainHead ledger = prepared_.store.ledger().head();
  return {.run = prepared_.run,
          .node = prepared_.number,
          .incarnation = static_cast<std::uint64_t>(start_.incarnation),
          .start_id = std::string(start_.id.view()),
          .last = progress_.own_last(),
          .held = progress_.window(edge.node).latest(),
          .ledger_entries = static_cast<std::uint64_t>(ledger.entries),
          .ledger_head = ledger.hash};
}

void NodeRunner::heard(const LinkPtr& link, Frame frame) {
  Edge* edge = edge_of(link);
  if (edge == nullptr || (edge->halted && !std::holds_alternative<Hello>(frame))) return;
  if (edge->link == link) edge->last_heard = Clock::now();
  if (const auto* hello = std::get_if<Hello>(&frame)) return on(*edge, link, *hello);
  if (const auto* refusal = std::get_if<Refusal>(&frame)) return on(*edge, *refusal);
  if (const auto* manifest = std::get_if<ManifestText>(&frame)) return on(*edge, *manifest);
  if (edge->link != link) return link->close("spoke before its hello was accepted");
  if (const auto* welcome = std::get_if<Welcome>(&frame)) return on(*edge, *welcome);
  if (const auto* round = std::get_if<RoundFrame>(&frame)) return on(*edge, *round);
  if (const auto* copy = std::get_if<CopyFrame>(&frame)) return on(*edge, *copy);
  if (const auto* acknowledgement = std::get_if<Acknowledgement>(&frame)) return on(*edge, *acknowledgement);
  if (std::holds_alternative<Ping>(frame)) link->send(Pong{});
  if (std::holds_alternative<Goodbye>(frame)) link->close("has left");
  if (std::holds_alternative<Pong>(frame) && std::exchange(edge->probing, false))
    say(Level::alarm, "two-of-one", "two processes of " + edge->name + " run: one of them has a copied state", edge->name);
}

void NodeRunner::on(Edge& edge, const LinkPtr& link, const Hello& hello) {
  if (edge.link == link) return link->close("said hello twice");
  if (!is_welcome(edge, link, hello)) return;
  waiting_links_.erase(link.get());
  if (edge.link != nullptr) edge.link->close("a newer connection took its place");
  edge.link = link;
  edge.theirs = hello;
  edge.welcomed_us = false;
  edge.arrived = 1;
  edge.next_wait = std::chrono::milliseconds(100);
  edge.last_heard = Clock::now();
  edge.note("connected");
  progress_.note_last_of(edge.node, hello.last.round);
  hand_copies(edge);
  link->send(Welcome{});
}

/// Every reason to refuse is said to the neighbour, and here.
bool NodeRunner::is_welcome(Edge& edge, const LinkPtr& link, const Hello& hello) {
  using Kind = HelloVerdict::Kind;
  const auto turn_away = [&](const std::string& why, Refusal::Code code, Level level) {
    if (edge.remark != why) say(level, "refused", why, edge.name);  // once, however often it comes
    edge.note(why);
    refuse(link, {why, code});
    return false;
  };
  if (edge.halted) return turn_away("this edge is halted: " + edge.remark, Refusal::Code::other, Level::warning);
  const HelloVerdict verdict =
      judge(hello, {.run = prepared_.run,
                    .speaker = edge.node,
                    .own_last = progress_.own_last(),
                    .held_of_speaker = progress_.window(edge.node).latest(),
                    .last_round = progress_.last_round(),
                    .own_digest = [this](Round round) { return own_digest(round); },
                    .digest_of_speaker = [&](Round round) { return progress_.window(edge.node).digest_of_round(round); }});
  if (verdict.kind == Kind::manifest_differs) {
    link->send(ManifestText{prepared_.manifest.canonical()});
    return false;  // the neighbour's comes, and with it the end of this node
  }
  if (verdict.kind == Kind::i_contradict) {
    say(Level::alarm, "rolled-back", edge.name + " " + verdict.reason, edge.name);
    stop_for_good(edge.name, verdict.reason, FaultKind::store);
  }
  if (verdict.kind == Kind::speaker_contradicts)
    return turn_away(edge.name + " " + verdict.reason, Refusal::Code::rolled_back, Level::alarm);
  if (verdict.kind != Kind::accepted)
    return turn_away(edge.name + " " + verdict.reason, Refusal::Code::other, Level::warning);
  const bool same_start = edge.theirs && edge.theirs->start_id == hello.start_id;
  if (edge.link != nullptr && !same_start) {
    edge.probing = true;  // a connection that died without a word does not answer, and makes room
    edge.link->send(Ping{});
    refuse(link, {"another process of " + edge.name + " is connected", Refusal::Code::already_here});
    return false;
  }
  const WitnessVerdict seen = prepared_.store.witness().judge_and_note(
      prepared_.manifest.parties()[edge.node].key.text(),
      {.incarnation = static_cast<std::int64_t>(hello.incarnation),
       .start = *start_id_from_bytes(hello.start_id),
       .ledger = {static_cast<std::int64_t>(hello.ledger_entries), hello.ledger_head}});
  if (is_accepted(seen)) return true;
  return turn_away(fmt::format("the state of {} is older than one seen before, or a copy of it ({})", edge.name,
                               name_of(seen)),
                   Refusal::Code::rolled_back, Level::alarm);
}

/// The neighbour lost the end of its store: what it said before, it gets back with its own signature.
void NodeRunner::hand_copies(Edge& edge) {
  const NeighbourWindow& window = progress_.window(edge.node);
  for (Round round = edge.theirs->last.round + 1; round <= window.latest().round; ++round)
    if (const RoundMessage* message = window.at(round)) edge.link->send(CopyFrame{message->bytes()});
}

void NodeRunner::on(Edge& edge, const CopyFrame& copy) {
  const auto read = RoundMessage::read(copy.bytes, {.run = prepared_.run,
                                                    .node = prepared_.number,
                                                    .key = prepared_.identity.public_key(),
                                                    .dimension = prepared_.manifest.dimension(),
                                                    .rules = prepared_.manifest.rules_for(prepared_.number)});
  const auto* message = std::get_if<RoundMessage>(&read);
  if (message == nullptr || node_ || message->round() != progress_.own_last().round + 1) return;
  commit_row(*message);
  say(Level::alarm, "adopted", fmt::format("round {} of this node was lost here; {} still had it", message->round(), edge.name),
      edge.name);
}

void NodeRunner::on(Edge& edge, const Welcome&) {
  if (edge.theirs->held.round > progress_.own_last().round) {
    const std::string why =
        fmt::format("{} holds round {} of this node, whose state ends at round {}: the state was rolled back. Nothing "
                    "more may be said in this run",
                    edge.name, edge.theirs->held.round, progress_.own_last().round);
    say(Level::alarm, "rolled-back", why, edge.name);
    stop_for_good(edge.name, why, FaultKind::store);
  }
  edge.welcomed_us = true;
  progress_.note_welcome(edge.node);
  observer_.happened({Level::note, "connected", "both sides agree on the run", edge.name});
  send_rounds(edge);
  go_on();
}

void NodeRunner::on(Edge& edge, const RoundFrame& round) {
  const PublicKey& key = prepared_.manifest.parties()[edge.node].key;
  auto read = RoundMessage::read(round.bytes, {.run = prepared_.run,
                                               .node = edge.node,
                                               .key = key,
                                               .dimension = prepared_.manifest.dimension(),
                                               .rules = edge.rules});
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&read)) {
    if (refused->blames_sender) return halt(edge, "sent " + refused->why);
    return observer_.happened({Level::warning, "ignored", "sent " + refused->why, edge.name});
  }
  auto& message = std::get<RoundMessage>(read);
  failpoint("mid-receive");
  const std::vector<NodeId> otherwise = progress_.differently_heard(message);
  const auto report = [&](NodeId node, Round heard_round) {
    say(Level::alarm, "equivocation",
        fmt::format("{} says that it heard another message of {} for round {}: one of them is lying", edge.name,
                    prepared_.manifest.parties()[node].name, heard_round),
        edge.name);
  };
  const Round number = message.round();
  const RoundMessage* before = progress_.window(edge.node).at(number);
  const std::string first = before != nullptr ? before->bytes() : "";
  switch (progress_.take(edge.node, std::move(message))) {
    case NeighbourWindow::Taken::contradiction:
      prepared_.store.evidence().append({.kind = "equivocation",
                                         .site = key.text(),
                                         .run = prepared_.run,
                                         .round = number,
                                         .first = first,
                                         .second = round.bytes});
      return halt(edge, fmt::format("sent two different messages for round {}; both are kept as evidence", number));
    case NeighbourWindow::Taken::too_new:
      return edge.link->close(fmt::format("sent round {}, which cannot be there yet", number));
    case NeighbourWindow::Taken::kept:
      for (const NodeId node : otherwise) report(node, number - 1);
      break;
    case NeighbourWindow::Taken::repeated:
      break;
  }
  edge.link->send(Acknowledgement{number, progress_.own_last().round});
  go_on();
}

void NodeRunner::on(Edge& edge, const Acknowledgement& acknowledgement) {
  if (acknowledgement.round > progress_.own_last().round || acknowledgement.last_round > progress_.own_last().round + 1)
    return edge.link->close("acknowledged a round that is not there");
  edge.arrived = std::max(edge.arrived, acknowledgement.round);
  progress_.note_last_of(edge.node, acknowledgement.last_round);
}

void NodeRunner::on(Edge& edge, const Refusal& refusal) {
  const std::string why = "refused this node: " + printable(refusal.reason);
  const bool serious = refusal.code == Refusal::Code::rolled_back;
  if (edge.remark != why) say(serious ? Level::alarm : Level::warning, "refused-by", why, edge.name);
  edge.note(why);
  if (refusal.code == Refusal::Code::rolled_back) stop_for_good(edge.name, why, FaultKind::store);
}

void NodeRunner::on(Edge& edge, const ManifestText& theirs) {
  std::string fields;
  for (const std::string& field : differing_fields(prepared_.manifest.canonical(), theirs.canonical))
    if (fields.size() < 1000) fields += (fields.empty() ? "" : "; ") + printable(field);
  if (fields.empty()) fields = "one of the two is a dry run";
  const std::string why = "the manifests differ: " + fields;
  say(Level::alarm, "manifest-differs", why, edge.name);
  stop_for_good(edge.name, why, FaultKind::network);
}

/// What a neighbour said cannot be taken back: nothing of it is heard again, and the run waits for people.
void NodeRunner::halt(Edge& edge, const std::string& why) {
  edge.halted = true;
  edge.note(why);
  say(Level::alarm, "halted", why, edge.name);
  if (edge.link != nullptr) edge.link->close(why);
}

std::optional<Digest> NodeRunner::known_of(NodeId neighbour, Round round) const {
  const std::optional<RoundRow> row = prepared_.store.rounds().row(prepared_.run, round + 1);
  if (!row || row->inputs.empty()) return std::nullopt;
  std::size_t place = 0;
  for (const NodeId j : prepared_.manifest.neighbours_of(prepared_.number)) {
    if (j == neighbour) return digest_from_bytes(std::string_view(row->inputs).substr(place, 32));
    place += 32;
  }
  return std::nullopt;
}

std::optional<Digest> NodeRunner::own_digest(Round round) const {
  const std::optional<RoundRow> row = prepared_.store.rounds().row(prepared_.run, round);
  return row ? std::optional(row->digest) : std::nullopt;
}

}  // namespace sotto
