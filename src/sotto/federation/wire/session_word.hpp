// SPDX-License-Identifier: MIT
// What a member of masked sums says before the first round of a session: its key, and that it has the keys of all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "sotto/federation/wire/seal.hpp"
#include "sotto/privacy/released.hpp"

namespace sotto {

/// An X25519 key for this session alone, and how far the member is: the last sum that it has completed.
struct KeyWord {
  std::string key;  ///< 32 bytes
  Round completed = 0;
  std::optional<Released> sum = std::nullopt;  ///< nothing where no round is completed

  /// What an honest member can say.
  struct Limits {
    Round completed;
    double least_sum, sum;  ///< of the |value| of a coordinate that is not zero
  };
  /// The rule that a member breaks by saying this, as a sentence about it; empty where it breaks none.
  std::string broken_by(const Limits& limits) const;
};

/// That the member holds the key words of all, and where the session goes on.
struct ReadyWord {
  Digest key_words;
  Round completed = 0;
  bool operator==(const ReadyWord&) const = default;
};

class SessionWord {
 public:
  struct Label {
    Digest session;
    NodeId node;
  };
  static SessionWord say(const Label& label, const KeyWord& word, const SiteKey& key);
  static SessionWord say(const Label& label, const ReadyWord& word, const SiteKey& key);

  struct Expected {
    Digest session;
    std::size_t dimension;
    /// Null for a node that is no member.
    std::function<const PublicKey*(NodeId)> key_of;
  };
  /// Nothing where the bytes are not exactly a word of a member, with its signature.
  static std::optional<SessionWord> read(const std::string& bytes, const Expected& expected);

  NodeId node() const { return node_; }
  const std::string& bytes() const { return bytes_; }
  const KeyWord* key() const { return std::get_if<KeyWord>(&word_); }  ///< null where it is the other
  const ReadyWord* ready() const { return std::get_if<ReadyWord>(&word_); }

  static std::size_t longest(std::size_t dimension) { return 256 + dimension * sizeof(double); }

 private:
  SessionWord(NodeId node, std::variant<KeyWord, ReadyWord> word, std::string bytes)
      : node_(node), word_(std::move(word)), bytes_(std::move(bytes)) {}

  NodeId node_;
  std::variant<KeyWord, ReadyWord> word_;
  std::string bytes_;
};

}  // namespace sotto
