// SPDX-License-Identifier: MIT
// Numbers from text: the whole text or nothing, in every locale.
#include <gtest/gtest.h>

#include <cmath>
#include <locale>

#include "settings/scratch.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {
namespace {

std::optional<double> real_of(const std::string& text) {
  const Settings settings = settings_from_flag("k", text);
  Reader reader(settings);
  return reader.optional_real("k", any_finite());
}

TEST(NumberText, DecimalNumbersAreRead) {
  EXPECT_EQ(real_of("4"), 4.0);
  EXPECT_EQ(real_of("+4"), 4.0);
  EXPECT_EQ(real_of("-4.25"), -4.25);
  EXPECT_EQ(real_of(".5"), 0.5);
  EXPECT_EQ(real_of("5."), 5.0);
  EXPECT_EQ(real_of("1e-5"), 1e-5);
  EXPECT_EQ(real_of("1E+5"), 1e5);
  EXPECT_EQ(real_of("007"), 7.0);
  EXPECT_EQ(real_of("0.1"), 0.1);
  EXPECT_EQ(real_of("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(real_of("2.2250738585072014e-308"), 2.2250738585072014e-308);
  EXPECT_EQ(real_of("99999999999999999999"), 1e20) << "too large for an integer, but a fine real";
}

TEST(NumberText, AllElseIsNoNumber) {
  for (const std::string text :
       {"",     " ",      " 4",  "4 ",   " 4 ",  "4abc",     "0x10",  "0x1p3",  "1_000",         "1,5",  "1e",
        "1e+",  "e5",     ".",   "-",    "+",    "--4",      "+-4",   "4-",     "1.2.3",         "nan",  "NaN",
        "-nan", "nan(1)", "inf", "-inf", "+inf", "Infinity", "1e999", "-1e999", "1e99999999999", "true", "\xd9\xa4",
        "4\n",  "4;",     "'4'"})
    EXPECT_EQ(real_of(text), std::nullopt) << text;
}

TEST(NumberText, AnUnderflowIsZeroSoAPositiveRuleRefusesIt) {
  EXPECT_EQ(real_of("1e-999"), 0.0);
  const Settings settings = settings_from_flag("k", "1e-999");
  Reader reader(settings);
  EXPECT_EQ(reader.optional_real("k", positive_finite()), std::nullopt);
}

TEST(NumberText, WholeNumbersReachBothEndsOf64Bits) {
  const auto integer_of = [](const std::string& text) {
    const Settings settings = settings_from_flag("k", text);
    return Reader(settings).integer_or("k", 77, {});
  };
  EXPECT_EQ(integer_of("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(integer_of("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(integer_of("+12"), 12);
  EXPECT_EQ(integer_of("9223372036854775808"), 77);
  EXPECT_EQ(integer_of("-9223372036854775809"), 77);
}

struct CommaDecimals : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(NumberText, ALocaleWithDecimalCommasChangesNothing) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaDecimals));
  EXPECT_EQ(real_of("1.5"), 1.5);
  EXPECT_EQ(real_of("1234567.25"), 1234567.25);
  EXPECT_EQ(real_of("1,5"), std::nullopt);
  EXPECT_EQ(std::get<double>(settings_from_file("a = 1.5").find("a")->setting.value), 1.5);
  std::locale::global(before);
}

}  // namespace
}  // namespace sotto
