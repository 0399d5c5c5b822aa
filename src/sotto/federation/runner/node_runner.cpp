// SPDX-License-Identifier: MIT
// Drives one Node between organisations. A round: hold all y_j(t); draw, compute, encode, sign; commit; only then send.
#include "sotto/federation/runner/node_runner.hpp"

#include <algorithm>

#include "sotto/federation/runner/health_answers.hpp"

namespace sotto {
namespace {

constexpr std::chrono::milliseconds tick_length{250};
constexpr std::chrono::seconds resend_after{1};
constexpr std::chrono::seconds ping_after{5}, silent_after{15};

RoundMessage own_message(const PreparedNode& prepared, Round round) {
  const std::optional<RoundRow> row = prepared.store.rounds().row(prepared.run, round);
  auto message = RoundMessage::read(row ? row->bytes : "", prepared.manifest.sender(prepared.number, prepared.run));
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&message))
    throw InvalidInput({"state", "round " + std::to_string(round), "its row is " + refused->why}, FaultKind::store);
  return std::get<RoundMessage>(std::move(message));
}

RoundMark last_mark(const PreparedNode& prepared) {
  const std::optional<std::int64_t> last = prepared.store.rounds().last_round(prepared.run);
  if (!last) return {};
  return own_message(prepared, static_cast<Round>(*last)).mark();
}

Released own_value(const PreparedNode& prepared, Round round) {
  return round < 2 ? Released::nothing(prepared.manifest.dimension()) : own_message(prepared, round).y();
}

std::vector<PinnedSite> pinned_sites(const Manifest& manifest) {
  std::vector<PinnedSite> sites;
  for (const Party& party : manifest.parties()) sites.push_back({party.name, party.key});
  return sites;
}

std::map<NodeId, Neighbour> neighbours_in(const PreparedNode& prepared) {
  const Manifest& manifest = prepared.manifest;
  std::map<NodeId, Neighbour> neighbours;
  for (const NodeId j : manifest.neighbours_of(prepared.number))
    neighbours.emplace(j, Neighbour{.node = j,
                                    .name = manifest.parties()[j].name,
                                    .we_dial = prepared.number < j,
                                    .sender = manifest.sender(j, prepared.run)});
  return neighbours;
}

}  // namespace

NodeRunner::NodeRunner(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer)
    : prepared_(prepared),
      options_(options),
      observer_(observer),
      start_(prepared.store.start(SOTTO_VERSION)),
      noise_(noise_of_node(prepared.manifest)),
      own_(Released::nothing(prepared.manifest.dimension())),
      next_(own_),
      progress_({.self = prepared.number,
                 .neighbours = prepared.manifest.neighbours_of(prepared.number),
                 .last_round = prepared.manifest.last_round(),
                 .last_drawn = prepared.plan().gradient_rounds() + 1,
                 .own_last = last_mark(prepared),
                 .known = [this](NodeId node, Round round) { return known_of(node, round); }}),
      neighbours_(neighbours_in(prepared)),
      contexts_(prepared.identity.certificate_path(), {.pinned = pinned_sites(prepared.manifest)},
                [this](const std::string& why) {
                  observer_.happened({NodeEvent::Level::warning, "certificate", "the one before is used: " + why});
                }),
      debited_(prepared.store.ledger().debit_of(prepared.run).has_value()) {
  // Who was caught once stays unheard: evidence outlives a restart.
  for (const Contradiction& found : prepared.store.evidence().all())
    for (auto& [node, neighbour] : neighbours_)
      if (found.run == prepared.run && found.site == prepared.manifest.parties()[node].key.text()) {
        neighbour.halted = true;
        neighbour.note("sent two different messages for a round; both are kept as evidence");
      }
}

NodeRunner::~NodeRunner() {
  loop_.finish_computing();  // what is computed uses what goes now
}

