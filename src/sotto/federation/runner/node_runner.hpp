// SPDX-License-Identifier: MIT
// Drives one Node between organisations: waits for neighbours, draws, commits, and only then sends.
#pragma once

#include <map>
#include <optional>

#include "sotto/federation/masking/session_key.hpp"
#include "sotto/federation/peer/link.hpp"
#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/protocol/reception.hpp"
#include "sotto/federation/protocol/run_progress.hpp"
#include "sotto/federation/protocol/session_agreement.hpp"
#include "sotto/federation/runner/chronicle.hpp"
#include "sotto/federation/runner/neighbour.hpp"
#include "sotto/federation/runner/node_status.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/federation/runner/round_maker.hpp"
#include "sotto/federation/runner/seams.hpp"

namespace sotto {

struct NodeOutcome {
  bool finished = false;                          ///< otherwise asked to stop; the next start goes on
  std::optional<Released> result = std::nullopt;  ///< of a finished run
  bool noise_was_secret = false;
};

class NodeRunner {
 public:
  /// Takes a new incarnation. `doors` and `timeline` outlive this, and are for this node alone.
  NodeRunner(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer, Doors& doors,
             Timeline& timeline);
  ~NodeRunner();
  NodeRunner(const NodeRunner&) = delete;
  NodeRunner& operator=(const NodeRunner&) = delete;

  /// Listens and dials. From here on the timeline drives the node, and the node stops the timeline when the run is
  /// finished or when it was asked to end. InvalidInput, from here and from the timeline's calls: the neighbours'
  /// manifest is another one, a neighbour has proof that this state was rolled back or copied (store), the disk failed
  /// (store).
  void begin();
  void ask_to_stop();
  /// When the timeline has stopped.
  NodeOutcome outcome() const;

  NodeStatus status() const;

 private:
  // Links: links.cpp
  LinkEvents link_events();
  void dial_again(Neighbour& neighbour);
  void opened(const LinkPtr& link);
  void closed(const LinkPtr& link, const std::string& why);
  void dial_failed(NodeId node, const std::string& why);
  void not_connected(Neighbour& neighbour, const std::string& why);
  void tell_of_stranger(const std::string& remote, const std::string& why);
  Neighbour* neighbour_at(const LinkPtr& link);
  Acquaintance acquaintance_with(const Neighbour& neighbour, const LinkPtr& link) const;
  void refuse(const LinkPtr& link, const Refusal& refusal);

  // Until both sides agree to speak: hellos.cpp
  Standing standing() const;
  Claims claims_about(const Neighbour& neighbour) const;
  std::optional<Seal> seal_of(const Neighbour& neighbour, const RoundMark& mark) const;
  void say_hello(const LinkPtr& link, const Neighbour& neighbour);
  void on(Neighbour& neighbour, const LinkPtr& link, const HelloFrame& hello);
  Listener as_listener() const;
  Speaker as_speaker(const Neighbour& neighbour) const;
  bool is_welcome(Neighbour& neighbour, const LinkPtr& link, const HelloFrame& hello, const Reception& reception);
  bool is_noted(Neighbour& neighbour, const LinkPtr& link, const SignedStanding& speaker,
                const std::vector<std::string>& disownings);
  bool turn_away(Neighbour& neighbour, const LinkPtr& link, const Refusal& refusal);
  bool may_note(Neighbour& neighbour, const Seen& now) const;
  void hand_copies(Neighbour& neighbour);
  void on(Neighbour& neighbour, const CopyFrame& copy);
  void on(Neighbour& neighbour, const Welcome& welcome);

  // What others claim that this node did: conversation.cpp
  OwnPast own_past() const;
  void on(Neighbour& neighbour, const LinkPtr& link, const Refusal& refusal);
  void accused_falsely(Neighbour& neighbour, const LinkPtr& link, const std::string& accusation);
  [[noreturn]] void stop_as_rolled_back(const Neighbour& neighbour, const std::string& why, const std::string& proof);

