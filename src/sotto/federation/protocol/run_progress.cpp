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
  for (const NodeId j : setup.authors)
    authors_.emplace(
        j, Author{NeighbourWindow(own_last_.round, [known = known_, j](Round round) { return known(j, round); })});
  for (const NodeId j : setup.neighbours) authors_.at(j).is_neighbour = true;
}

void RunProgress::note_parting(NodeId from) {
  if (own_last_.round < last_drawn_) authors_.at(from).welcomed_us = false;
}

bool RunProgress::all_welcomed_us() const {
  return std::all_of(authors_.begin(), authors_.end(),
                     [](const auto& one) { return one.second.welcomed_us || !one.second.is_neighbour; });
}

NeighbourWindow::Taken RunProgress::take(NodeId from, RoundMessage message) {
  const Round round = message.round();
  if (round > last_round_) return NeighbourWindow::Taken::too_new;
  const NeighbourWindow::Taken taken = authors_.at(from).window.take(std::move(message));
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
    else if (authors_.contains(node))
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
  return !is_finished() && all_welcomed_us() && has_all_inputs();
}

bool RunProgress::has_all_inputs() const {
  return std::all_of(authors_.begin(), authors_.end(), [](const auto& one) { return one.second.window.is_ready(); });
}

HeardDigests RunProgress::input_digests() const {
  HeardDigests digests;
  for (const auto& [node, author] : authors_)
    if (const RoundMessage* message = author.window.wanted()) digests.emplace(node, message->digest());
  return digests;
}

void RunProgress::committed(const RoundMark& own) {
  if (own.round != own_last_.round + 1) throw std::logic_error("rounds are committed one after another");
  own_before_ = std::exchange(own_last_, own);
  for (auto& [node, author] : authors_) author.window.advance();
}

void RunProgress::note_last_of(NodeId author, Round round) {
  Round& last = authors_.at(author).last;
  last = std::max(last, round);
}

bool RunProgress::all_have_finished() const {
  return is_finished() &&
         std::all_of(authors_.begin(), authors_.end(), [&](const auto& one) { return one.second.last == last_round_; });
}

std::vector<NodeId> RunProgress::waiting_for() const {
  std::vector<NodeId> nodes;
  for (const auto& [node, author] : authors_) {
    const bool done = is_finished() ? author.last == last_round_
                                    : (author.welcomed_us || !author.is_neighbour) && author.window.is_ready();
    if (!done) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace sotto
