// SPDX-License-Identifier: MIT
// A round message as the adversary reads it off the tape.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/federation/tape.hpp"

namespace sotto::test {

struct RoundOnTape {
  std::optional<Digest> run;
  NodeId node;
  Round round;
  std::string bytes;           ///< all that is signed, and the signature
  std::vector<double> values;  ///< y
};

/// Of frames that carry the speaker's own round; nothing of others, nor of what cannot be read.
std::optional<RoundOnTape> round_of(const TapeEntry& entry);
std::optional<RoundOnTape> round_in(const std::string& signed_bytes);

}  // namespace sotto::test