  // What is heard: conversation.cpp
  void heard(const LinkPtr& link, const Frame& frame);
  void on(Neighbour& neighbour, const RoundFrame& round);
  void tell_who_equivocates(const Item& item, const std::vector<NodeId>& otherwise);
  void compare_result_of(NodeId member);
  void on(Neighbour& neighbour, const Acknowledgement& acknowledgement);
  void on(Neighbour& neighbour, const LinkPtr& link, const Ping& ping);
  void acknowledge(Neighbour& neighbour);
  void on(Neighbour& neighbour, const LedgerFrame& ledger);
  void on(Neighbour& neighbour, const Pong& pong);
  void on(Neighbour& neighbour, const LinkPtr& link, const ManifestText& manifest);
  void halt(Neighbour& neighbour, const std::string& why);
  void halt(NodeId author, const std::string& why);
  std::optional<Digest> known_of(NodeId neighbour, Round round) const;

  // How a session of masked sums begins: sessions.cpp
  std::filesystem::path secret_file() const;
  std::filesystem::path state_folder() const;
  void begin_session();
  void refuse_lost_rounds_of_earlier_sessions() const;
  SessionWord make_key_word();
  SessionWord::Expected words_expected() const;
  Round most_completed() const;
  void on(Neighbour& neighbour, const WordFrame& frame);
  bool is_session_agreed();
  void say_ready();
  bool have_members_agreed();
  void report_two_sums(NodeId first, NodeId second);
  bool make_masks();
  void send_words(Neighbour& neighbour);
  void forget_keys();
  bool is_left_out(const std::string& site) const;
  void show_amendments(const LinkPtr& link);
  void refuse_if_amended(const std::string& shown);

  // Rounds: rounds.cpp
  void go_on();
  bool lacks_own_rounds();
  void make_rounds();
  void adopt_what_was_handed_back();
  void debit();
  void show_ledger(Neighbour& neighbour);
  void compute_round();
  void commit_on_beat(Timeline::Time began);
  void commit_round();
  void tell_of_wild_sum();
  void commit_row(const RoundMessage& message, const std::string& sum = {});
  /// `everything`: what others should send, too.
  void send_rounds(Neighbour& neighbour, bool everything = false);
  void send(Neighbour& neighbour, const Item& item, bool everything);
  void pass_on(const Item& item);
  std::pair<Round, Round> rounds_for(const Neighbour& neighbour) const;
  std::optional<std::string> bytes_of(const Item& item) const;
  void ping(Neighbour& neighbour);
  void note_what_waits();
  void finish();

  // From the start to the end: node_runner.cpp
  void tick();
  bool all_heard_the_last_round() const;
  void leave();
  /// To the observer and into the audit log.
  void say(NodeEvent::Level level, const std::string& event, const std::string& text,
           const std::string& neighbour = "") {
    chronicle_.keep({level, event, text, neighbour});
  }

  PreparedNode& prepared_;
  const NodeOptions& options_;
  NodeObserver& observer_;
  Chronicle chronicle_;
  Doors& doors_;
  Timeline& timeline_;
  Start start_;
  std::unique_ptr<LatticeNoise> noise_;
  std::unique_ptr<RoundMaker> rounds_;
  RunProgress progress_;
  std::map<NodeId, Neighbour> neighbours_;
  std::map<NodeId, RoundMessage::Sender> senders_;  // whose messages enter a round
  std::map<NodeId, std::string> halted_authors_;    // nothing of them is heard again, and why
  std::optional<RoundMessage> handed_back_;         // an own round that waits for the sum that it was made from

  struct MaskedSession {
    explicit MaskedSession(std::vector<NodeId> members) : words(std::move(members)) {}
    SessionAgreement words;
    std::optional<SessionSecret> secret;
    std::unique_ptr<DerivedMasks> masks;  // from the agreement until rounds are made with them
    bool agreed = false;
  };
  std::optional<MaskedSession> masked_;
  std::set<std::string> told_;  // what people here were told of the session
  struct WaitingLink {
    NodeId node;
    bool is_signed = false;  // a hello came with the site key's signature; what came before counts as nothing
  };
  std::map<Link*, WaitingLink> waiting_links_;  // open, their hello not heard or not accepted yet
  RoundMark last_tick_at_ = {};
  Timeline::Time committed_at_;  // the last round; from then on others are waited for
  bool computing_ = false;       // or waits for the beat
  std::uint64_t late_beats_ = 0;
  bool debited_ = false;
  bool stopping_ = false;
  bool own_key_seen_ = false;
  std::optional<Timeline::Time> finished_at_;
};

/// Until the run is finished or a signal asks to stop. InvalidInput as NodeRunner says, and for an address or a port
/// that cannot be listened on (network).
NodeOutcome run_node(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer);

}  // namespace sotto
