// SPDX-License-Identifier: MIT
// Any bytes as what a neighbour sends, in any pieces.
#include <vector>

#include "fuzz/read_or_refuse.hpp"
#include "sotto/federation/wire/frame.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

struct Heard {
  std::string frames;  // encoded again, one after another
  bool broken = false;
};

void take_all(FrameDecoder& decoder, std::size_t limit, Heard& heard) {
  for (;;) {
    hold(decoder.room() <= limit + 4, "wants to read more than a frame");
    const FrameDecoder::Next next = decoder.next();
    if (std::holds_alternative<FrameDecoder::NotYet>(next)) return;
    if (const auto* broken = std::get_if<FrameDecoder::Broken>(&next)) {
      hold(is_utf8(broken->why) && !broken->why.empty(), "a refusal that cannot be shown");
      hold(decoder.room() == 0 && !heard.broken, "goes on after what is broken");
      heard.broken = true;
      continue;
    }
    hold(!heard.broken, "speaks after what is broken");
    heard.frames += encode(std::get<Frame>(next));
  }
}

/// `cuts` says how long the pieces are, in turn; none: all at once.
Heard heard_from(std::string_view stream, std::size_t limit, Bytes cuts) {
  FrameDecoder decoder(limit);
  Heard heard;
  for (std::size_t at = 0, turn = 0; at < stream.size(); ++turn) {
    const std::size_t piece = cuts.empty() ? stream.size() : std::size_t{1} + cuts[turn % cuts.size()];
    decoder.add(stream.substr(at, piece));
    at += piece;
    take_all(decoder, limit, heard);
  }
  return heard;
}

}  // namespace

/// The first byte is the limit, the next four say how the stream is cut.
void frame_decoder(Bytes bytes) {
  if (bytes.size() < 5) return;
  const std::size_t limit = 16 * std::size_t{bytes[0]};
  const std::string stream = text_of(bytes.subspan(5));
  const Heard whole = heard_from(stream, limit, {}), in_pieces = heard_from(stream, limit, bytes.subspan(1, 4));
  hold(whole.frames == in_pieces.frames && whole.broken == in_pieces.broken, "pieces change what is heard");
  hold(stream.starts_with(whole.frames), "what was heard is not what was said");
}

}  // namespace sotto::fuzz
