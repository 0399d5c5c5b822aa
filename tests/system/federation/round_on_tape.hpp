// SPDX-License-Identifier: MIT
// A round message as the adversary reads it off the tape.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/federation/tape.hpp"

namespace sotto::test {

struct RoundOnTape {
  std::optional<Digest> run;  ///< with masked sums the session
  NodeId node;                ///< its author: with masked sums others pass it on
  Round round;
  std::string bytes;           ///< all that is signed, and the signature
  std::vector<double> values;  ///< y, or the words of a residue

  std::vector<std::uint64_t> words() const;
};

/// Of frames that carry a round; nothing of others, nor of what cannot be read.
std::optional<RoundOnTape> round_of(const TapeEntry& entry);
std::optional<RoundOnTape> round_in(const std::string& signed_bytes);

}  // namespace sotto::test
