// SPDX-License-Identifier: MIT
// Round messages for state machines, which look at labels and digests and never at values.
#pragma once

#include "federation/wire/recorded_run.hpp"

namespace sotto::test {

inline const SiteKey& some_key() {
  static const SiteKey key = SiteKey::generate();
  return key;
}

/// The one message of a node for a round; another `payload` is another message for the same round.
inline RoundMessage message_of(NodeId node, Round round, const HeardDigests& heard = {}, Round payload = 2) {
  static const RecordedRun recorded;
  return RoundMessage::say({.run = digest_of("run"), .node = node, .round = round}, recorded.y(payload), heard,
                           some_key());
}

inline RoundMessage other_message_of(NodeId node, Round round) {
  return message_of(node, round, {}, 3);
}

inline std::optional<Digest> nothing_known(NodeId, Round) {
  return std::nullopt;
}

}  // namespace sotto::test
