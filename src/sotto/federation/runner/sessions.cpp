// SPDX-License-Identifier: MIT
// How a session of masked sums begins at a running node: it says its key, hears those of all, says that it is ready,
// and goes on when all are.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/masking/derived_masks.hpp"
#include "sotto/federation/runner/giving_up.hpp"
#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

using Level = NodeEvent::Level;

std::filesystem::path NodeRunner::secret_file() const {
  return session_secret_file(state_folder(), prepared_.session.id());
}

std::filesystem::path NodeRunner::state_folder() const {
  return options_.dry_run ? options_.state / "dry-run" : options_.state;
}

/// Own words come out of the store, and the secret out of its file: a restart goes on with the same keys.
void NodeRunner::begin_session() {
  const Sessions sessions = prepared_.store.sessions();
  const Digest& session = prepared_.session.id();
  forget_session_secrets(prepared_.store, state_folder(), prepared_.run, session);
  refuse_lost_rounds_of_earlier_sessions();
  const auto own = [&](const std::string& bytes) {
    const auto word = SessionWord::read(bytes, words_expected());
    if (!word)
      throw InvalidInput({"state", "session " + session.hex(), "its own word cannot be read"}, FaultKind::store);
    masked_->words.take(*word);
    return *word;
  };
  if (const std::optional<std::string> said = sessions.word(session, SessionRowKind::key)) {
    const SessionWord word = own(*said);
    if (progress_.own_last().round + 1 < progress_.last_round()) {  // else all residues are said, and the key is gone
      masked_->secret = SessionSecret::open(secret_file(), prepared_.identity.key(), session);
      if (masked_->secret->public_key().view() != word.key()->key)
        throw InvalidInput({"state", secret_file().filename().string(), "is not the key that this node has said"},
                           FaultKind::store);
    }
  } else {
    masked_->words.take(make_key_word());
  }
  if (const std::optional<std::string> said = sessions.word(session, SessionRowKind::ready)) own(*said);
}

/// How many rounds this site has completed would be said too low, and what the others say would be taken for a lie. Who
/// held the rounds has ended that session, and hands nothing back.
void NodeRunner::refuse_lost_rounds_of_earlier_sessions() const {
  for (const Digest& session : prepared_.store.sessions().sessions_of(prepared_.run)) {
    if (session == prepared_.session.id()) continue;
    const std::int64_t held = prepared_.store.rounds().last_round(session).value_or(1);
    const std::int64_t promised = prepared_.store.promised_round(session).value_or(held);
    if (promised <= held) continue;
    throw InvalidInput(
        {"state", printable_path(options_.state.string()),
         fmt::format("round {} of a session that an amendment has ended may have been sent, this state ends there at "
                     "round {}, and nobody hands rounds of it back: this site cannot say how far it was, and takes no "
                     "part in session {}. The others can go on without it (`sotto manifest amend`)",
                     promised, held, prepared_.session.number())},
        FaultKind::store);
  }
}

/// The store knows the session before its secret is on the disk: what it knows of is erased in the end. The secret is
/// on the disk before its public half is said: what was said can be kept. One that lies there was kept by a process
/// that died before it said so, or the store is an older one and has lost that word: no other key is said.
SessionWord NodeRunner::make_key_word() {
  const Digest& session = prepared_.session.id();
  const Sessions sessions = prepared_.store.sessions();
  failpoint("before key");
  if (prepared_.session.number() > 0) sessions.begin(session, prepared_.run, shown(prepared_.amendments));
  failpoint("session begun");
  if (!std::filesystem::exists(secret_file()))
    SessionSecret::draw().keep(secret_file(), prepared_.identity.key(), session);
  masked_->secret = SessionSecret::open(secret_file(), prepared_.identity.key(), session);
  failpoint("key kept");
  const Completed completed = completed_before(prepared_);
  const SessionWord word = SessionWord::say({session, prepared_.number},
                                            KeyWord{.key = std::string(masked_->secret->public_key().view()),
                                                    .completed = completed.rounds,
                                                    .sum = completed.sum},
                                            prepared_.identity.key());
  sessions.keep_word(session, SessionRowKind::key, word.bytes());
  failpoint("key said");
  return word;
}

/// Members are never more than one round apart.
Round NodeRunner::most_completed() const {
  const Round own = masked_->words.key_word(prepared_.number)->key()->completed;
  return prepared_.session.number() == 0 ? 0 : std::min(own + 1, prepared_.plan().gradient_rounds());
}

