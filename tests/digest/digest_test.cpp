// SPDX-License-Identifier: MIT
// Digests as bytes: an example of RFC 4231, and hexadecimal text both ways.
#include "sotto/digest/digest.hpp"

#include <gtest/gtest.h>

namespace sotto {
namespace {

TEST(Digest, WithAKeyAgreesWithThePublishedExample) {
  EXPECT_EQ(keyed_digest_of("Jefe", "what do ya want for nothing?").hex(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Digest, ReadsBackFromItsTextAndFromItsBytes) {
  const Digest digest = digest_of("abc");
  EXPECT_EQ(digest_from_hex(digest.hex()), digest);
  EXPECT_EQ(digest_from_bytes(digest.view()), digest);
}

TEST(Digest, OfAnotherLengthOrOfOtherLettersIsNone) {
  const std::string text = digest_of("abc").hex();
  EXPECT_FALSE(digest_from_hex(text.substr(2)));
  EXPECT_FALSE(digest_from_hex(text + "00"));
  EXPECT_FALSE(digest_from_hex("g" + text.substr(1)));
  EXPECT_FALSE(digest_from_hex("A" + text.substr(1)));
  EXPECT_FALSE(bytes_of_hex("abc"));
  EXPECT_EQ(bytes_of_hex("00ff"), std::string("\0\xff", 2));
}

}  // namespace
}  // namespace sotto
