// SPDX-License-Identifier: MIT
// Masks between organisations: each pair of members makes them of the key that only the two have.
#pragma once

#include <map>
#include <optional>

#include "sotto/federation/masking/session_key.hpp"
#include "sotto/privacy/pair_masks.hpp"

namespace sotto {

/// The words of one member in one session. For a pair and a round: the round key is HKDF-Expand of the pair key (info:
/// "sotto round key 1", a zero byte, the round as four bytes, the highest first), and the words are its keystream.
class DerivedMasks final : public PairMasks {
 public:
  /// `own` is this member's number; the keys are those that it shares with each other member. Throws std::logic_error
  /// where one of them would be shared with itself.
  DerivedMasks(std::uint32_t own, std::map<std::uint32_t, PairKey> others);

  /// Throws std::logic_error, and makes nothing, for a pair without this member or with one that it shares no key
  /// with, and for a round that was committed.
  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override;

  /// A residue of round t is in the store. From here on there are no words for t or any round before it: a second
  /// residue of one round would show a difference of noises. A node that restarts says this first, of its last row.
  void committed(Round t);

 private:
  const PairKey& key_of(MemberPair pair) const;

  std::uint32_t own_;
  std::map<std::uint32_t, PairKey> others_;
  std::optional<Round> committed_;
};

/// The ChaCha20 keystream of a key (RFC 8439; counter 0, nonce 0) as little-endian words. A key serves one stream.
void fill_with_keystream(const SecretKey& key, std::span<std::uint64_t> words);

}  // namespace sotto
