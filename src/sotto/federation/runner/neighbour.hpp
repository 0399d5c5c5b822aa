// SPDX-License-Identifier: MIT
// One neighbour of a running node: the link to it, how far the conversation got, and what people should know of it.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>

#include "sotto/federation/peer/link.hpp"
#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/protocol/neighbour_window.hpp"
#include "sotto/federation/store/witness.hpp"
#include "sotto/federation/wire/round_message.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// The first two end the hearing of a neighbour.
namespace evidence_kind {
inline constexpr const char* equivocation = "equivocation";
inline constexpr const char* false_accusation = "false-accusation";
inline constexpr const char* two_sums = "two-sums";  ///< of one round, by two members
inline constexpr const char* disowned_start = "disowned-start";
inline constexpr const char* rolled_back = "rolled-back";  ///< what proved it to this node
}  // namespace evidence_kind

struct Neighbour {
  NodeId node;
  std::string name;
  bool we_dial;
  RoundMessage::Sender sender;
  const Timeline* timeline;

  LinkPtr link = nullptr;                         ///< whose hello was accepted
  std::optional<Standing> theirs = std::nullopt;  ///< in the hello of that link
  Round said_before = 1;                          ///< what was known of it then: more, where it lost the end of its log
  std::optional<Seal> held = std::nullopt;        ///< the highest round of ours that it showed there
  bool welcomed_us = false;                       ///< on that link
  Deliveries deliveries = {};                     ///< of what it lacks, on that link
  std::set<Item> unacknowledged = {};             ///< what was heard on that link
  bool probing = false;                           ///< another process of that site came: does this one answer?
  bool two_were_seen = false;                     ///< and said so
  bool halted = false;  ///< it said two things, or what nobody may say: nothing of it is heard again
  std::string remark = "not reached yet";
  std::set<std::string> told = {};             ///< what people here were told of it, however often it comes
  int ledgers_shown = 0;                       ///< on that link
  int sightings = 0;                           ///< its starts and ledgers that were new, since this process began
  Round noted = 1;                             ///< the last one of its rounds that is witnessed on the disk
  Timeline::Time since = timeline->now();      ///< of the remark, or of the connection
  Timeline::Time last_sent = timeline->now();  ///< a round
  Timeline::Time last_ping = timeline->now();
  std::chrono::milliseconds next_wait{100};  ///< before it is dialled again
  bool dialled_for_long = false;             ///< it should dial, and has not for long: both do

  bool is_open() const { return link != nullptr && welcomed_us; }
  void drop(const std::string& why) {
    link = nullptr;
    theirs.reset();
    welcomed_us = false;
    unacknowledged.clear();
    probing = false;
    note(why);
  }
  /// Whether this is new. What a neighbour can make us write is bounded.
  bool tell(const std::string& text) {
    constexpr std::size_t most = 50;
    return told.size() < most && told.insert(text).second;
  }
  void note(const std::string& text) {
    if (text == remark) return;
    remark = text;
    since = timeline->now();
  }
};

/// What a neighbour wrote, fit for a log.
inline std::string one_line(std::string text) {
  constexpr std::size_t longest = 400;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  return text.substr(0, longest);
}

/// What the store keeps of a standing that was read: its start id has the right length.
inline Seen seen_in(const Standing& standing) {
  return {.incarnation = static_cast<std::int64_t>(standing.incarnation),
          .start = start_id_from_bytes(standing.start_id).value(),
          .ledger = {static_cast<std::int64_t>(standing.ledger_entries), standing.ledger_head}};
}

}  // namespace sotto
