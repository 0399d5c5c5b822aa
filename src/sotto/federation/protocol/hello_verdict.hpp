// SPDX-License-Identifier: MIT
// What a hello means to the node that hears it. No I/O: what is known comes in, a verdict comes out.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// What the listener knows of the run and of the speaker.
struct HelloContext {
  Digest run;
  RunKind kind;
  NodeId speaker;    ///< by its key
  Round last_round;  ///< of the run
  std::function<std::optional<Digest>(Round)> digest_of_speaker;
};

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

}  // namespace sotto
