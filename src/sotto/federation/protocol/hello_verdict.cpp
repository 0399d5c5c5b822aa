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

HelloVerdict judge(const Hello& hello, const HelloContext& context) {
  if (hello.version != protocol_version)
    return {Kind::version_differs, "speaks version " + std::to_string(hello.version) + " of the protocol, this is " +
                                       std::to_string(protocol_version)};
  if (hello.run != context.run) return {Kind::manifest_differs, "has another manifest"};
  if (hello.node != context.speaker)
    return {Kind::malformed, "says it is node " + std::to_string(hello.node) + ", its certificate says " +
                                 std::to_string(context.speaker)};
  if (hello.last.round > context.last_round || hello.held.round > context.last_round)
    return {Kind::malformed, "speaks of a round beyond the last"};
  if (contradicts(hello.held, context.own_digest))
    return {Kind::i_contradict, "holds another message of this node for " + round_text(hello.held.round) +
                                    ": another process uses its identity, or its store was rolled back"};
  if (contradicts(hello.last, context.digest_of_speaker))
    return {Kind::speaker_contradicts, "has another message for " + round_text(hello.last.round) +
                                           " than the one it sent: its store was rolled back or copied"};
  return {.kind = Kind::accepted,
          .i_lack_rounds = hello.held.round > context.own_last.round,
          .speaker_lacks_rounds = hello.last.round < context.held_of_speaker.round};
}

}  // namespace sotto
