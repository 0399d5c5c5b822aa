// SPDX-License-Identifier: MIT
// That a site said a round: its signature over run, round and digest. A seal proves it without the message.
#pragma once

#include <string>

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

struct Seal {
  Digest run;
  RoundMark mark;
  std::string signature = {};

  static Seal of(const Digest& run, const RoundMark& mark, RunKind kind, const SiteKey& key);
  bool is_by(const PublicKey& key, RunKind kind) const;
  bool operator==(const Seal&) const = default;
};

}  // namespace sotto
