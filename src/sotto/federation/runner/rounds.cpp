// SPDX-License-Identifier: MIT
// A round of a running node: hold all y_j(t); draw, compute, encode, sign; commit; only then send.
#include <algorithm>

#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

void NodeRunner::go_on() {
  if (computing_ || stopping_ || lacks_own_rounds() || !progress_.may_go_on()) return;
  if (!node_) make_node();
  if (!debited_) debit();
  compute_round();
}

/// A log lost rounds that may have been sent: no other noise is drawn for them. Neighbours hand them back before they
/// welcome this start; when all have, and one is still missing, the run is over for this site.
bool NodeRunner::lacks_own_rounds() {
  const Round promised = static_cast<Round>(prepared_.store.promised_round(prepared_.run).value_or(0));
  const Round last = progress_.own_last().round;
  if (last >= promised) return false;
  if (!progress_.all_welcomed_us()) return true;
  const std::string why = "round " + std::to_string(promised) +
                          " of this node may have been sent, its state ends at round " + std::to_string(last) +
                          ", and no neighbour has what is lost. Nothing more may be said in this run";
  say(NodeEvent::Level::alarm, "rolled-back", why);
  throw InvalidInput({"state", printable(options_.state.string()), why}, FaultKind::store);
}

void NodeRunner::make_node() {
  node_.emplace(Node::Setup{.id = prepared_.number,
                            .weights = prepared_.manifest.agreement().weights(),
                            .domain = prepared_.manifest.agreement().domain(),
                            .plan = prepared_.plan(),
                            .objective = *prepared_.objective,
                            .noise = *noise_,
                            .averaging = prepared_.manifest.averaging()});
  const Round last = progress_.own_last().round;
  own_ = own_value(prepared_, last);
  node_->resume_at(last, own_value(prepared_, last - 1));
}

/// The whole run, before anything of it is drawn, and after all neighbours have said that they run the same.
void NodeRunner::debit() {
  failpoint("before debit");
  const Debit debit = prepared_.store.ledger().debit(prepared_.run, prepared_.dataset, prepared_.cost());
  if (debit.outcome != Debit::Outcome::booked && debit.outcome != Debit::Outcome::already_booked)
    throw InvalidInput({"dataset", prepared_.dataset, "its budget does not cover the run any more"}, FaultKind::budget);
  prepared_.store.runs().record(prepared_.record);  // from here on it is these records' run
  debited_ = true;
  say(NodeEvent::Level::note, "debited",
      (options_.dry_run ? "in the ledger of dry runs alone: " : "the whole run: ") +
          std::to_string(prepared_.cost().planned.alpha) + " units of alpha");
  failpoint("after debit");
  for (auto& [node, neighbour] : neighbours_) show_ledger(neighbour);
}

void NodeRunner::show_ledger(Neighbour& neighbour) {
  if (!neighbour.is_open()) return;
  const auto said = SignedStanding::say(standing(), {neighbour.link->binding()}, prepared_.identity.key());
  neighbour.link->send(LedgerFrame{said.bytes()});
}

void NodeRunner::compute_round() {
  computing_ = true;
  const auto nothing = std::make_shared<const Released>(Released::nothing(prepared_.manifest.dimension()));
  // Looked up here: while the other thread computes, messages of the next round may come in beside these.
  std::vector<const Released*> y;
  for (const NodeId j : node_->row().columns) {
    const RoundMessage* message = j == prepared_.number ? nullptr : progress_.input(j);
    y.push_back(j == prepared_.number ? &own_ : message != nullptr ? &message->y() : nothing.get());
  }
  timeline_.compute(
      [this, nothing, y = std::move(y)] {
        failpoint("computing");
        if (node_->round(y, next_) != Heard::accepted)
          throw InvalidInput({"message", "", "is not finite; nothing was said"}, FaultKind::numerical);
      },
      [this, began = timeline_.now()] { commit_on_beat(began); });
}

/// How long a gradient took depends on records. Where parties agreed on a beat, a noisy round is committed and sent on
/// it: until then the node behaves as if it still computed.
void NodeRunner::commit_on_beat(Timeline::Time began) {
  const auto commit = [this](std::int64_t late) {
    late_beats_ += static_cast<std::uint64_t>(late);
    computing_ = false;
    commit_round();
  };
  const auto& period = prepared_.manifest.round_period();
  const bool noisy = prepared_.plan().timetable().kind(progress_.own_last().round) == RoundKind::gradient;
  if (!period || !noisy) return commit(0);
  const Beat beat{.from = began, .period = std::chrono::duration_cast<Beat::Period>(*period)};
  const std::int64_t number = beat.number_at(timeline_.now());
  timeline_.at(beat.time_of(number), [commit, number] { commit(number - 1); });
}

