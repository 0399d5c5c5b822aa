// SPDX-License-Identifier: MIT
// What a running node does with what neighbours say.
#include <fmt/format.h>

#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {
namespace {

using Level = NodeEvent::Level;

/// In words that fit a log. Digests follow from other values: they are named where nothing else differs.
std::string difference(const std::string& here, const std::string& there) {
  constexpr std::size_t enough = 600;
  std::string values, digests;
  for (const std::string& field : differing_fields(here, there)) {
    std::string& list = field.find("_sha256") != std::string::npos ? digests : values;
    if (list.size() < enough) list += (list.empty() ? "" : "; ") + one_line(field).substr(0, 200);
  }
  if (values.empty() && digests.empty()) return "one of the two is a dry run";
  return values.empty() ? digests : values;
}

}  // namespace

void NodeRunner::heard(const LinkPtr& link, const Frame& frame) {
  Neighbour* neighbour = neighbour_at(link);
  if (neighbour == nullptr || (neighbour->halted && !std::holds_alternative<HelloFrame>(frame))) return;
  const std::string objection = objection_to(frame, acquaintance_with(*neighbour, link));
  if (!objection.empty()) return link->close(objection);
  if (const auto* hello = std::get_if<HelloFrame>(&frame)) return on(*neighbour, link, *hello);
  if (const auto* refusal = std::get_if<Refusal>(&frame)) return on(*neighbour, link, *refusal);
  if (const auto* manifest = std::get_if<ManifestText>(&frame)) return on(*neighbour, link, *manifest);
  if (const auto* welcome = std::get_if<Welcome>(&frame)) return on(*neighbour, *welcome);
  if (const auto* round = std::get_if<RoundFrame>(&frame)) return on(*neighbour, *round);
  if (const auto* copy = std::get_if<CopyFrame>(&frame)) return on(*neighbour, *copy);
  if (const auto* acknowledgement = std::get_if<Acknowledgement>(&frame)) return on(*neighbour, *acknowledgement);
  if (const auto* ledger = std::get_if<LedgerFrame>(&frame)) return on(*neighbour, *ledger);
  if (const auto* word = std::get_if<WordFrame>(&frame)) return on(*neighbour, *word);
  if (std::holds_alternative<Ping>(frame)) return on(*neighbour, link, std::get<Ping>(frame));
  if (std::holds_alternative<Goodbye>(frame)) link->close("has left");
  if (const auto* pong = std::get_if<Pong>(&frame)) return on(*neighbour, *pong);
}

/// The neighbour takes what is not acknowledged before the answer for lost.
void NodeRunner::on(Neighbour& neighbour, const LinkPtr& link, const Ping&) {
  if (neighbour.link == link) acknowledge(neighbour);
  link->send(Pong{});
}

void NodeRunner::on(Neighbour& neighbour, const Pong&) {
  neighbour.deliveries.ponged();
  send_rounds(neighbour);
  if (std::exchange(neighbour.probing, false) && !std::exchange(neighbour.two_were_seen, true))
    say(Level::alarm, "two-of-one", "two processes of " + neighbour.name + " run: one of them has a copied state",
        neighbour.name);
}

