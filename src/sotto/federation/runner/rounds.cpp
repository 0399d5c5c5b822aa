// SPDX-License-Identifier: MIT
// A round of a running node: hold all y_j(t); draw, compute, encode, sign; commit; only then send.
#include <algorithm>
#include <utility>

#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

void NodeRunner::go_on() {
  if (handed_back_) adopt_what_was_handed_back();
  if (computing_ || stopping_ || lacks_own_rounds() || !is_session_agreed() || !progress_.may_go_on()) return;
  if (!rounds_) make_rounds();
  if (!debited_) debit();
  compute_round();
}

/// A log lost rounds that may have been sent: no other noise is drawn for them. Neighbours hand them back before they
/// welcome this start; when all have, and one is still missing, the run is over for this site.
bool NodeRunner::lacks_own_rounds() {
  const Round promised = static_cast<Round>(prepared_.store.promised_round(prepared_.session.id()).value_or(0));
  const Round last = progress_.own_last().round;
  if (handed_back_) return true;  // it is known, and waits for the sum that it was made from
  if (last >= promised) return false;
  if (!progress_.all_welcomed_us()) return true;
  const std::string why = "round " + std::to_string(promised) +
                          " of this node may have been sent, its state ends at round " + std::to_string(last) +
                          ", and no neighbour has what is lost. Nothing more may be said in this run";
  say(NodeEvent::Level::alarm, "rolled-back", why);
  throw InvalidInput({"state", printable_path(options_.state.string()), why}, FaultKind::store);
}

void NodeRunner::make_rounds() {
  const Round last = progress_.own_last().round;
  if (masked_)
    rounds_ = masked_rounds(prepared_, *noise_, {std::move(masked_->masks), masked_->words.sum()}, last);
  else
    rounds_ = noisy_rounds(prepared_, *noise_, last);
}

