// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/run_progress.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sotto {

RunProgress::RunProgress(const Setup& setup)
    : self_(setup.self),
      last_round_(setup.last_round),
      last_drawn_(setup.last_drawn),
      own_last_(setup.own_last),
      known_(setup.known) {
  for (const NodeId j : setup.neighbours)
    neighbours_.emplace(
        j, Neighbour{NeighbourWindow(own_last_.round, [known = known_, j](Round round) { return known(j, round); })});
}

void RunProgress::note_parting(NodeId from) {
  if (own_last_.round < last_drawn_) neighbours_.at(from).welcomed_us = false;
}

bool RunProgress::all_welcomed_us() const {
  return std::all_of(neighbours_.begin(), neighbours_.end(), [](const auto& one) { return one.second.welcomed_us; });
}

NeighbourWindow::Taken RunProgress::take(NodeId from, RoundMessage message) {
  const Round round = message.round();
  if (round > last_round_) return NeighbourWindow::Taken::too_new;
  const NeighbourWindow::Taken taken = neighbours_.at(from).window.take(std::move(message));
  if (taken != NeighbourWindow::Taken::too_new) note_last_of(from, round);
  return taken;
}

std::vector<NodeId> RunProgress::differently_heard(const RoundMessage& message) const {
  std::vector<NodeId> nodes;
  for (const auto& [node, digest] : message.heard()) {
    const Round round = message.round() - 1;
    std::optional<Digest> ours;
    if (node == self_)
      ours = own_digest(round);
    else if (neighbours_.contains(node))
      ours = window(node).digest_of_round(round);
    if (ours && *ours != digest) nodes.push_back(node);
  }
  return nodes;
}

std::optional<Digest> RunProgress::own_digest(Round round) const {
  for (const RoundMark& mark : {own_last_, own_before_})
    if (mark.round == round && round > 1) return mark.digest;
  return std::nullopt;
}

bool RunProgress::may_go_on() const {
  return !is_finished() && all_welcomed_us() &&
         std::all_of(neighbours_.begin(), neighbours_.end(),
                     [](const auto& one) { return one.second.window.is_ready(); });
}

HeardDigests RunProgress::input_digests() const {
  HeardDigests digests;
  for (const auto& [node, neighbour] : neighbours_)
    if (const RoundMessage* message = neighbour.window.wanted()) digests.emplace(node, message->digest());
  return digests;
}

void RunProgress::committed(const RoundMark& own) {
  if (own.round != own_last_.round + 1) throw std::logic_error("rounds are committed one after another");
  own_before_ = std::exchange(own_last_, own);
  for (auto& [node, neighbour] : neighbours_) neighbour.window.advance();
}

void RunProgress::note_last_of(NodeId neighbour, Round round) {
  Round& last = neighbours_.at(neighbour).last;
  last = std::max(last, round);
}

bool RunProgress::all_have_finished() const {
  return is_finished() && std::all_of(neighbours_.begin(), neighbours_.end(),
                                      [&](const auto& one) { return one.second.last == last_round_; });
}

std::vector<NodeId> RunProgress::waiting_for() const {
  std::vector<NodeId> nodes;
  for (const auto& [node, neighbour] : neighbours_) {
    const bool done =
        is_finished() ? neighbour.last == last_round_ : neighbour.welcomed_us && neighbour.window.is_ready();
    if (!done) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace sotto