/// A message of the neighbour itself; with masked sums one of any member, passed on.
void NodeRunner::on(Neighbour& neighbour, const RoundFrame& round) {
  const auto label = masked_ ? RoundMessage::label_of(round.bytes) : std::nullopt;
  const NodeId author = label ? label->node : neighbour.node;
  if (!progress_.hears(author) || halted_authors_.contains(author)) return;
  if (masked_ && !masked_->agreed && !finished_at_) return;  // a word was lost on its way; this will come again
  auto read = RoundMessage::read(round.bytes, senders_.at(author));
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&read)) {
    if (refused->blames_sender) return halt(author, "sent " + refused->why);
    if (neighbour.tell(refused->why))
      chronicle_.mention({Level::warning, "ignored", "sent " + refused->why, neighbour.name});
    return;
  }
  auto& message = std::get<RoundMessage>(read);
  failpoint("mid-receive");
  const std::vector<NodeId> otherwise = progress_.differently_heard(message);
  const Item item{author, message.round()};
  const RoundMessage* before = progress_.window(author).at(item.round);
  const std::string first = before != nullptr ? before->bytes() : "";
  switch (progress_.take(author, std::move(message))) {
    case NeighbourWindow::Taken::contradiction:
      prepared_.store.evidence().append({.kind = evidence_kind::equivocation,
                                         .site = senders_.at(author).key.text(),
                                         .run = prepared_.session.id(),
                                         .round = item.round,
                                         .first = first,
                                         .second = round.bytes});
      return halt(author, fmt::format("sent two different messages for round {}; {} kept as evidence", item.round,
                                      first.empty() ? "the second and the digest of the first are" : "both are"));
    case NeighbourWindow::Taken::too_new:
      return neighbour.link->close(fmt::format("sent round {}, which cannot be there yet", item.round));
    case NeighbourWindow::Taken::kept:
      tell_who_equivocates(item, otherwise);
      break;
    case NeighbourWindow::Taken::repeated:
      break;
  }
  neighbour.deliveries.arrived(item);
  neighbour.unacknowledged.insert(item);
  if (item.round == progress_.last_round()) {
    acknowledge(neighbour);
    compare_result_of(author);
  }
  if (masked_) pass_on(item);
  go_on();
}

void NodeRunner::tell_who_equivocates(const Item& item, const std::vector<NodeId>& otherwise) {
  const std::vector<Party>& parties = prepared_.manifest.parties();
  for (const NodeId node : otherwise)
    say(Level::alarm, "equivocation",
        fmt::format("{} says that it heard another message of {} for round {}: one of them is lying",
                    parties[item.author].name, parties[node].name, item.round - 1),
        parties[item.author].name);
}

/// With masked sums all members that heard the same residues end with the same bits. People must find out who is wrong:
/// halting would name somebody without proof.
void NodeRunner::compare_result_of(NodeId member) {
  if (!masked_ || !progress_.is_finished()) return;
  const RoundMessage* theirs = progress_.window(member).at(progress_.last_round());
  if (theirs == nullptr) return;
  const RoundMessage ours = own_message(prepared_, progress_.last_round());
  const std::span<const double> here = ours.y().values(), there = theirs->y().values();
  std::size_t differ = 0;
  for (std::size_t k = 0; k < here.size(); ++k) differ += here[k] == there[k] ? 0 : 1;
  const std::string& name = prepared_.manifest.parties()[member].name;
  if (differ == 0 || !told_.insert("other-result of " + name).second) return;
  say(Level::alarm, "other-result",
      fmt::format("{} says another result of the run than this site has: {} of {} values differ. One of the two heard "
                  "other residues or sums than the rest, or says what is not its result. Compare the results of all "
                  "members before one is used",
                  name, differ, here.size()),
      name);
}

/// The next round of this node says that it heard the neighbour's round before, and takes the place of an
/// acknowledgement. One is sent where that round does not follow soon: on a tick, at a ping, and at the end.
void NodeRunner::acknowledge(Neighbour& neighbour) {
  for (const Item& heard : neighbour.unacknowledged)
    neighbour.link->send(Acknowledgement{heard.round, progress_.own_last().round,
                                         heard.author == neighbour.node ? std::nullopt : std::optional(heard.author)});
  neighbour.unacknowledged.clear();
}

void NodeRunner::on(Neighbour& neighbour, const Acknowledgement& acknowledgement) {
  const Round last = progress_.own_last().round, ahead = acknowledgement.member ? 1 : 0;
  if (acknowledgement.round > last + ahead || acknowledgement.last_round > last + 1)
    return neighbour.link->close("acknowledged a round that is not there");
  const NodeId author = acknowledgement.member.value_or(prepared_.number);
  if (author != prepared_.number && !progress_.hears(author)) return;
  neighbour.deliveries.arrived({author, acknowledgement.round});
  progress_.note_last_of(neighbour.node, acknowledgement.last_round);
}

