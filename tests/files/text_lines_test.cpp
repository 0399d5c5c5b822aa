// SPDX-License-Identifier: MIT
// Lines of files from outside.
#include "sotto/files/text_lines.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

TEST(NextLine, IsGetlineForLinesOfEveryKind) {
  for (const std::string text : {"", "\n", "a", "a\n", "a\nb", "\n\na\n", "a\r\nb\n\n"}) {
    std::istringstream ours(text), theirs(text);
    std::string line, expected;
    while (std::getline(theirs, expected)) {
      ASSERT_TRUE(next_line(ours, line)) << text;
      EXPECT_EQ(line, expected) << text;
    }
    EXPECT_FALSE(next_line(ours, line)) << text;
    EXPECT_TRUE(ours.eof());
  }
}

TEST(NextLine, EndsALineThatDoesNotEndItself) {
  class Endless : public std::streambuf {
    int_type underflow() override {
      setg(bytes_, bytes_, bytes_ + sizeof bytes_);
      return 0;
    }
    char bytes_[4096] = {};
  } endless;
  std::istream stream(&endless);
  std::string line;
  ASSERT_TRUE(next_line(stream, line));
  EXPECT_EQ(line.size(), longest_line);
}

TEST(ReadTextLines, RefusesAFolder) {
  EXPECT_THROW(read_text_lines("/", "graph.file"), InvalidInput);
}

}  // namespace
}  // namespace sotto
