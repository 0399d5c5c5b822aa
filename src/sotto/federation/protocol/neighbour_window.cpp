// SPDX-License-Identifier: MIT
// What is held of one neighbour's messages.
#include "sotto/federation/protocol/neighbour_window.hpp"

#include <algorithm>
#include <utility>

namespace sotto {

std::optional<Digest> NeighbourWindow::digest_of_round(Round round) const {
  const auto here = digests_.find(round);
  if (here != digests_.end()) return here->second;
  return round < wanted_ ? known_(round) : std::nullopt;
}

NeighbourWindow::Taken NeighbourWindow::take(RoundMessage message) {
  const Round round = message.round();
  if (const std::optional<Digest> before = digest_of_round(round))
    return *before == message.digest() ? Taken::repeated : Taken::contradiction;
  if (round > wanted_ + 1) return Taken::too_new;
  if (round < wanted_) return Taken::repeated;  // older than all that is known: it cannot change anything
  digests_.emplace(round, message.digest());
  held_.emplace(round, std::move(message));
  return Taken::kept;
}

void NeighbourWindow::advance() {
  held_.erase(held_.begin(), held_.lower_bound(wanted_));  // the one that was used stays, for a neighbour that lost it
  digests_.erase(digests_.begin(), digests_.lower_bound(wanted_));  // older ones are known by the committed rounds
  ++wanted_;
}

const RoundMessage* NeighbourWindow::at(Round round) const {
  const auto found = held_.find(round);
  return found == held_.end() ? nullptr : &found->second;
}

RoundMark NeighbourWindow::latest() const {
  // Own rounds that were handed back by others may have moved the window past all that this process heard.
  for (Round round = digests_.empty() ? wanted_ : std::max(wanted_, digests_.rbegin()->first); round > 1; --round)
    if (const std::optional<Digest> digest = digest_of_round(round)) return {round, *digest};
  return {};
}

}  // namespace sotto
