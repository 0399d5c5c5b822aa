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
  if (round < wanted_ || held_.contains(round)) {
    // It was used by an earlier process, which knew its digest: another member may still need it.
    if (round + 1 == wanted_ && before) held_.emplace(round, std::move(message));
    return Taken::repeated;
  }
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

void Deliveries::arrived(const Item& item) {
  under_way_.erase(item);
  arrived_.insert(item);
}

void Deliveries::forget_before(Round first) {
  const auto is_old = [&](const Item& item) { return item.round > 1 && item.round < first; };
  std::erase_if(under_way_, [&](const auto& one) { return is_old(one.first); });
  std::erase_if(arrived_, is_old);
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
