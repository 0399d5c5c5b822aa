// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/session_agreement.hpp"

#include <algorithm>

namespace sotto {

const SessionWord* SessionAgreement::find(const Words& words, NodeId member) {
  const auto found = words.find(member);
  return found == words.end() ? nullptr : &found->second;
}

SessionAgreement::Taken SessionAgreement::take(const SessionWord& word) {
  const auto [place, is_new] = (word.key() != nullptr ? keys_ : ready_).try_emplace(word.node(), word);
  if (is_new) return Taken::kept;
  return place->second.bytes() == word.bytes() ? Taken::repeated : Taken::contradiction;
}

ReadyWord SessionAgreement::ready() const {
  std::string all;
  Round completed = 0;
  for (const auto& [member, word] : keys_) {
    all += digest_of(word.bytes()).view();
    completed = std::max(completed, word.key()->completed);
  }
  return {digest_of(all), completed};
}

const std::optional<Released>& SessionAgreement::sum() const {
  const Round completed = ready().completed;
  for (const auto& [member, word] : keys_)
    if (word.key()->completed == completed) return word.key()->sum;
  return keys_.begin()->second.key()->sum;  // unreachable: one of them has the highest
}

std::optional<std::pair<NodeId, NodeId>> SessionAgreement::who_differ() const {
  const Round completed = ready().completed;
  const std::pair<const NodeId, SessionWord>* first = nullptr;
  for (const auto& one : keys_) {
    const KeyWord& word = *one.second.key();
    if (word.completed != completed || completed == 0) continue;
    if (first == nullptr) {
      first = &one;
      continue;
    }
    const auto theirs = word.sum->values(), ours = first->second.key()->sum->values();
    if (!std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end())) return std::pair(first->first, one.first);
  }
  return std::nullopt;
}

std::vector<NodeId> SessionAgreement::who_disagree() const {
  std::vector<NodeId> nodes;
  if (!has_all_keys()) return nodes;
  const ReadyWord ours = ready();
  for (const auto& [member, word] : ready_)
    if (!(*word.ready() == ours)) nodes.push_back(member);
  return nodes;
}

bool SessionAgreement::is_agreed() const {
  return has_all_keys() && ready_.size() == members_.size() && who_disagree().empty() && !who_differ();
}

std::vector<NodeId> SessionAgreement::missing() const {
  std::vector<NodeId> nodes;
  for (const NodeId member : members_)
    if (!keys_.contains(member) || !ready_.contains(member)) nodes.push_back(member);
  return nodes;
}

}  // namespace sotto
