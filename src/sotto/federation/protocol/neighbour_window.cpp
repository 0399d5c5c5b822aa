// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/neighbour_window.hpp"

#include <algorithm>
#include <utility>

namespace sotto {

std::optional<Digest> NeighbourWindow::digest_of_round(Round round) const {
  const auto here = digests_.find(round);
  return here != digests_.end() ? here->second : known_(round);
}

NeighbourWindow::Taken NeighbourWindow::take(RoundMessage message) {
  const Round round = message.round();
  const std::optional<Digest> before = digest_of_round(round);
  if (before && *before != message.digest()) return Taken::contradiction;
  if (round > wanted_ + 1) return Taken::too_new;
  if (round < wanted_ || held_.contains(round)) return Taken::repeated;
  // New, or known by its digest alone: its bytes were lost by a restart.
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
  // Own rounds that were handed back by others may have moved the window past all that this process heard, and an
  // earlier process may have heard one round more than this one.
  for (Round round = wanted_ + 1; round > 1; --round)
    if (const std::optional<Digest> digest = digest_of_round(round)) return {round, *digest};
  return {};
}

void Deliveries::arrived(Round round) {
  under_way_.erase(round);
  arrived_.insert(round);
}

void Deliveries::forget_before(Round first) {
  under_way_.erase(under_way_.begin(), under_way_.lower_bound(first));
  arrived_.erase(arrived_.begin(), arrived_.lower_bound(first));
}

bool Deliveries::wants_ping() const {
  return std::any_of(under_way_.begin(), under_way_.end(), [&](const auto& one) { return one.second == pings_; });
}

void Deliveries::ponged() {
  if (pongs_ == pings_) return;  // nobody asked
  ++pongs_;                      // where answers were lost, this one is of a later ping: never of an earlier one
  std::erase_if(under_way_, [&](const auto& one) { return one.second < pongs_; });
}

}  // namespace sotto
