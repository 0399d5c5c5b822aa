// SPDX-License-Identifier: MIT
// What is held of one neighbour's messages: the round that is wanted, and the one after it.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "sotto/federation/wire/round_message.hpp"

namespace sotto {

/// A neighbour can be one round ahead, never two: its round t+1 needs ours of round t.
class NeighbourWindow {
 public:
  /// What the store knows of a round, used or only heard by an earlier process; nothing where it does not.
  using KnownDigest = std::function<std::optional<Digest>(Round)>;
  NeighbourWindow(Round wanted, KnownDigest known) : wanted_(wanted), known_(std::move(known)) {}

  enum class Taken {
    kept,           ///< wanted now, or in the next round
    repeated,       ///< said before, the same bytes: acknowledged again, nothing changes
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
  /// The latest that is known of.
  RoundMark latest() const;
  std::optional<Digest> digest_of_round(Round round) const;

 private:
  Round wanted_;
  KnownDigest known_;
  std::map<Round, RoundMessage> held_;    // of the round before the wanted one on
  std::map<Round, Digest> digests_ = {};  // of the same rounds
};

}  // namespace sotto