/// A row of masked sums holds the sum that its message was made from: it waits until all residues of that sum are here.
void NodeRunner::adopt_what_was_handed_back() {
  const Round last = progress_.own_last().round;
  if (!is_session_agreed() || !progress_.has_all_inputs() || handed_back_->round() != last + 1) return;
  Released sum = masked_->words.sum().value_or(Released::nothing(prepared_.manifest.dimension()));
  if (last > 1) {
    const RoundMessage own = own_message(prepared_, last);
    std::vector<const Masked*> residues;
    for (const NodeId member : prepared_.session.members())
      residues.push_back(member == prepared_.number ? &own.residue() : &progress_.input(member)->residue());
    sum = Released::mean_of(residues, prepared_.session.roster());
  }
  commit_row(*handed_back_, RoundMessage::bytes_of_sum(sum));
  handed_back_.reset();
  say(NodeEvent::Level::alarm, "adopted",
      "round " + std::to_string(last + 1) + " of this node was lost here; a neighbour still had it");
  if (progress_.is_finished()) finish();
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
          shown_share(prepared_.store.ledger().dataset(prepared_.dataset)->planned, prepared_.cost().planned.alpha,
                      ShownFrom::above) +
          " of the budget");
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
  timeline_.compute(
      [work = rounds_->next(progress_)] {
        failpoint("computing");
        work();
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
  const Round round = prepared_.completed + progress_.own_last().round;
  const bool noisy = prepared_.plan().timetable().kind(round) == RoundKind::gradient;
  if (!period || !noisy) return commit(0);
  const Beat beat{.from = began, .period = std::chrono::duration_cast<Beat::Period>(*period)};
  const std::int64_t number = beat.number_at(timeline_.now());
  timeline_.at(beat.time_of(number), [commit, number] { commit(number - 1); });
}

void NodeRunner::commit_round() {
  failpoint("noise drawn");
  const Round round = progress_.own_last().round + 1;
  if (!rounds_->is_sum_in_range()) tell_of_wild_sum();
  const RoundMessage message = rounds_->say({prepared_.session.id(), prepared_.number, round, prepared_.kind()},
                                            progress_.input_digests(), prepared_.identity.key());
  failpoint("before commit");
  commit_row(message, rounds_->sum());
  failpoint("after commit");
  rounds_->committed(message);
  if (round == prepared_.plan().timetable().hand_over()) failpoint("stage switch");
  for (auto& [node, neighbour] : neighbours_) send_rounds(neighbour);
  failpoint("after send");
  observer_.changed(status());
  if (progress_.is_finished()) finish();
  if (stopping_) return leave();
  timeline_.soon([this] { go_on(); });
}

/// Once in a start: what follows from a spoilt sum may be wild too.
void NodeRunner::tell_of_wild_sum() {
  const std::string why = "the sum of round " + std::to_string(prepared_.completed + progress_.own_last().round - 1) +
                          " is larger than members that keep to the plan can make it: one of them said a wrong "
                          "residue, or a wrong sum after an amendment. A sum names nobody; "
                          "nobody has learned more by it, and the result may be spoilt";
  if (told_.insert("wild-sum").second) say(NodeEvent::Level::alarm, "wild-sum", why);
}

/// One transaction. From here on this message is the round's, whatever happens.
void NodeRunner::commit_row(const RoundMessage& message, const std::string& sum) {
  std::string inputs;
  std::vector<HeardRound> used;
  for (const auto& [node, digest] : message.heard()) {
    inputs += digest.view();
    const RoundMessage* heard = progress_.input(node);  // null where this row was handed back by a neighbour
    if (heard != nullptr && heard->digest() == digest && neighbours_.contains(node))
      used.push_back({senders_.at(node).key.text(), message.round() - 1, digest, heard->signature()});
  }
  inputs += sum;
  prepared_.store.rounds().commit(prepared_.session.id(),
                                  {.round = message.round(),
                                   .bytes = message.bytes(),
                                   .digest = message.digest(),
                                   .cost = units_of_round(prepared_.plan(), prepared_.completed + message.round() - 1),
                                   .inputs = inputs},
                                  used);
  progress_.committed(message.mark());
  committed_at_ = timeline_.now();
}

/// Which rounds a neighbour may still need messages of: the one that it is at and the next one. Until it goes on after
/// a hello also the one before, which it may have forgotten and may have to pass on; where it lost rounds, the one
/// before those, from which they were made.
std::pair<Round, Round> NodeRunner::rounds_for(const Neighbour& neighbour) const {
  const Round last = progress_.last_of(neighbour.node);
  const bool has_gone_on = !masked_ || last > neighbour.said_before;
  return {std::max(Round{3}, has_gone_on ? last + 1 : neighbour.theirs->last.round) - 1, last + 1};
}

/// All of these. Each goes once over a link, and again only where it was lost. Own ones always come out of the store.
/// Those of other members go along the shortest way from their author.
void NodeRunner::send_rounds(Neighbour& neighbour, bool everything) {
  if (!neighbour.is_open() || neighbour.halted) return;
  if (masked_) send_words(neighbour);
  const auto [first, last] = rounds_for(neighbour);
  neighbour.deliveries.forget_before(first);
  for (Round round = first; round <= last; ++round) {
    send(neighbour, {prepared_.number, round}, everything);
    if (!masked_) continue;
    for (const auto& [author, sender] : senders_) send(neighbour, {author, round}, everything);
  }
}

void NodeRunner::send(Neighbour& neighbour, const Item& item, bool everything) {
  const auto [first, last] = rounds_for(neighbour);
  if (item.round < first || item.round > last || item.author == neighbour.node || !neighbour.deliveries.is_due(item))
    return;
  const bool is_ours_to_send = item.author == prepared_.number || everything ||
                               prepared_.session.passes(item.author, prepared_.number, neighbour.node);
  const std::optional<std::string> bytes = is_ours_to_send ? bytes_of(item) : std::nullopt;
  if (!bytes) return;
  neighbour.link->send(RoundFrame{*bytes});
  neighbour.deliveries.sent(item);
  if (item.author == prepared_.number)  // it says itself that rounds before it were heard
    std::erase_if(neighbour.unacknowledged,
                  [&](const Item& heard) { return heard.round > 1 && heard.round < item.round; });
  neighbour.last_sent = timeline_.now();
  failpoint("mid-send");
}

/// What was just heard, to those who get it from here.
void NodeRunner::pass_on(const Item& item) {
  for (auto& [node, neighbour] : neighbours_)
    if (neighbour.is_open() && !neighbour.halted) send(neighbour, item, false);
}

/// Nothing where it is not here.
std::optional<std::string> NodeRunner::bytes_of(const Item& item) const {
  if (item.author == prepared_.number) {
    if (item.round > progress_.own_last().round) return std::nullopt;
    return prepared_.store.rounds().row(prepared_.session.id(), item.round)->bytes;
  }
  const RoundMessage* held = progress_.window(item.author).at(item.round);
  return held == nullptr ? std::nullopt : std::optional(held->bytes());
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
  prepared_.store.witness().note_heard(prepared_.session.id(), waiting);
}

void NodeRunner::finish() {
  if (finished_at_) return;
  failpoint("final write");
  if (const RunRecords runs = prepared_.store.runs(); !runs.finished(prepared_.run))  // it may have been done before an
    runs.finish(prepared_.run, progress_.own_last().digest);                          // amendment for others
  if (masked_) forget_keys();
  finished_at_ = timeline_.now();
  std::string text = "all " + std::to_string(progress_.last_round()) + " rounds are done";
  if (prepared_.manifest.round_period()) text += ", late beats: " + std::to_string(late_beats_);
  say(NodeEvent::Level::note, "finished", text);
  for (const auto& [node, sender] : senders_) compare_result_of(node);
}

}  // namespace sotto
