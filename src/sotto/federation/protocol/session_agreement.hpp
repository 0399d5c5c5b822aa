// SPDX-License-Identifier: MIT
// Whether all members of masked sums agree on a session: nobody says a residue before everybody has said that it holds
// the same keys of all. No I/O, no clocks.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sotto/federation/wire/session_word.hpp"

namespace sotto {

class SessionAgreement {
 public:
  explicit SessionAgreement(std::vector<NodeId> members) : members_(std::move(members)) {}

  enum class Taken {
    kept,
    repeated,
    contradiction  ///< the member has said another one before
  };
  Taken take(const SessionWord& word);

  const SessionWord* key_word(NodeId member) const { return find(keys_, member); }
  const SessionWord* ready_word(NodeId member) const { return find(ready_, member); }

  bool has_all_keys() const { return keys_.size() == members_.size(); }
  /// What a ready word says, when all keys are here.
  ReadyWord ready() const;
  /// The sum after which the session goes on, when all keys are here; nothing before the first round.
  const std::optional<Released>& sum() const;
  /// Two members that say different sums of that round: one of them lies.
  std::optional<std::pair<NodeId, NodeId>> who_differ() const;
  /// Members whose ready word says something else than ready().
  std::vector<NodeId> who_disagree() const;
  bool is_agreed() const;

  /// Whose word is waited for.
  std::vector<NodeId> missing() const;

 private:
  using Words = std::map<NodeId, SessionWord>;
  static const SessionWord* find(const Words& words, NodeId member);

  std::vector<NodeId> members_;
  Words keys_, ready_;
};

}  // namespace sotto