SessionWord::Expected NodeRunner::words_expected() const {
  return {prepared_.session.id(), prepared_.manifest.dimension(), [this](NodeId node) {
            return prepared_.session.has(node) ? &prepared_.manifest.parties()[node].key : nullptr;
          }};
}

void NodeRunner::on(Neighbour& neighbour, const WordFrame& frame) {
  const auto word = masked_ ? SessionWord::read(frame.bytes, words_expected()) : std::nullopt;
  if (!word) {
    if (neighbour.tell("sent a word that is not one of this session"))
      chronicle_.mention({Level::warning, "ignored", "sent a word that is not one of this session", neighbour.name});
    return;
  }
  if (word->node() == prepared_.number || halted_authors_.contains(word->node())) return;
  const bool is_key = word->key() != nullptr;
  const KeyWord::Limits limits{.completed = most_completed(),
                               .least_sum = smallest_sum(prepared_.manifest.plan_of(prepared_.number)),
                               .sum = prepared_.manifest.averaged_limit()};
  if (const std::string rule = is_key ? word->key()->broken_by(limits) : ""; !rule.empty())
    return halt(word->node(), rule);
  const SessionWord* before = is_key ? masked_->words.key_word(word->node()) : masked_->words.ready_word(word->node());
  const std::string first = before != nullptr ? before->bytes() : "";
  if (masked_->words.take(*word) == SessionAgreement::Taken::contradiction) {
    prepared_.store.evidence().append({.kind = evidence_kind::equivocation,
                                       .site = senders_.at(word->node()).key.text(),
                                       .run = prepared_.session.id(),
                                       .round = 1,
                                       .first = first,
                                       .second = frame.bytes});
    return halt(word->node(), "said two different words for one session; both are kept as evidence");
  }
  const Item item{word->node(), is_key ? Round{0} : Round{1}};
  neighbour.deliveries.arrived(item);
  neighbour.unacknowledged.insert(item);
  for (auto& [node, other] : neighbours_) send_rounds(other);
  go_on();
}

/// Words go to every neighbour that may lack them: before a residue that comes over the same link.
void NodeRunner::send_words(Neighbour& neighbour) {
  for (const NodeId member : prepared_.session.members()) {
    if (member == neighbour.node) continue;
    for (const Round kind : {Round{0}, Round{1}}) {
      const SessionWord* word = kind == 0 ? masked_->words.key_word(member) : masked_->words.ready_word(member);
      const Item item{member, kind};
      if (word == nullptr || !neighbour.deliveries.is_due(item)) continue;
      neighbour.link->send(WordFrame{word->bytes()});
      neighbour.deliveries.sent(item);
      neighbour.last_sent = timeline_.now();
    }
  }
}

/// True at once where there are no masked sums.
bool NodeRunner::is_session_agreed() {
  if (!masked_ || masked_->agreed || progress_.is_finished()) return true;
  if (!masked_->words.has_all_keys()) return false;
  if (const auto two = masked_->words.who_differ()) {
    report_two_sums(two->first, two->second);
    return false;
  }
  say_ready();
  if (!have_members_agreed() || !make_masks()) return false;
  masked_->agreed = true;
  prepared_.completed = masked_->words.ready().completed;
  progress_.set_last_round(prepared_.session.last_round(prepared_.completed));
  for (auto& [node, sender] : senders_) sender = prepared_.session.sender(node, prepared_.completed);
  for (auto& [node, neighbour] : neighbours_) neighbour.sender = prepared_.session.sender(node, prepared_.completed);
  say(Level::note, "session",
      fmt::format("all {} members have the same keys; {}", prepared_.session.members().size(),
                  prepared_.completed == 0 ? "the first round follows"
                                           : fmt::format("the session goes on after round {}", prepared_.completed)));
  failpoint("session agreed");
  return true;
}

/// Once for a session: a second one that says something else would be a lie about the first.
void NodeRunner::say_ready() {
  if (masked_->words.ready_word(prepared_.number) != nullptr) return;
  const SessionWord word =
      SessionWord::say({prepared_.session.id(), prepared_.number}, masked_->words.ready(), prepared_.identity.key());
  failpoint("before ready");
  prepared_.store.sessions().keep_word(prepared_.session.id(), SessionRowKind::ready, word.bytes());
  failpoint("ready said");
  masked_->words.take(word);
  for (auto& [node, neighbour] : neighbours_) send_rounds(neighbour);
}

