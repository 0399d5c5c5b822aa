// SPDX-License-Identifier: MIT
// What a hello means.
#include "sotto/federation/protocol/hello_verdict.hpp"

namespace sotto {
namespace {

using Kind = HelloVerdict::Kind;

std::string round_text(Round round) {
  return "round " + std::to_string(round);
}

bool contradicts(const RoundMark& said, const std::function<std::optional<Digest>(Round)>& known) {
  if (said.round == 1) return false;
  const std::optional<Digest> digest = known(said.round);
  return digest && *digest != said.digest;
}

}  // namespace

HelloVerdict judge(const Standing& speaker, const HelloContext& context) {
  if (speaker.version != protocol_version)
    return {Kind::version_differs, "speaks version " + std::to_string(speaker.version) + " of the protocol, this is " +
                                       std::to_string(protocol_version)};
  if (speaker.run != context.run) return {Kind::manifest_differs, "has another manifest"};
  if (speaker.node != context.speaker || speaker.kind != context.kind)
    return {Kind::malformed,
            "says it is node " + std::to_string(speaker.node) + ", its key says " + std::to_string(context.speaker)};
  if (speaker.last.round > context.last_round) return {Kind::malformed, "speaks of a round beyond the last"};
  if (contradicts(speaker.last, context.digest_of_speaker))
    return {Kind::speaker_contradicts, "has another message for " + round_text(speaker.last.round) +
                                           " than the one it sent: its store was rolled back or copied"};
  return {Kind::accepted};
}

}  // namespace sotto
