// SPDX-License-Identifier: MIT
// Who is welcome: all that decides whether a signed hello is accepted, but for what the store witnessed of other
// starts. No I/O: what is known comes in, a decision comes out. A claim that this node did something counts only with
// this node's own signature on it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sotto/federation/protocol/neighbour_window.hpp"
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

/// What the listener knows of the run and of the speaker.
struct HelloContext {
  Digest run;
  RunKind kind;
  NodeId speaker;    ///< by its key
  Round last_round;  ///< of the run
  std::function<std::optional<Digest>(Round)> digest_of_speaker;
};

/// What a hello means by itself.
struct HelloVerdict {
  enum class Kind {
    accepted,
    version_differs,
    manifest_differs,
    malformed,           ///< says what no honest node can say
    speaker_contradicts  ///< its last message is not the one that it sent before
  } kind;
  std::string reason = {};
};

HelloVerdict judge(const Standing& speaker, const HelloContext& context);

/// What the listener knows of the run and of itself.
struct Listener {
  Digest run;
  Round last_round;  ///< of the run
  Round own_last;    ///< committed here
  OwnPast past;
};

/// And of the speaker.
struct Speaker {
  NodeId node;  ///< by its key
  std::string name;
  std::optional<std::string> halted_because = std::nullopt;  ///< nothing of it is heard
  std::optional<std::string> connected = std::nullopt;       ///< the start id of its process that is connected
  const NeighbourWindow& window;
  /// Its signature on a round; nothing where that is not here.
  std::function<std::optional<Seal>(Round)> seal_of;
};

struct Reception {
  enum class Kind {
    welcome,
    halted,            ///< people here have been told
    manifest_differs,  ///< ours is shown, and theirs comes
    refused,
    another_process,  ///< one of that site is connected: does it still answer?
    accuses_falsely,  ///< it claims what this node never signed
    own_state_is_old  ///< the claims prove it: this node stops
  } kind;
  Refusal refusal = {};  ///< what the speaker is told; for the last one, what people here are told
};

Reception receive(const Standing& standing, const Claims& claims, const Listener& listener, const Speaker& speaker);

/// Without a proof, "rolled back" would be a false accusation: it is said as a plain refusal.
Refusal as_far_as_proved(const Refusal& refusal);

/// How far the two ends of a link know each other.
enum class Acquaintance { none, signed_hello, accepted };

/// Why this frame may not be said yet; empty where it may. A hello may always come.
std::string objection_to(const Frame& frame, Acquaintance acquaintance);

}  // namespace sotto
