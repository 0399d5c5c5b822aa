// SPDX-License-Identifier: MIT
// What a hello means to the node that hears it. No I/O: what is known comes in, a verdict comes out.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sotto/federation/wire/frame.hpp"

namespace sotto {

/// What the listener knows of itself and of the speaker.
struct HelloContext {
  Digest run;
  NodeId speaker;  ///< by its certificate
  RoundMark own_last;
  RoundMark held_of_speaker;
  Round last_round;  ///< of the run
  std::function<std::optional<Digest>(Round)> own_digest;
  std::function<std::optional<Digest>(Round)> digest_of_speaker;
};

struct HelloVerdict {
  enum class Kind {
    accepted,
    version_differs,
    manifest_differs,
    malformed,           ///< says what no honest node can say
    i_contradict,        ///< it holds another message of mine for a round: there are two of me
    speaker_contradicts  ///< its last message is not the one that it sent before
  } kind;
  std::string reason = {};
  bool i_lack_rounds = false;         ///< the speaker holds rounds of mine that I do not have
  bool speaker_lacks_rounds = false;  ///< and the other way round
};

HelloVerdict judge(const Hello& hello, const HelloContext& context);

}  // namespace sotto
