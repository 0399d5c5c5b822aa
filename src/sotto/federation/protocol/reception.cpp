// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/reception.hpp"

#include <algorithm>

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

using Received = Reception::Kind;
using Code = Refusal::Code;

std::optional<Reception> objection_to_standing(const Standing& standing, const Listener& listener,
                                               const Speaker& speaker) {
  using Verdict = HelloVerdict::Kind;
  const HelloVerdict verdict =
      judge(standing, {.run = listener.run,
                       .kind = listener.past.kind,
                       .speaker = speaker.node,
                       .last_round = listener.last_round,
                       .digest_of_speaker = [&](Round round) { return speaker.window.digest_of_round(round); }});
  const std::string why = speaker.name + " " + verdict.reason;
  if (verdict.kind == Verdict::accepted) return std::nullopt;
  if (verdict.kind == Verdict::manifest_differs) return Reception{Received::manifest_differs};
  if (verdict.kind != Verdict::speaker_contradicts) return Reception{Received::refused, {why}};
  return Reception{Received::refused, {why, Code::rolled_back, speaker.seal_of(standing.last.round)}};
}

/// Rounds that were lost at the end of this run's rows are no contradiction yet: the speaker may hand them back.
std::optional<Reception> objection_to_claims(const Claims& claims, const Listener& listener, const Speaker& speaker) {
  const Claim held = claims.held ? judge(*claims.held, listener.past) : Claim::agrees;
  const Claim others = judge(Claims{.earlier = claims.earlier, .seen = claims.seen}, listener.past);
  if (held == Claim::unproved || others == Claim::unproved || (claims.held && claims.held->run != listener.run))
    return Reception{Received::accuses_falsely};
  if (held == Claim::proved && claims.held->mark.round <= listener.own_last)
    return Reception{
        Received::own_state_is_old,
        {speaker.name + " holds another message of this node for round " + std::to_string(claims.held->mark.round) +
         ": another process uses its identity, or its store was rolled back"}};
  if (others == Claim::proved)
    return Reception{Received::own_state_is_old,
                     {speaker.name +
                      " has seen a start, a ledger or a round of this site that this state knows nothing of: it is an "
                      "older state, or a copy"}};
  return std::nullopt;
}

/// Its start is not noted: the true state may come.
std::optional<Reception> objection_to_what_it_lacks(const Standing& standing, const Speaker& speaker) {
  const RoundMark latest = speaker.window.latest();
  const Round last = standing.last.round;
  if (last >= latest.round || speaker.window.at(last + 1) != nullptr) return std::nullopt;
  return Reception{Received::refused,
                   {"the state of " + speaker.name + " ends at round " + std::to_string(last) +
                        ", but it has said round " + std::to_string(latest.round) +
                        ", and what it lacks is no longer here to be handed back: it is an older state, or a copy",
                    Code::rolled_back, speaker.seal_of(latest.round)}};
}

}  // namespace

Claim judge(const Seal& said, const OwnPast& own) {
  if (own.said(said.run, said.mark.round) == said.mark.digest) return Claim::agrees;
  return said.is_by(own.key, own.kind) ? Claim::proved : Claim::unproved;
}

/// A start of a dry run is one of another store: shown in a real run it proves nothing.
Claim judge(const std::string& seen, const OwnPast& own) {
  const std::optional<SignedStanding> shown = SignedStanding::read(seen, own.key);
  if (!shown || shown->standing().kind != own.kind) return Claim::unproved;
  return own.stood_so(shown->standing()) ? Claim::agrees : Claim::proved;
}

Claim judge(const Claims& claims, const OwnPast& own) {
  Claim worst = claims.seen.empty() ? Claim::agrees : judge(claims.seen, own);
  if (claims.held) worst = std::max(worst, judge(*claims.held, own));
  for (const Seal& seal : claims.earlier) worst = std::max(worst, judge(seal, own));
  return worst;
}

Claim judge(const Refusal& refusal, const OwnPast& own) {
  if (!refusal.said && refusal.seen.empty()) return Claim::unproved;
  return judge(Claims{.held = refusal.said, .seen = refusal.seen}, own);
}

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

Reception receive(const Standing& standing, const Claims& claims, const Listener& listener, const Speaker& speaker) {
  if (speaker.halted_because)
    return {Received::halted, {"this neighbour is halted: it " + *speaker.halted_because, Code::other}};
  if (const auto objection = objection_to_standing(standing, listener, speaker)) return *objection;
  if (const auto objection = objection_to_claims(claims, listener, speaker)) return *objection;
  if (speaker.connected && *speaker.connected != standing.start_id)
    return {Received::another_process, {"another process of " + speaker.name + " is connected", Code::already_here}};
  if (const auto objection = objection_to_what_it_lacks(standing, speaker)) return *objection;
  return {Received::welcome};
}

Refusal as_far_as_proved(const Refusal& refusal) {
  const bool proved = refusal.said || !refusal.seen.empty();
  if (refusal.code != Code::rolled_back || proved) return refusal;
  return {refusal.reason, Code::other};
}

std::string objection_to(const Frame& frame, Acquaintance acquaintance) {
  if (std::holds_alternative<HelloFrame>(frame)) return "";
  if (acquaintance == Acquaintance::none) return "spoke before its hello";
  const bool on_the_hello = std::holds_alternative<Refusal>(frame) || std::holds_alternative<ManifestText>(frame);
  return on_the_hello || acquaintance == Acquaintance::accepted ? "" : "spoke before its hello was accepted";
}

}  // namespace sotto
