// SPDX-License-Identifier: MIT
// Numbers in cells: the nearest double of every decimal, and nothing for what is none.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "sotto/data/dataset/cell_words.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

TEST(NumberIn, IsTheNearestDoubleOfEveryDecimal) {
  test::RandomPoints points(1);
  for (int k = 0; k < 20000; ++k) {
    std::string text = points.below(2) == 0 ? "" : "-";
    const std::uint64_t digits = 1 + points.below(22), point = points.below(digits + 2);
    for (std::uint64_t d = 0; d < digits; ++d) {
      if (d == point) text += '.';
      text += static_cast<char>('0' + points.below(10));
    }
    if (points.below(3) == 0) text += "e" + std::to_string(static_cast<int>(points.below(60)) - 30);
    const auto value = number_in(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(*value, std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(NumberIn, ReadsTheFormsThatFilesHold) {
  EXPECT_EQ(number_in(" .7\t"), 0.7);
  EXPECT_EQ(number_in("1."), 1);
  EXPECT_EQ(number_in("+1"), 1);
  EXPECT_EQ(number_in("-2.5E-3"), -0.0025);
  EXPECT_EQ(number_in("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_TRUE(std::isnan(*number_in("NaN")));
  EXPECT_EQ(*number_in("-INFINITY"), -HUGE_VAL);
  EXPECT_EQ(*number_in("1e999"), HUGE_VAL);
}

TEST(NumberIn, IsNothingForAnyOtherText) {
  for (const char* text :
       {"",    " ",   "+",   "-",   ".",     "e5",   "1e",   "1e+",     "1.2.3", "0x10",         "1,5",
        "1 2", "12a", "--1", "+-1", "1_000", "inf.", "nano", "infinit", "1e5.0", "\xEF\xBC\x91", "nan(1)"})
    EXPECT_FALSE(number_in(text)) << text;
}

}  // namespace
}  // namespace sotto
