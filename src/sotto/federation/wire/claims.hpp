// SPDX-License-Identifier: MIT
// What a speaker knows of the listener, each with the listener's own signature: a claim proves itself or counts against
// the one who makes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/wire/seal.hpp"

namespace sotto {

inline constexpr std::size_t most_earlier_seals = 16;

struct Claims {
  std::optional<Seal> held = std::nullopt;  ///< the highest round of this run
  std::vector<Seal> earlier = {};           ///< the highest rounds of earlier runs
  std::string seen = {};                    ///< the SignedStanding with its latest start and ledger; empty: none

  /// Round 1 where nothing is held.
  RoundMark held_mark() const { return held ? held->mark : RoundMark{}; }
  std::string bytes() const;
  /// Nothing where the bytes are not exactly claims.
  static std::optional<Claims> read(const std::string& bytes);
};

}  // namespace sotto
