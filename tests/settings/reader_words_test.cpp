// SPDX-License-Identifier: MIT
// Typed reading of what is not just a number: text, truth, words, seeds.
#include <gtest/gtest.h>

#include "settings/scratch.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {
namespace {

std::size_t fault_count(const Reader& reader) {
  return faults_of([&] { reader.finish(); }).size();
}

TEST(Reader, TextInAFileHasQuotesAndOnTheCommandLineIsTakenAsItIs) {
  const auto text_of = [](const Settings& settings) { return Reader(settings).optional_text("k"); };
  EXPECT_EQ(text_of(settings_from_file("k = \"a b\"")), "a b");
  EXPECT_EQ(text_of(settings_from_file("k = 4")), std::nullopt);
  for (const std::string text : {"4", "4.50", "true", "", "\"quoted\"", "007"})
    EXPECT_EQ(text_of(settings_from_flag("k", text)), text);
  EXPECT_EQ(text_of(settings_from_flag("k", "\xff")), std::nullopt) << "not UTF-8";
  EXPECT_EQ(text_of(Settings()), std::nullopt);
  const Settings none;
  EXPECT_EQ(Reader(none).text_or("k", "fallback"), "fallback");
}

TEST(Reader, TruthIsTrueOrFalse) {
  const auto truth_of = [](const Settings& settings, bool fallback) {
    return Reader(settings).boolean_or("k", fallback);
  };
  EXPECT_TRUE(truth_of(settings_from_file("k = true"), false));
  EXPECT_FALSE(truth_of(settings_from_flag("k", "false"), true));
  EXPECT_TRUE(truth_of(Settings(), true));
  for (const std::string bad : {"1", "0", "yes", "True", "TRUE", "", " true"}) {
    const Settings settings = settings_from_flag("k", bad);
    Reader reader(settings);
    EXPECT_TRUE(reader.boolean_or("k", true));
    EXPECT_EQ(fault_count(reader), 1u) << bad;
  }
  const Settings settings = settings_from_file("k = \"true\"");
  Reader reader(settings);
  reader.boolean_or("k", true);
  EXPECT_EQ(fault_count(reader), 1u);
}

TEST(Reader, AnIntegerOrAWord) {
  const auto read = [](Reader& r) {
    return r.integer_or_word("k", "auto", {.least = 1, .most = 50}, {"auto", "until-agreement"});
  };
  const auto value_of = [&](const Settings& settings) {
    Reader reader(settings);
    return read(reader);
  };
  EXPECT_EQ(value_of(settings_from_file("k = 40")), IntegerOrWord(40));
  EXPECT_EQ(value_of(settings_from_flag("k", "40")), IntegerOrWord(40));
  EXPECT_EQ(value_of(settings_from_file("k = \"until-agreement\"")), IntegerOrWord("until-agreement"));
  EXPECT_EQ(value_of(settings_from_flag("k", "until-agreement")), IntegerOrWord("until-agreement"));
  EXPECT_EQ(value_of(Settings()), IntegerOrWord("auto"));
  for (const std::string bad : {"0", "51", "40.0", "atuo", "", "99999999999999999999"}) {
    const Settings settings = settings_from_flag("k", bad);
    Reader reader(settings);
    EXPECT_EQ(read(reader), IntegerOrWord("auto"));
    const auto faults = faults_of([&] { reader.finish(); });
    ASSERT_EQ(faults.size(), 1u) << bad;
    EXPECT_EQ(faults[0].rule, std::string("must be a whole number between 1 and 50, or one of auto, until-agreement") +
                                  (bad == "atuo" ? "; did you mean auto?" : ""));
  }
}

TEST(Reader, ASeedHasAll64Bits) {
  const auto seed_of = [](const Settings& settings) { return Reader(settings).seed_or("k", 77); };
  EXPECT_EQ(seed_of(settings_from_flag("k", "18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(seed_of(settings_from_file("k = \"18446744073709551615\"")), UINT64_MAX);
  EXPECT_EQ(seed_of(settings_from_file("k = 9223372036854775807")), std::uint64_t{INT64_MAX});
  EXPECT_EQ(seed_of(settings_from_file("k = \"123\"")), 123u);
  EXPECT_EQ(seed_of(settings_from_flag("k", "0")), 0u);
  EXPECT_EQ(seed_of(Settings()), 77u);
  for (const std::string bad : {"-1", "18446744073709551616", "1.0", "", " 1", "1 ", "0x1", "x", "nan", "1e3"}) {
    for (const Settings& settings : {settings_from_flag("k", bad), settings_from_file("k = \"" + bad + "\"")}) {
      Reader reader(settings);
      EXPECT_EQ(reader.seed_or("k", 77), 77u) << bad;
      EXPECT_EQ(fault_count(reader), 1u) << bad;
    }
  }
  const Settings negative = settings_from_file("k = -1");
  Reader reader(negative);
  EXPECT_EQ(reader.seed_or("k", 77), 77u);
  EXPECT_EQ(fault_count(reader), 1u);
}

}  // namespace
}  // namespace sotto
