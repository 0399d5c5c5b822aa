// SPDX-License-Identifier: MIT
// Frames: what is encoded decodes to the same, however the stream is cut, and no more than one is ever waited for.
#include "sotto/federation/wire/frame.hpp"

#include <gtest/gtest.h>

#include "federation/wire/some_frames.hpp"

namespace sotto {
namespace {

using namespace test;

/// All frames of a stream that is handed over in pieces of these sizes, the last one again and again.
std::vector<std::string> decoded(const std::string& stream, RandomPoints& points, std::size_t largest_piece) {
  FrameDecoder decoder(plenty);
  std::vector<std::string> frames;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t piece = std::min(stream.size() - at, std::size_t{1} + points.below(largest_piece));
    decoder.add(std::string_view(stream).substr(at, piece));
    at += piece;
    for (;;) {
      const FrameDecoder::Next next = decoder.next();
      EXPECT_FALSE(std::holds_alternative<FrameDecoder::Broken>(next));
      const auto* frame = std::get_if<Frame>(&next);
      if (frame == nullptr) break;
      frames.push_back(text_of(*frame));
    }
  }
  return frames;
}

TEST(Frames, OfEveryKindDecodeToWhatWasEncodedHoweverTheStreamIsCut) {
  RandomPoints points(1);
  for (int k = 0; k < 200; ++k) {
    std::string stream;
    std::vector<std::string> sent;
    for (int repeats = 0; repeats < 2; ++repeats)
      for (const Frame& frame : one_of_each(points)) {
        stream += encode(frame);
        sent.push_back(text_of(frame));
      }
    EXPECT_EQ(decoded(stream, points, 1), sent) << "byte by byte";
    EXPECT_EQ(decoded(stream, points, 100), sent);
    EXPECT_EQ(decoded(stream, points, stream.size()), sent);
  }
}

TEST(Frames, ARefusalComesBackWithItsProof) {
  RandomPoints points(2);
  for (int k = 0; k < 100; ++k) {
    const Refusal sent{"no", Refusal::Code::rolled_back, some_seal(points), some_bytes(points, 50)};
    FrameDecoder decoder(plenty);
    decoder.add(encode(sent));
    const FrameDecoder::Next next = decoder.next();
    ASSERT_TRUE(std::holds_alternative<Frame>(next));
    const auto& got = std::get<Refusal>(std::get<Frame>(next));
    EXPECT_EQ(got.said, sent.said);
    EXPECT_EQ(got.seen, sent.seen);
  }
}

TEST(Frames, AreReadUpToTheLimitAndALongerOneIsRefusedByItsLengthAlone) {
  const std::string bytes = encode(RoundFrame{std::string(500, 'y')});
  const std::size_t length = bytes.size() - 4;
  FrameDecoder exact(length), tight(length - 1);
  exact.add(bytes);
  EXPECT_TRUE(std::holds_alternative<Frame>(exact.next()));
  tight.add(std::string_view(bytes).substr(0, 4));  // not one byte of its body
  EXPECT_TRUE(std::holds_alternative<FrameDecoder::Broken>(tight.next()));
}

TEST(Frames, NeverAskForMoreBytesThanTheRestOfOneFrame) {
  RandomPoints points(3);
  constexpr std::size_t limit = 200;
  for (int k = 0; k < 3000; ++k) {
    FrameDecoder decoder(limit);
    const std::string bytes =
        points.below(2) == 0 ? some_bytes(points, 300) : encode(HelloFrame{some_bytes(points, 300)});
    const std::size_t given = points.below(bytes.size() + 1);
    decoder.add(std::string_view(bytes).substr(0, given));
    EXPECT_LE(decoder.room(), limit + 4) << "before the frame is judged";
    if (std::holds_alternative<FrameDecoder::Broken>(decoder.next())) {
      EXPECT_EQ(decoder.room(), 0u) << "of what is broken nothing more is read";
      decoder.add(encode(Ping{}));
      EXPECT_TRUE(std::holds_alternative<FrameDecoder::NotYet>(decoder.next()));
    }
  }
}

TEST(Frames, RoomIsExactlyWhatTheFrameStillLacks) {
  const std::string bytes = encode(RoundFrame{std::string(50, 'y')});
  FrameDecoder decoder(plenty);
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    EXPECT_EQ(decoder.room(), k < 4 ? 4 - k : bytes.size() - k);
    decoder.add(bytes.substr(k, 1));
  }
  EXPECT_EQ(decoder.room(), 0u) << "it is there, and wants to be taken";
  EXPECT_TRUE(std::holds_alternative<Frame>(decoder.next()));
  EXPECT_EQ(decoder.room(), 4u);
}

}  // namespace
}  // namespace sotto
