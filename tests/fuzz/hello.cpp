// SPDX-License-Identifier: MIT
// Any hello to a node with any memory.
#include "fuzz/input.hpp"
#include "fuzz/read_or_refuse.hpp"
#include "sotto/federation/protocol/hello_verdict.hpp"
#include "sotto/federation/wire/frame_decoder.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

constexpr Round last_of_run = 9;

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
  const auto own = static_cast<Round>(1 + input.word() % last_of_run);
  const auto held = static_cast<Round>(1 + input.word() % last_of_run);
  const auto known = [](Round last) {
    return [last](Round round) { return round <= last ? std::optional(digest_of_round(round)) : std::nullopt; };
  };
  return {.run = digest_of("run"),
          .speaker = 2,
          .own_last = {.round = own, .digest = digest_of_round(own)},
          .held_of_speaker = {.round = held, .digest = digest_of_round(held)},
          .last_round = last_of_run,
          .own_digest = known(own),
          .digest_of_speaker = known(held)};
}

bool contradicts(const RoundMark& said, const std::function<std::optional<Digest>(Round)>& known) {
  const std::optional<Digest> digest = known(said.round);
  return said.round > 1 && digest && *digest != said.digest;
}

void check_verdict(const Hello& hello, const HelloContext& context) {
  const HelloVerdict verdict = judge(hello, context);
  const bool accepted = verdict.kind == HelloVerdict::Kind::accepted;
  hold(accepted == verdict.reason.empty() && is_utf8(verdict.reason), "a verdict that cannot be shown");
  if (!accepted) return;
  hold(hello.version == protocol_version && hello.run == context.run && hello.node == context.speaker,
       "welcomes a stranger");
  hold(hello.last.round <= last_of_run && hello.held.round <= last_of_run, "welcomes rounds that will never be");
  hold(!contradicts(hello.held, context.own_digest) && !contradicts(hello.last, context.digest_of_speaker),
       "welcomes a contradiction");
  hold(verdict.i_lack_rounds == (hello.held.round > context.own_last.round), "does not see what it lacks");
}

std::optional<Hello> hello_in(std::string_view stream) {
  FrameDecoder decoder(stream.size());
  decoder.add(stream);
  const FrameDecoder::Next next = decoder.next();
  const auto* frame = std::get_if<Frame>(&next);
  const auto* hello = frame != nullptr ? std::get_if<Hello>(frame) : nullptr;
  return hello != nullptr ? std::optional(*hello) : std::nullopt;
}

}  // namespace

/// 16 bytes are the listener's memory; the rest is a frame off the wire, or numbers for a hello.
void hello(Bytes bytes) {
  Input memory(bytes.first(std::min<std::size_t>(16, bytes.size())));
  const HelloContext context = some_context(memory);
  const Bytes rest = bytes.subspan(std::min<std::size_t>(16, bytes.size()));
  if (const std::optional<Hello> heard = hello_in(text_of(rest))) check_verdict(*heard, context);
  Input input(rest);
  const std::uint64_t odd = input.word();
  const Hello made{.version = odd % 16 == 1 ? 2 : protocol_version,
                   .run = odd % 16 == 2 ? Digest{} : context.run,
                   .node = odd % 16 == 3 ? NodeId{3} : NodeId{2},
                   .incarnation = input.integer(),
                   .start_id = std::string(start_id_size, static_cast<char>(odd)),
                   .last = some_mark(input),
                   .held = some_mark(input),
                   .ledger_entries = input.integer(),
                   .ledger_head = digest_of("ledger")};
  const std::optional<Hello> heard = hello_in(encode(made));
  hold(heard && encode(*heard) == encode(made), "a hello that does not arrive as it was said");
  check_verdict(*heard, context);
}

}  // namespace sotto::fuzz