void NodeRunner::commit_round() {
  failpoint("noise drawn");
  const Round round = progress_.own_last().round + 1;
  const RoundMessage message = RoundMessage::say({prepared_.run, prepared_.number, round, prepared_.kind()}, next_,
                                                 progress_.input_digests(), prepared_.identity.key());
  failpoint("before commit");
  commit_row(message);
  failpoint("after commit");
  std::swap(own_, next_);
  if (round == prepared_.plan().timetable().hand_over()) failpoint("stage switch");
  for (auto& [node, neighbour] : neighbours_) send_rounds(neighbour);
  failpoint("after send");
  observer_.changed(status());
  if (progress_.is_finished()) finish();
  if (stopping_) return leave();
  timeline_.soon([this] { go_on(); });
}

/// One transaction. From here on this message is the round's, whatever happens.
void NodeRunner::commit_row(const RoundMessage& message) {
  std::string inputs;
  std::vector<HeardRound> used;
  for (const auto& [node, digest] : message.heard()) {
    inputs += digest.view();
    const RoundMessage* heard = progress_.input(node);  // null where this row was handed back by a neighbour
    if (heard != nullptr && heard->digest() == digest)
      used.push_back({neighbours_.at(node).sender.key.text(), message.round() - 1, digest, heard->signature()});
  }
  prepared_.store.rounds().commit(prepared_.run,
                                  {.round = message.round(),
                                   .bytes = message.bytes(),
                                   .digest = message.digest(),
                                   .cost = units_of_round(prepared_.plan(), message.round() - 1),
                                   .inputs = inputs},
                                  used);
  progress_.committed(message.mark());
  committed_at_ = timeline_.now();
}

/// What the neighbour may still need: of ours the round that it is at and the next one. Each goes once over a link, and
/// again only where it was lost. Always out of the store.
void NodeRunner::send_rounds(Neighbour& neighbour) {
  if (!neighbour.is_open() || neighbour.halted) return;
  const Round first = std::max(Round{2}, progress_.last_of(neighbour.node));
  neighbour.deliveries.forget_before(first);
  for (Round round = first; round <= progress_.own_last().round && round < first + 2; ++round) {
    if (!neighbour.deliveries.is_due(round)) continue;
    const std::optional<RoundRow> row = prepared_.store.rounds().row(prepared_.run, round);
    neighbour.link->send(RoundFrame{row->bytes});
    neighbour.deliveries.sent(round);
    std::erase_if(neighbour.unacknowledged, [&](Round heard) { return heard < round; });  // it says so itself
    neighbour.last_sent = timeline_.now();
    failpoint("mid-send");
  }
}

/// The answer says that the neighbour lives, and what of the rounds before it was lost.
void NodeRunner::ping(Neighbour& neighbour) {
  neighbour.link->send(Ping{});
  neighbour.deliveries.pinged();
  neighbour.last_ping = timeline_.now();
}

/// What was heard and waits for others is witnessed on the disk, so that a restart here cannot make its speaker forget
/// it. Rounds that are used at once are noted with the row that they went into.
void NodeRunner::note_what_waits() {
  std::vector<HeardRound> waiting;
  for (auto& [node, neighbour] : neighbours_) {
    const RoundMark latest = progress_.window(node).latest();
    const RoundMessage* heard = progress_.window(node).at(latest.round);
    if (heard == nullptr || latest.round <= neighbour.noted) continue;
    waiting.push_back({neighbour.sender.key.text(), latest.round, latest.digest, heard->signature()});
    neighbour.noted = latest.round;
  }
  prepared_.store.witness().note_heard(prepared_.run, waiting);
}

void NodeRunner::finish() {
  if (finished_at_) return;
  failpoint("final write");
  prepared_.store.runs().finish(prepared_.run, progress_.own_last().digest);
  finished_at_ = timeline_.now();
  std::string text = "all " + std::to_string(progress_.last_round()) + " rounds are done";
  if (prepared_.manifest.round_period()) text += ", late beats: " + std::to_string(late_beats_);
  say(NodeEvent::Level::note, "finished", text);
}

}  // namespace sotto
