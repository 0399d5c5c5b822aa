// SPDX-License-Identifier: MIT
// Which of a node's rounds went over one link: each goes once, and again only when it was lost. No I/O, no clocks.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "sotto/privacy/schedule.hpp"

namespace sotto {

/// A link keeps the order of what is sent. The answer to a ping therefore shows that all that was sent before it has
/// been heard, however long that took: a round that is not acknowledged by then was lost, whatever its size and the
/// rate of the link.
class Deliveries {
 public:
  /// Neither under way nor arrived.
  bool is_due(Round round) const { return !under_way_.contains(round) && !arrived_.contains(round); }
  bool has_arrived(Round round) const { return arrived_.contains(round); }
  void sent(Round round) { under_way_[round] = pings_; }
  void arrived(Round round);
  /// The neighbour needs earlier rounds no more.
  void forget_before(Round first);

  /// A round is under way, and no ping follows it.
  bool wants_ping() const;
  void pinged() { ++pings_; }
  /// What was sent before the answered ping and has not arrived is due again.
  void ponged();

 private:
  std::map<Round, std::uint64_t> under_way_;  // and how many pings were sent before it
  std::set<Round> arrived_;
  std::uint64_t pings_ = 0, pongs_ = 0;
};

}  // namespace sotto
