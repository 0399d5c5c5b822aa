// SPDX-License-Identifier: MIT
// Lines of files from outside.
#include "sotto/input/text_lines.hpp"

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

TEST(ReadTextLines, EndsOnADeviceThatDoesNot) {
  try {
    read_text_lines("/dev/zero", "graph.file");
    FAIL() << "was accepted";
  } catch (const InvalidInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("longer than 64 MiB"), std::string::npos) << refused.what();
  }
}

TEST(ReadTextLines, RefusesAFolder) {
  EXPECT_THROW(read_text_lines("/", "graph.file"), InvalidInput);
}

}  // namespace
}  // namespace sotto
