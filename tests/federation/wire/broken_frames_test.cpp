// SPDX-License-Identifier: MIT
// Frames that strangers write: whatever is not exactly a frame of ours is refused, and nothing after it is heard.
#include <gtest/gtest.h>

#include "federation/wire/some_frames.hpp"
#include "sotto.pb.h"

namespace sotto {
namespace {

namespace schema = federation::v2;
using namespace test;

std::string with_length(const std::string& body) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(body.size() >> shift & 0xff);
  return bytes + body;
}

bool is_refused(const std::string& body) {
  FrameDecoder decoder(plenty);
  decoder.add(with_length(body) + encode(Ping{}));
  const bool refused = std::holds_alternative<FrameDecoder::Broken>(decoder.next());
  // The Ping after it is heard if, and only if, the frame was one.
  EXPECT_EQ(std::holds_alternative<Frame>(decoder.next()), !refused);
  return refused;
}

std::string body_of(const Frame& frame) {
  return encode(frame).substr(4);
}

TEST(BrokenFrames, ARefusalHasAKnownCodeAndAShortReasonInUtf8) {
  const auto refused = [](const std::string& reason, int code) {
    schema::Frame frame;
    frame.mutable_refusal()->set_reason(reason);
    frame.mutable_refusal()->set_code(static_cast<schema::Refusal_Code>(code));
    return is_refused(frame.SerializeAsString());
  };
  EXPECT_FALSE(refused(std::string(2000, 'x'), 3));
  EXPECT_TRUE(refused(std::string(2001, 'x'), 3));
  EXPECT_TRUE(refused("no", 4));
  EXPECT_TRUE(refused("no", -1));
  EXPECT_TRUE(is_refused(std::string("\x32\x03\x0a\x01\xff", 5))) << "a reason that is no text";
}

/// With what our encoder never writes: a field nobody knows, a field twice, a byte too much, a longer way to say a
/// number.
TEST(BrokenFrames, ThatSayMoreThanOneThingOrSayItInAnotherWayAreRefused) {
  RandomPoints points(2);
  for (const Frame& frame : one_of_each(points)) {
    const std::string body = body_of(frame);
    EXPECT_FALSE(is_refused(body));
    EXPECT_TRUE(is_refused(body + std::string("\xa0\x06\x01", 3))) << "field 100";
    EXPECT_TRUE(is_refused(body + body)) << "twice";
    EXPECT_TRUE(is_refused(body + body_of(Pong{}) + body_of(Ping{}))) << "two kinds";
    EXPECT_TRUE(is_refused(body + '\0')) << "a byte more";
    EXPECT_TRUE(is_refused(body.substr(0, body.size() - 1))) << "a byte less";
  }
  EXPECT_FALSE(is_refused(std::string("\x2a\x04\x08\x01\x10\x02", 6))) << "an acknowledgement";
  EXPECT_TRUE(is_refused(std::string("\x2a\x05\x08\x81\x00\x10\x02", 7))) << "its 1 in two bytes";
  EXPECT_TRUE(is_refused(std::string("\x2a\x04\x10\x02\x08\x01", 6))) << "its fields in another order";
  EXPECT_TRUE(is_refused(std::string("\x2a\x06\x08\x07\x08\x01\x10\x02", 8))) << "a field twice";
  EXPECT_TRUE(is_refused(std::string("\x2a\x06\x08\x01\x10\x02\x20\x01", 8))) << "a field within that nobody knows";
  EXPECT_TRUE(is_refused("")) << "no kind at all";
}

TEST(BrokenFrames, RandomBytesAreRefusedOrMeanWhatTheyEncodeTo) {
  RandomPoints points(3);
  for (int k = 0; k < 20000; ++k) {
    std::string body = some_bytes(points, 40);
    if (points.below(2) == 0) {  // a frame with some bytes changed
      const std::vector<Frame> frames = one_of_each(points);
      body = body_of(frames[points.below(frames.size())]);
      for (std::uint64_t changes = points.below(4); changes > 0 && !body.empty(); --changes)
        body[points.below(body.size())] = static_cast<char>(points.below(256));
    }
    FrameDecoder decoder(plenty);
    decoder.add(with_length(body));
    const FrameDecoder::Next next = decoder.next();
    if (const auto* frame = std::get_if<Frame>(&next)) {
      EXPECT_EQ(body_of(*frame), body);
    }
  }
}

}  // namespace
}  // namespace sotto