NodeOutcome NodeRunner::run() {
  const std::size_t most_links = 4 * neighbours_.size() + 32;
  const Address listen = options_.listen.value_or(Address{"0.0.0.0", prepared_.party().address.port});
  door_.emplace(loop_, FrontDoor::Place{listen, most_links}, link_settings());
  if (options_.health_port)
    health_.emplace(loop_, *options_.health_port, [this](const std::string& path) {
      return health_answer(path, status(), [this] {
        return Reserves{prepared_.store.ledger().balance(prepared_.dataset).alpha_left, certificate_not_after()};
      });
    });
  loop_.on_signal([this](int) {
    stopping_ = true;
    if (!computing_) leave();
  });
  say(NodeEvent::Level::note, "started",
      "incarnation " + std::to_string(start_.incarnation) + ", round " + std::to_string(progress_.own_last().round) +
          " of " + std::to_string(progress_.last_round()));
  for (auto& [node, neighbour] : neighbours_)
    if (neighbour.we_dial) dial_again(neighbour);
  tick();
  if (progress_.is_finished()) finish();
  loop_.run();
  NodeOutcome outcome{.finished = finished_at_.has_value(), .noise_was_secret = noise_->is_secret()};
  if (outcome.finished) outcome.result = own_value(prepared_, progress_.last_round());
  return outcome;
}

