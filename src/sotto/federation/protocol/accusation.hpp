// SPDX-License-Identifier: MIT
// What others claim that this node did. A claim counts only with this node's own signature on it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sotto/federation/wire/frame.hpp"
#include "sotto/federation/wire/seal.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// What this state knows of itself.
struct OwnPast {
  PublicKey key;
  RunKind kind;
  /// Whether this state started so, and whether its ledger was there.
  std::function<bool(const Standing&)> stood_so;
  std::function<std::optional<Digest>(const Digest& run, Round round)> said;
};

enum class Claim {
  agrees,  ///< this state knows it
  proved,  ///< it bears this node's signature, and this state knows nothing of it: the state is an older one, or a copy
  unproved  ///< it does not: a false accusation
};

Claim judge(const Seal& said, const OwnPast& own);
/// Bytes of a SignedStanding.
Claim judge(const std::string& seen, const OwnPast& own);

/// The worst of all: unproved before proved.
Claim judge(const Claims& claims, const OwnPast& own);
/// Judges a refusal that says `rolled_back`.
Claim judge(const Refusal& refusal, const OwnPast& own);

}  // namespace sotto
