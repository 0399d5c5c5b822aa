// SPDX-License-Identifier: MIT
// Signatures over rounds, which prove without the message that a site said one, and claims that are made with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

/// A round of a node, and the digest of its message. Round 1 is public: it has none.
struct RoundMark {
  Round round = 1;
  Digest digest = {};
  bool operator==(const RoundMark&) const = default;
};

/// Rounds of a dry run are signed for another purpose: nobody can show one as a round of a real run.
enum class RunKind { real, dry };

/// That a site said a round: its signature over run, round and digest.
struct Seal {
  Digest run;
  RoundMark mark;
  std::string signature = {};

  static Seal of(const Digest& run, const RoundMark& mark, RunKind kind, const SiteKey& key);
  bool is_by(const PublicKey& key, RunKind kind) const;
  bool operator==(const Seal&) const = default;
};

inline constexpr std::size_t most_earlier_seals = 16;

/// What a speaker knows of the listener, each part with the listener's own signature: a claim proves itself, or counts
/// against the one who makes it.
struct Claims {
  std::optional<Seal> held = std::nullopt;  ///< the highest round of this run
  std::vector<Seal> earlier = {};           ///< the highest rounds of earlier runs
  std::string seen = {};                    ///< the SignedStanding with its latest start and ledger; empty: none

  std::string bytes() const;
  /// Nothing where the bytes are not exactly claims.
  static std::optional<Claims> read(const std::string& bytes);
};

}  // namespace sotto
