// SPDX-License-Identifier: MIT
// Untrusted text in error messages.
#include "sotto/input/printable.hpp"

#include <gtest/gtest.h>

#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

TEST(Printable, LeavesOrdinaryTextAlone) {
  for (const std::string text : {"", "4.5", "\"ring\"", "ä ö", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    EXPECT_EQ(printable(text), text);
  EXPECT_EQ(shown(""), "\"\"");
}

TEST(Printable, ReplacesControlCharactersAndBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\x1b[31mb\n"), "a?[31mb?");
  EXPECT_EQ(printable("\xC2\x9B"), "?") << "a control character of two bytes";
  EXPECT_EQ(printable("\xff\xC3"), "??");
  EXPECT_EQ(printable("\xC0\xAF"), "??") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "???") << "a surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "????") << "beyond Unicode";
}

TEST(Printable, ReplacesMarksThatTurnALineAround) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u2069"), "a?b?c?");
}

TEST(Plain, IsTextOnOneLineThatCommandsNoTerminal) {
  for (const char* text : {"", "a, \"b\" \\", "\u20AC \u00E9", "\u2030"}) EXPECT_TRUE(is_plain(text)) << text;
  EXPECT_TRUE(is_plain(std::string(1000, 'x'))) << "however long";
  for (const char* text : {"a\nb", "\t", "\x1b[2J", "\x7f", "\xC2\x9B", "\u202A", "\u202E", "\u2066", "\u2069", "\xff"})
    EXPECT_FALSE(is_plain(text)) << printable(text);
}

TEST(Printable, CutsLongText) {
  EXPECT_EQ(printable(std::string(80, 'x')), std::string(80, 'x'));
  EXPECT_EQ(printable(std::string(81, 'x')), std::string(80, 'x') + "...");
}

TEST(Printable, LeavesALongPathWhole) {
  const std::string path = "/" + std::string(300, 'x') + "/model.json";
  EXPECT_EQ(printable_path(path), path);
  EXPECT_EQ(place_of(path, 3), path + ":3");
  EXPECT_EQ(printable_path("a\x1b[31m"), "a?[31m");
  EXPECT_EQ(printable_path(""), "\"\"");
  EXPECT_LT(printable_path(std::string(100'000, 'x')).size(), 5000U);
}

TEST(Printable, MakesUtf8OfAnyBytes) {
  RandomSequence random(3, {.stream = Stream::data});
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text(random.below(12), '\0');
    for (char& c : text) c = static_cast<char>(random.below(256));
    ASSERT_TRUE(is_utf8(printable(text)));
  }
}

TEST(NameLike, IsWhatAPersonCallsAKeyAndNotWhatACellHolds) {
  for (const char* word : {"a", "epsilon", "edge_probability", "x-1", "_x", "A9"})
    EXPECT_TRUE(is_name_like(word)) << word;
  for (const char* word : {"", "9", "-a", "a b", "a.b", "44,positive", "caf\xC3\xA9", "a=", "\x01"})
    EXPECT_FALSE(is_name_like(word)) << word;
  EXPECT_TRUE(is_name_like(std::string(40, 'k')));
  EXPECT_FALSE(is_name_like(std::string(41, 'k')));
}

TEST(PlaceOfByte, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(place_of_byte("f", "ab\ncd\n", 0), "f:1:1");
  EXPECT_EQ(place_of_byte("f", "ab\ncd\n", 2), "f:1:3");
  EXPECT_EQ(place_of_byte("f", "ab\ncd\n", 3), "f:2:1");
  EXPECT_EQ(place_of_byte("f", "ab\ncd\n", 99), "f:3:1") << "beyond the end is the end";
}

}  // namespace
}  // namespace sotto