void NodeRunner::make_node() {
  node_.emplace(Node::Setup{.id = prepared_.number,
                            .weights = prepared_.manifest.scenario().weights(),
                            .domain = prepared_.manifest.scenario().domain(),
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
  debited_ = true;
  say(NodeEvent::Level::note, "debited",
      (options_.dry_run ? "in the ledger of dry runs alone: " : "the whole run: ") +
          std::to_string(prepared_.cost().alpha) + " units of alpha");
  failpoint("after debit");
  for (auto& [node, neighbour] : neighbours_) show_ledger(neighbour);
}

void NodeRunner::show_ledger(Neighbour& neighbour) {
  if (!neighbour.is_open()) return;
  const ChainHead head = prepared_.store.ledger().head();
  neighbour.link->send(LedgerHead{static_cast<std::uint64_t>(head.entries), head.hash});
}

/// What was heard and waits for others is witnessed on the disk, so that a restart here cannot make its speaker forget
/// it. Rounds that are used at once are noted with the row that they went into.
void NodeRunner::note_what_waits() {
  for (auto& [node, neighbour] : neighbours_) {
    const RoundMark latest = progress_.window(node).latest();
    if (latest.round <= std::max(Round{1}, neighbour.noted)) continue;
    prepared_.store.witness().note_heard(prepared_.run, {neighbour.sender.key.text(), latest.round, latest.digest});
    neighbour.noted = latest.round;
  }
}

void NodeRunner::go_on() {
  if (computing_ || stopping_ || !progress_.may_go_on()) return;
  if (!node_) make_node();
  if (!debited_) debit();
  compute_round();
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
  loop_.compute(
      [this, nothing, y = std::move(y)] {
        if (node_->round(y, next_) != Heard::accepted)
          throw InvalidInput({"message", "", "is not finite; nothing was said"}, FaultKind::numerical);
      },
      [this] {
        computing_ = false;
        commit_round();
      });
}

void NodeRunner::commit_round() {
  failpoint("noise drawn");
  const Round round = progress_.own_last().round + 1;
  const RoundMessage message = RoundMessage::say({prepared_.run, prepared_.number, round}, next_,
                                                 progress_.input_digests(), prepared_.identity.key());
  failpoint("before commit");
  commit_row(message);
  failpoint("after commit");
  std::swap(own_, next_);
  if (round == prepared_.plan().gradient_rounds() + 1) failpoint("stage switch");
  for (auto& [node, neighbour] : neighbours_) send_rounds(neighbour);
  failpoint("after send");
  observer_.changed(status());
  if (progress_.is_finished()) finish();
  if (stopping_) return leave();
  loop_.soon([this] { go_on(); });
}

/// One transaction. From here on this message is the round's, whatever happens.
void NodeRunner::commit_row(const RoundMessage& message) {
  std::string inputs;
  std::vector<HeardRound> used;
  for (const auto& [node, digest] : message.heard()) {
    inputs += digest.view();
    used.push_back({prepared_.manifest.parties()[node].key.text(), message.round() - 1, digest});
  }
  prepared_.store.rounds().commit(prepared_.run,
                                  {.round = message.round(),
                                   .bytes = message.bytes(),
                                   .digest = message.digest(),
                                   .cost = units_of_round(prepared_.plan(), message.round() - 1),
                                   .inputs = inputs},
                                  used);
  progress_.committed(message.mark());
}

/// What the neighbour may still need: of ours the round that it is at and the next one. Always out of the store.
void NodeRunner::send_rounds(Neighbour& neighbour) {
  if (!neighbour.is_open() || neighbour.halted) return;
  const Round first = std::max(Round{2}, progress_.last_of(neighbour.node));
  neighbour.arrived.erase(neighbour.arrived.begin(), neighbour.arrived.lower_bound(first));
  for (Round round = first; round <= progress_.own_last().round && round < first + 2; ++round) {
    if (neighbour.arrived.contains(round)) continue;
    const std::optional<RoundRow> row = prepared_.store.rounds().row(prepared_.run, round);
    neighbour.link->send(RoundFrame{row->bytes});
    neighbour.last_sent = Clock::now();
    failpoint("mid-send");
  }
}

void NodeRunner::finish() {
  if (finished_at_) return;
  failpoint("final write");
  prepared_.store.runs().finish(prepared_.run, progress_.own_last().digest);
  finished_at_ = Clock::now();
  say(NodeEvent::Level::note, "finished", "all " + std::to_string(progress_.last_round()) + " rounds are done");
}

/// Clocks decide when something is said again, never what.
void NodeRunner::tick() {
  const Clock::time_point now = Clock::now();
  for (auto& [node, neighbour] : neighbours_) {
    if (neighbour.link == nullptr) continue;
    const auto silence = now - neighbour.link->last_sign_of_life();
    if (silence > silent_after) {
      neighbour.link->close("said nothing for 15 s");
    } else if (neighbour.link->is_idle()) {
      if (now - neighbour.last_sent > resend_after) send_rounds(neighbour);
      if (silence > ping_after) neighbour.link->send(Ping{});
    }
  }
  if (progress_.own_last() == last_tick_at_) note_what_waits();
  last_tick_at_ = progress_.own_last();
  observer_.changed(status());
  const bool lingered = finished_at_ && now - *finished_at_ > options_.linger;
  if (finished_at_ && (progress_.all_have_finished() || lingered)) return leave();
  loop_.after(tick_length, [this] { tick(); });
}

void NodeRunner::leave() {
  note_what_waits();
  for (auto& [node, neighbour] : neighbours_) {
    if (neighbour.link == nullptr) continue;
    neighbour.link->send(Goodbye{});
    neighbour.link->close_when_idle("left");
  }
  door_->close();
  if (finished_at_ && !progress_.all_have_finished())
    say(NodeEvent::Level::warning, "left-early",
        "not all neighbours have said that they are done; start this node again if one needs it");
  loop_.after(std::chrono::milliseconds(200), [this] { loop_.stop(); });
}

/// 0 where it cannot be read: a question must not end a node.
UnixTime NodeRunner::certificate_not_after() const {
  try {
    return prepared_.identity.certificate().not_after;
  } catch (const InvalidInput&) {
    return 0;
  }
}

NodeStatus NodeRunner::status() const {
  NodeStatus status{.run = prepared_.run,
                    .name = prepared_.party().name,
                    .trial = prepared_.manifest.purpose() == Purpose::trial,
                    .dry_run = options_.dry_run,
                    .round = progress_.own_last().round,
                    .gradient_rounds = prepared_.plan().gradient_rounds(),
                    .last_round = progress_.last_round(),
                    .debited = debited_,
                    .finished = finished_at_.has_value()};
  const std::vector<NodeId> waiting = progress_.waiting_for();
  for (const auto& [node, neighbour] : neighbours_)
    status.neighbours.push_back(
        {.name = neighbour.name,
         .address = prepared_.manifest.parties()[node].address.text(),
         .connected = neighbour.is_open(),
         .waited_for = std::find(waiting.begin(), waiting.end(), node) != waiting.end(),
         .remark = neighbour.remark,
         .since = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - neighbour.since),
         .last_round = progress_.last_of(node)});
  return status;
}

void NodeRunner::say(NodeEvent::Level level, const std::string& event, const std::string& text,
                     const std::string& neighbour) {
  observer_.happened({level, event, text, neighbour});
  constexpr std::size_t longest = 900;  // the audit log refuses longer ones
  AuditDetails details{{"run", prepared_.run.hex()}, {"text", text.substr(0, longest)}};
  if (!neighbour.empty()) details.emplace_back("neighbour", neighbour);
  prepared_.store.audit().append(event, details);
}

}  // namespace sotto
