// SPDX-License-Identifier: MIT
// Drives one Node between organisations: starts, waits, ends, and says how it stands.
#include "sotto/federation/runner/node_runner.hpp"

#include <algorithm>

namespace sotto {
namespace {

constexpr std::chrono::milliseconds tick_length{250};
constexpr std::chrono::seconds ask_after{1}, ping_after{5}, silent_after{15};
constexpr std::chrono::seconds pass_on_after{5};  // then a way that should bring a residue is taken for cut

constexpr const char* said_two_things = "said two different things for one round or session; both are kept as evidence";

std::map<NodeId, Neighbour> neighbours_in(const PreparedNode& prepared, const Timeline& timeline) {
  std::map<NodeId, Neighbour> neighbours;
  for (const NodeId j : prepared.session.neighbours_of(prepared.number))
    neighbours.emplace(j, Neighbour{.node = j,
                                    .name = prepared.manifest.parties()[j].name,
                                    .we_dial = prepared.number < j,
                                    .sender = prepared.session.sender(j, prepared.completed),
                                    .timeline = &timeline});
  return neighbours;
}

std::map<NodeId, RoundMessage::Sender> senders_in(const PreparedNode& prepared) {
  std::map<NodeId, RoundMessage::Sender> senders;
  for (const NodeId j : prepared.session.heard_by(prepared.number))
    senders.emplace(j, prepared.session.sender(j, prepared.completed));
  return senders;
}

/// The last one that another start of this node would draw anew.
Round last_drawn(const PreparedNode& prepared) {
  if (!prepared.session.is_masked()) return prepared.plan().timetable().hand_over();
  return prepared.session.last_round(prepared.completed) - 1;
}

}  // namespace

NodeRunner::NodeRunner(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer, Doors& doors,
                       Timeline& timeline)
    : prepared_(prepared),
      options_(options),
      observer_(observer),
      chronicle_(observer, timeline, prepared.store, prepared.run),
      doors_(doors),
      timeline_(timeline),
      start_(prepared.store.start(SOTTO_VERSION)),
      noise_(noise_of_node(prepared.manifest)),
      progress_({.self = prepared.number,
                 .neighbours = prepared.session.neighbours_of(prepared.number),
                 .authors = prepared.session.heard_by(prepared.number),
                 .last_round = prepared.session.last_round(prepared.completed),
                 .last_drawn = last_drawn(prepared),
                 .own_last = last_own_mark(prepared),
                 .known = [this](NodeId node, Round round) { return known_of(node, round); }}),
      neighbours_(neighbours_in(prepared, timeline)),
      senders_(senders_in(prepared)),
      committed_at_(timeline.now()),
      debited_(prepared.store.ledger().debit_of(prepared.run).has_value()) {
  // A neighbour that was caught once stays unheard: evidence outlives a restart.
  for (const Contradiction& found : prepared.store.evidence().all())
    for (auto& [node, neighbour] : neighbours_)
      if (found.run == prepared.session.id() && found.site == neighbour.sender.key.text() &&
          (found.kind == evidence_kind::equivocation || found.kind == evidence_kind::false_accusation)) {
        neighbour.halted = true;
        neighbour.note(found.kind == evidence_kind::false_accusation
                           ? "accused this node of something without this node's signature; it is kept as evidence"
                           : said_two_things);
      }
  for (const Contradiction& found : prepared.store.evidence().all())
    for (const auto& [node, sender] : senders_)
      if (found.run == prepared.session.id() && found.site == sender.key.text() &&
          found.kind == evidence_kind::equivocation)
        halted_authors_.emplace(node, said_two_things);
  if (prepared.session.is_masked()) masked_.emplace(prepared.session.members());
}

NodeRunner::~NodeRunner() {
  for (auto& [node, neighbour] : neighbours_)  // now: when a computation ends is not for others to see
    if (neighbour.link != nullptr) neighbour.link->close("ended");
  timeline_.finish_computing();  // what is computed uses what goes now
}

void NodeRunner::begin() {
  std::vector<Address> expected;
  for (const auto& [node, neighbour] : neighbours_) expected.push_back(prepared_.manifest.parties()[node].address);
  const Address listen = options_.listen.value_or(prepared_.party().address.on_all_addresses());
  doors_.listen({listen, expected}, link_events());
  say(NodeEvent::Level::note, started_event,
      "incarnation " + std::to_string(start_.incarnation) + ", round " + std::to_string(progress_.own_last().round) +
          " of " + std::to_string(progress_.last_round()));
  if (const std::optional<LostTail>& lost = prepared_.store.lost_tail())
    observer_.happened({NodeEvent::Level::alarm, "tail-lost", to_text(*lost)});  // the store wrote it into the audit
  if (masked_) begin_session();
  for (auto& [node, neighbour] : neighbours_)
    if (neighbour.we_dial) dial_again(neighbour);
  tick();
  if (progress_.is_finished()) finish();
}

void NodeRunner::ask_to_stop() {
  stopping_ = true;
  if (!computing_) leave();
}

NodeOutcome NodeRunner::outcome() const {
  NodeOutcome outcome{.finished = finished_at_.has_value(), .noise_was_secret = noise_->is_secret()};
  if (outcome.finished) outcome.result = own_value(prepared_, progress_.last_round());
  return outcome;
}

/// Clocks decide when something is said again, never what.
void NodeRunner::tick() {
  const Timeline::Time now = timeline_.now();
  for (auto& [node, neighbour] : neighbours_) {
    if (masked_ && !neighbour.we_dial && neighbour.link == nullptr && now - neighbour.since > silent_after &&
        !std::exchange(neighbour.dialled_for_long, true))
      dial_again(neighbour);  // the others may have gone on without this site: somebody will say so
    if (neighbour.link == nullptr) continue;
    if (progress_.own_last() == last_tick_at_) acknowledge(neighbour);
    if (masked_ && now - committed_at_ > pass_on_after) send_rounds(neighbour, true);
    const auto silence = now - neighbour.link->last_sign_of_life();
    if (silence > silent_after) {
      neighbour.link->close("said nothing for 15 s");
    } else if (neighbour.link->is_idle()) {  // else the neighbour hears a long message, and so that we live
      const bool unheard = neighbour.deliveries.wants_ping() && now - neighbour.last_sent > ask_after;
      if (unheard || now - neighbour.last_ping > ping_after) ping(neighbour);
    }
  }
  if (progress_.own_last() == last_tick_at_) note_what_waits();
  last_tick_at_ = progress_.own_last();
  observer_.changed(status());
  const bool lingered = finished_at_ && now - *finished_at_ > options_.linger;
  if (finished_at_ && ((progress_.all_have_finished() && all_heard_the_last_round()) || lingered)) return leave();
  timeline_.after(tick_length, [this] { tick(); });
}

/// A neighbour that has gone needs nothing more. One that does not know that this node is done would wait for it, and
/// with masked sums for every member whose last round this node passes on.
bool NodeRunner::all_heard_the_last_round() const {
  const auto has_heard = [&](const Neighbour& neighbour, NodeId author) {
    return neighbour.deliveries.has_arrived({author, progress_.last_round()});
  };
  return std::all_of(neighbours_.begin(), neighbours_.end(), [&](const auto& one) {
    const Neighbour& neighbour = one.second;
    if (!neighbour.is_open() || neighbour.halted) return true;
    return has_heard(neighbour, prepared_.number) &&
           (!masked_ || std::all_of(senders_.begin(), senders_.end(), [&](const auto& sender) {
             return !prepared_.session.passes(sender.first, prepared_.number, neighbour.node) ||
                    has_heard(neighbour, sender.first);
           }));
  });
}

void NodeRunner::leave() {
  chronicle_.mention({NodeEvent::Level::note, stopping_event, "says goodbye"});
  note_what_waits();
  for (auto& [node, neighbour] : neighbours_) {
    if (neighbour.link == nullptr) continue;
    acknowledge(neighbour);
    neighbour.link->send(Goodbye{});
    neighbour.link->close_when_idle("left");
  }
  doors_.close();
  if (finished_at_ && progress_.all_have_finished())
    say(NodeEvent::Level::note, all_done_event, "all neighbours have said that they are done too");
  else if (finished_at_ && !prepared_.store.audit().has(all_done_event, prepared_.run))
    say(NodeEvent::Level::warning, "left-early",
        "not all neighbours have said that they are done; start this node again if one needs it");
  timeline_.after(std::chrono::milliseconds(200), [this] { timeline_.stop(); });
}

NodeStatus NodeRunner::status() const {
  NodeStatus status{.run = prepared_.run,
                    .name = prepared_.party().name,
                    .trial = prepared_.manifest.purpose() == Purpose::trial,
                    .dry_run = options_.dry_run,
                    .round = progress_.own_last().round,
                    .gradient_rounds = prepared_.plan().gradient_rounds() - prepared_.completed,
                    .last_round = progress_.last_round(),
                    .debited = debited_,
                    .finished = finished_at_.has_value(),
                    .lines_lost = observer_.lines_lost()};
  if (prepared_.manifest.round_period()) status.late_beats = late_beats_;
  if (masked_) {
    status.masked = true;
    status.agreed = masked_->agreed || finished_at_;
    const MaskedSums& sums = *masked_sums(prepared_.plan().request().mechanism);
    status.spare_rounds_left = sums.spare_rounds - prepared_.session.number();
    status.fewest_members = prepared_.session.fewest_left();
  }
  const std::vector<NodeId> waiting =
      masked_ && !masked_->agreed && !finished_at_ ? masked_->words.missing() : progress_.waiting_for();
  for (const auto& [node, neighbour] : neighbours_) {
    const bool waited_for = std::find(waiting.begin(), waiting.end(), node) != waiting.end();
    const Timeline::Time since = waited_for ? std::max(neighbour.since, committed_at_) : neighbour.since;
    status.neighbours.push_back(
        {.name = neighbour.name,
         .address = prepared_.manifest.parties()[node].address.text(),
         .connected = neighbour.is_open(),
         .waited_for = waited_for,
         .remark = neighbour.remark,
         .since = std::chrono::duration_cast<std::chrono::seconds>(timeline_.now() - since),
         .last_round = std::max(progress_.last_of(node), progress_.window(node).latest().round)});
  }
  for (const auto& [node, sender] : senders_) {
    if (neighbours_.contains(node)) continue;
    const auto over = std::find_if(neighbours_.begin(), neighbours_.end(), [this, author = node](const auto& one) {
      return prepared_.session.passes(author, one.first, prepared_.number);
    });
    status.neighbours.push_back(
        {.name = prepared_.manifest.parties()[node].name,
         .is_neighbour = false,
         .over = over->second.name,
         .waited_for = std::find(waiting.begin(), waiting.end(), node) != waiting.end(),
         .remark = halted_authors_.contains(node) ? halted_authors_.at(node) : "reached over " + over->second.name,
         .since = std::chrono::duration_cast<std::chrono::seconds>(timeline_.now() - committed_at_),
         .last_round = std::max(progress_.last_of(node), progress_.window(node).latest().round)});
  }
  return status;
}

}  // namespace sotto