bool NodeRunner::have_members_agreed() {
  for (const NodeId member : masked_->words.who_disagree()) {
    const std::string& name = prepared_.manifest.parties()[member].name;
    const std::string why = name +
                            " holds other keys of the members than this node: somebody said two. The run waits. "
                            "The others can go on without whoever lied (`sotto manifest amend`)";
    if (told_.insert(why).second) say(Level::alarm, "other-keys", why, name);
  }
  return masked_->words.is_agreed();
}

void NodeRunner::report_two_sums(NodeId first, NodeId second) {
  const std::vector<Party>& parties = prepared_.manifest.parties();
  const std::string why = fmt::format(
      "{} and {} say different sums of round {}: one of them is lying. "
      "The run waits. The others can go on without one of them (`sotto manifest amend`)",
      parties[first].name, parties[second].name, masked_->words.ready().completed);
  if (!told_.insert(why).second) return;
  const Contradiction found{.kind = evidence_kind::two_sums,
                            .site = parties[first].key.text(),
                            .run = prepared_.session.id(),
                            .round = 1,
                            .first = masked_->words.key_word(first)->bytes(),
                            .second = masked_->words.key_word(second)->bytes()};
  const std::vector<Contradiction> kept = prepared_.store.evidence().all();  // an earlier start may have found it
  if (std::find(kept.begin(), kept.end(), found) == kept.end()) prepared_.store.evidence().append(found);
  say(Level::alarm, "two-sums", why, parties[first].name);
}

/// Whether every member's key is one. Where all residues are said there are no masks to be made, and no secret.
bool NodeRunner::make_masks() {
  std::map<std::uint32_t, PairKey> keys;
  const std::vector<Party>& parties = prepared_.manifest.parties();
  for (const auto& [member, sender] : senders_) {
    if (!masked_->secret) break;
    const NodeId low = std::min(member, prepared_.number), high = std::max(member, prepared_.number);
    auto key = masked_->secret->pair_key(
        {.session = prepared_.session.id(),
         .low_site = parties[low].key,
         .high_site = parties[high].key,
         .peer = session_key_from_bytes(masked_->words.key_word(member)->key()->key).value()});
    if (!key) {
      halt(member, "said a key for this session that is none: nothing was said");
      return false;
    }
    keys.emplace(member, std::move(*key));
  }
  masked_->masks = std::make_unique<DerivedMasks>(prepared_.number, std::move(keys));
  return true;
}

/// Nobody needs them any more: pair keys go with the rounds.
void NodeRunner::forget_keys() {
  rounds_.reset();
  masked_->secret.reset();
  forget_session_secrets(prepared_.store, state_folder(), prepared_.run);
}

bool NodeRunner::is_left_out(const std::string& site) const {
  for (NodeId i = 0; i < prepared_.manifest.parties().size(); ++i)
    if (prepared_.manifest.parties()[i].name == site) return !prepared_.session.has(i);
  return false;
}

/// To a member that was left out and has come back: it is told why, with all signatures.
void NodeRunner::show_amendments(const LinkPtr& link) {
  const std::string claims = Claims{}.bytes();
  const auto said = SignedStanding::say(standing(), {link->binding(), claims}, prepared_.identity.key());
  link->send(HelloFrame{said.bytes(), claims});
  link->send(ManifestText{prepared_.manifest.canonical() + shown(prepared_.amendments)});
  link->close_when_idle("was left out of the run");
}

/// Where a neighbour shows amendments that count, this node's session has ended.
void NodeRunner::refuse_if_amended(const std::string& shown) {
  const std::string& canonical = prepared_.manifest.canonical();
  if (!shown.starts_with(canonical)) return;
  const Session first(std::make_shared<const Manifest>(prepared_.manifest), prepared_.kind());
  const Session theirs = session_shown(amendments_in(shown.substr(canonical.size())), first);
  if (theirs.number() <= prepared_.session.number()) return;
  const std::string why =
      theirs.has(prepared_.number)
          ? fmt::format(
                "amendment {} is in force, signed by all who remain: put its files beside the manifest, and "
                "start this node again",
                theirs.number())
          : fmt::format(
                "the run goes on without this site: amendment {}, signed by all who remain, left it out. What "
                "was spent stays spent; this site can take part in the next run",
                theirs.number());
  say(Level::alarm, "amended", why);
  forget_session_secrets(prepared_.store, state_folder(), prepared_.run);
  throw InvalidInput({"amendment", std::to_string(theirs.number()), why}, FaultKind::network);
}

}  // namespace sotto