/// A ledger only grows. One that goes back was rolled back or copied, and may not be heard in a later run either.
void NodeRunner::on(Neighbour& neighbour, const LedgerFrame& ledger) {
  const auto said = SignedStanding::read(ledger.standing, neighbour.sender.key);
  if (!said || !said->is_said_at({neighbour.link->binding()}) ||
      said->standing().start_id != neighbour.theirs->start_id)
    return neighbour.link->close("sent a ledger that is not signed for this connection");
  const Seen now = seen_in(said->standing());
  if (++neighbour.ledgers_shown > 8 || !may_note(neighbour, now))
    return neighbour.link->close("shows its ledger too often");
  const WitnessVerdict seen =
      prepared_.store.witness().judge_and_note(neighbour.sender.key.text(), now, ledger.standing);
  if (!is_accepted(seen)) halt(neighbour, fmt::format("shows a ledger that does not go on ({})", name_of(seen)));
}

/// Before anything was spent it ends the node: only people can mend it. Later it is one neighbour's own trouble.
void NodeRunner::on(Neighbour& neighbour, const LinkPtr& link, const ManifestText& theirs) {
  if (masked_) refuse_if_amended(theirs.canonical);
  if (prepared_.session.number() > 0 && theirs.canonical.starts_with(prepared_.manifest.canonical())) {
    const std::string why = fmt::format("does not know amendment {} yet, and was shown it", prepared_.session.number());
    if (neighbour.tell(why)) chronicle_.mention({Level::warning, "not-amended", why, neighbour.name});
    neighbour.note(why);
    return link->close_when_idle(why);
  }
  const std::string why = "the manifests differ: " + difference(prepared_.manifest.canonical(), theirs.canonical);
  if (neighbour.tell(why)) say(Level::alarm, "manifest-differs", why, neighbour.name);
  neighbour.note(why);
  if (!debited_) throw InvalidInput({"manifest", neighbour.name, why}, FaultKind::network);
  link->close_when_idle(why);
}

/// What a neighbour said cannot be taken back: nothing of it is heard again, and the run waits for people.
void NodeRunner::halt(Neighbour& neighbour, const std::string& why) {
  neighbour.halted = true;
  neighbour.note(why);
  say(Level::alarm, "halted", why, neighbour.name);
  if (neighbour.link != nullptr) neighbour.link->close(why);
}

/// Nothing of an author is heard again; where it is a neighbour, nothing is said to it either.
void NodeRunner::halt(NodeId author, const std::string& why) {
  if (!halted_authors_.try_emplace(author, why).second) return;
  const auto neighbour = neighbours_.find(author);
  if (neighbour != neighbours_.end()) return halt(neighbour->second, why);
  const std::string& name = prepared_.manifest.parties()[author].name;
  say(Level::alarm, "halted", name + " " + why, name);
}

std::optional<Digest> NodeRunner::known_of(NodeId neighbour, Round round) const {
  if (round < 2) return std::nullopt;  // public: the row made of it names no messages, and may hold a sum
  const std::optional<RoundRow> row = round < progress_.own_last().round
                                          ? prepared_.store.rounds().row(prepared_.session.id(), round + 1)
                                          : std::nullopt;
  if (!row) {  // heard, perhaps, and never used
    const auto heard =
        prepared_.store.witness().heard(prepared_.session.id(), prepared_.manifest.parties()[neighbour].key.text());
    return heard && heard->round == round ? std::optional(heard->digest) : std::nullopt;
  }
  if (row->inputs.empty()) return std::nullopt;
  std::size_t place = 0;
  for (const NodeId j : prepared_.session.heard_by(prepared_.number)) {
    if (j == neighbour) return digest_from_bytes(std::string_view(row->inputs).substr(place, 32));
    place += 32;
  }
  return std::nullopt;
}

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
                                     .run = prepared_.session.id(),
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
                                     .run = prepared_.session.id(),
                                     .round = progress_.own_last().round,
                                     .first = proof,
                                     .second = ""});
  say(Level::alarm, "rolled-back", why, neighbour.name);
  throw InvalidInput({"state", neighbour.name, why}, FaultKind::store);
}

}  // namespace sotto
