// SPDX-License-Identifier: MIT
// Any hello to a node with any memory.
#include "fuzz/input.hpp"
#include "fuzz/read_or_refuse.hpp"
#include "sotto/federation/protocol/reception.hpp"
#include "sotto/federation/wire/frame.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

constexpr Round last_of_run = 9;

const SiteKey& own_key() {
  static const SiteKey key = SiteKey::generate();
  return key;
}

Digest digest_of_round(std::uint64_t round) {
  return digest_of("round " + std::to_string(round));
}

/// The digest that all know, or another one.
RoundMark some_mark(Input& input) {
  const std::uint64_t word = input.word();
  const auto round = static_cast<Round>(1 + word % (last_of_run + 2));
  if (round == 1) return {};
  return {.round = round, .digest = word >> 60 == 0 ? Digest{} : digest_of_round(round)};
}

HelloContext some_context(Input& input) {
  const auto held = static_cast<Round>(1 + input.word() % last_of_run);
  return {.run = digest_of("run"),
          .kind = RunKind::real,
          .speaker = 2,
          .last_round = last_of_run,
          .digest_of_speaker = [held](Round round) {
            return round <= held ? std::optional(digest_of_round(round)) : std::nullopt;
          }};
}

void check_verdict(const Standing& speaker, const HelloContext& context) {
  const HelloVerdict verdict = judge(speaker, context);
  const bool accepted = verdict.kind == HelloVerdict::Kind::accepted;
  hold(accepted == verdict.reason.empty() && is_utf8(verdict.reason), "a verdict that cannot be shown");
  if (!accepted) return;
  hold(speaker.version == protocol_version && speaker.run == context.run && speaker.node == context.speaker,
       "welcomes a stranger");
  hold(speaker.last.round <= last_of_run, "welcomes rounds that will never be");
  const std::optional<Digest> known = context.digest_of_speaker(speaker.last.round);
  hold(speaker.last.round == 1 || !known || *known == speaker.last.digest, "welcomes a contradiction");
}

/// Nobody but this node can prove anything of it; what its state knows is no accusation.
void check_claims(const std::string& bytes) {
  const std::optional<Claims> claims = Claims::read(bytes);
  if (!claims) return;
  hold(claims->bytes() == bytes, "claims that are not what they were");
  const OwnPast own{.key = own_key().public_key(),
                    .kind = RunKind::real,
                    .stood_so = [](const Standing&) { return false; },
                    .said = [](const Digest&, Round) { return std::optional<Digest>(); }};
  const bool nothing = !claims->held && claims->earlier.empty() && claims->seen.empty();
  hold(judge(*claims, own) == (nothing ? Claim::agrees : Claim::unproved), "is proved guilty without a signature");
}

std::optional<HelloFrame> hello_in(std::string_view stream) {
  FrameDecoder decoder(stream.size());
  decoder.add(stream);
  const FrameDecoder::Next next = decoder.next();
  const auto* frame = std::get_if<Frame>(&next);
  const auto* hello = frame != nullptr ? std::get_if<HelloFrame>(frame) : nullptr;
  return hello != nullptr ? std::optional(*hello) : std::nullopt;
}

}  // namespace

/// 8 bytes are the listener's memory; the rest is a frame off the wire, claims, or numbers for a standing.
void hello(Bytes bytes) {
  Input memory(bytes.first(std::min<std::size_t>(8, bytes.size())));
  const HelloContext context = some_context(memory);
  const Bytes rest = bytes.subspan(std::min<std::size_t>(8, bytes.size()));
  check_claims(text_of(rest));
  if (const std::optional<HelloFrame> heard = hello_in(text_of(rest))) {
    hold(!SignedStanding::read(heard->standing, own_key().public_key()), "a signature out of nothing");
    check_claims(heard->claims);
  }
  Input input(rest);
  const std::uint64_t odd = input.word();
  const Standing made{.version = odd % 16 == 1 ? 1 : protocol_version,
                      .run = odd % 16 == 2 ? Digest{} : context.run,
                      .node = odd % 16 == 3 ? NodeId{3} : NodeId{2},
                      .incarnation = input.integer(),
                      .start_id = std::string(start_id_size, static_cast<char>(odd)),
                      .last = some_mark(input),
                      .ledger_entries = input.integer(),
                      .ledger_head = digest_of("ledger")};
  const auto said = SignedStanding::say(made, {std::string(32, 'b')}, own_key());
  const auto heard = SignedStanding::read(said.bytes(), own_key().public_key());
  hold(heard.has_value(), "a standing that does not arrive");
  check_verdict(heard->standing(), context);
}

}  // namespace sotto::fuzz
