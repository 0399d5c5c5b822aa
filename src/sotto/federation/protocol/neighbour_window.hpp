// SPDX-License-Identifier: MIT
// What is held of one author's messages, and what went to a neighbour. An author is a neighbour, or with masked sums
// any other member. No I/O, no clocks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "sotto/federation/wire/round_message.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

/// Holds the round that is wanted and the one after it. A neighbour is never two rounds ahead: its t+1 needs our t.
class NeighbourWindow {
 public:
  /// What the store knows of a round, used or only heard by an earlier process; nothing where it does not.
  using KnownDigest = std::function<std::optional<Digest>(Round)>;
  NeighbourWindow(Round wanted, KnownDigest known) : wanted_(wanted), known_(std::move(known)) {}

  enum class Taken {
    kept,           ///< wanted now, or in the next round
    repeated,       ///< said before, the same bytes: acknowledged again. The round before the wanted one is held for
                    ///< others
    contradiction,  ///< said before, other bytes: two payloads for one round
    too_new         ///< a site that keeps to the protocol cannot say it yet
  };
  Taken take(RoundMessage message);

  /// The message of the wanted round, or null. Of round 1 there is none: it is public.
  const RoundMessage* wanted() const { return at(wanted_); }
  bool is_ready() const { return wanted_ == 1 || wanted() != nullptr; }
  void advance();  ///< the wanted message went into a committed round

  /// The two latest that are held, for a neighbour that lost its own; null where there is none of that round.
  const RoundMessage* at(Round round) const;
  RoundMark latest() const;
  std::optional<Digest> digest_of_round(Round round) const;

 private:
  Round wanted_;
  KnownDigest known_;
  std::map<Round, RoundMessage> held_;    // of the round before the wanted one on
  std::map<Round, Digest> digests_ = {};  // of the same rounds
};

/// What may go over a link: a round of its author. With masked sums round 0 is an author's key word, 1 its ready word.
struct Item {
  NodeId author;
  Round round;
  auto operator<=>(const Item&) const = default;
};

/// Which items went over one link: each goes once, and again only when it was lost. A link keeps the order of what is
/// sent. The answer to a ping therefore shows that all that was sent before it has been heard, however long that took:
/// an item that is not acknowledged by then was lost, whatever its size and the rate of the link.
class Deliveries {
 public:
  bool is_due(const Item& item) const { return !under_way_.contains(item) && !arrived_.contains(item); }
  bool has_arrived(const Item& item) const { return arrived_.contains(item); }
  void sent(const Item& item) { under_way_[item] = pings_; }
  void arrived(const Item& item);
  /// The neighbour needs earlier rounds no more; words stay.
  void forget_before(Round first);

  /// An item is under way, and no ping follows it.
  bool wants_ping() const;
  void pinged() { ++pings_; }
  /// What was sent before the answered ping and has not arrived is due again.
  void ponged();

 private:
  std::map<Item, std::uint64_t> under_way_;  // and how many pings were sent before it
  std::set<Item> arrived_;
  std::uint64_t pings_ = 0, pongs_ = 0;
};

}  // namespace sotto
