// SPDX-License-Identifier: MIT
// Typed reading: what each kind of value takes, and what it gives instead of a refused one.
#include "sotto/settings/reader.hpp"

#include <gtest/gtest.h>

#include "settings/scratch.hpp"

namespace sotto {
namespace {

/// What a read gives, and the rules it says were broken.
template <class Value>
struct Outcome {
  Value value;
  std::vector<std::string> rules;
};

template <class Read>
auto outcome(const Settings& settings, Read read) {
  Reader reader(settings);
  Outcome<decltype(read(reader))> result{read(reader), {}};
  for (const Fault& fault : faults_of([&] { reader.finish(); })) result.rules.push_back(fault.rule);
  return result;
}

using Rules = std::vector<std::string>;

TEST(Reader, ARealTakesWholeNumbersToo) {
  const auto read = [](Reader& reader) { return reader.real("k", positive_finite()); };
  for (const Settings& settings : {settings_from_file("k = 4"), settings_from_file("k = 4.0"),
                                   settings_from_flag("k", "4"), settings_from_flag("k", "4e0")}) {
    EXPECT_EQ(outcome(settings, read).value, 4.0);
    EXPECT_EQ(outcome(settings, read).rules, Rules{});
  }
}

TEST(Reader, NanAndInfinityAreRefusedWithTheRulesText) {
  for (const RealRule& rule :
       {any_finite(), positive_finite(), non_negative_finite(), probability_open(), within({.least = 0, .most = 9}),
        strictly_within({.least = 0, .most = 9}), RealRule{.text = "anything", .ends = any_finite().ends}})
    for (const std::string text : {"nan", "-nan", "+nan", "inf", "-inf", "+inf", "1e999"}) {
      const auto read = [&](Reader& reader) { return reader.real("k", rule); };
      std::vector<Settings> given = {settings_from_flag("k", text)};
      if (text != "1e999") given.push_back(settings_from_file("k = " + text));  // TOML itself refuses that one
      for (const Settings& settings : given) {
        const auto result = outcome(settings, read);
        EXPECT_EQ(result.rules, Rules{"must be " + rule.text}) << text;
        EXPECT_EQ(result.value, rule.placeholder);
      }
    }
}

TEST(Reader, AnAbsentRealIsRequiredOrReplacedOrNothing) {
  const Settings none;
  const auto required = outcome(none, [](Reader& r) { return r.real("k", positive_finite()); });
  EXPECT_EQ(required.rules, Rules{"is required: a finite number > 0"});
  EXPECT_EQ(outcome(none, [](Reader& r) { return r.real_or("k", 7, positive_finite()); }).value, 7);
  EXPECT_EQ(outcome(none, [](Reader& r) { return r.real_or("k", 7, positive_finite()); }).rules, Rules{});
  EXPECT_EQ(outcome(none, [](Reader& r) { return r.optional_real("k", positive_finite()); }).value, std::nullopt);
}

TEST(Reader, AStringOrTruthWhereANumberIsWantedIsRefused) {
  for (const std::string text : {"k = \"4\"", "k = true", "k = ''", "k = \"nan\""}) {
    const Settings settings = settings_from_file(text);
    const auto real = outcome(settings, [](Reader& r) { return r.real_or("k", 7, any_finite()); });
    EXPECT_EQ(real.rules, Rules{"must be a finite number"});
    EXPECT_EQ(real.value, 7);
    const auto integer = outcome(settings, [](Reader& r) { return r.integer("k", {.least = 3, .most = 9}); });
    EXPECT_EQ(integer.rules, Rules{"must be a whole number between 3 and 9"});
    EXPECT_EQ(integer.value, 3);
  }
}

TEST(Reader, AnIntegerIsWholeAndInItsRange) {
  const auto read = [](Reader& reader) { return reader.integer("k", {.least = 1, .most = 100}); };
  for (const std::string good : {"1", "100", "42", "+7"}) {
    EXPECT_EQ(outcome(settings_from_flag("k", good), read).rules, Rules{});
    EXPECT_EQ(outcome(settings_from_file("k = " + good), read).value, std::stoll(good));
  }
  for (const std::string bad : {"10.0", "1e1", "0", "101", "-1", "nan", "", " 4 ", "4abc", "99999999999999999999"}) {
    EXPECT_EQ(outcome(settings_from_flag("k", bad), read).rules, Rules{"must be a whole number between 1 and 100"});
    EXPECT_EQ(outcome(settings_from_flag("k", bad), read).value, 1);
  }
  EXPECT_EQ(outcome(settings_from_file("k = 10.0"), read).rules, Rules{"must be a whole number between 1 and 100"});
  EXPECT_EQ(outcome(Settings(), read).rules, Rules{"is required: a whole number between 1 and 100"});
  EXPECT_EQ(outcome(Settings(), [](Reader& r) { return r.integer_or("k", 9, {.least = 1}); }).value, 9);
}

TEST(Reader, AChoiceListsWhatIsAllowedAndSuggestsTheNearest) {
  const auto read = [](Reader& r) { return r.choice_or("k", "ring", {"ring", "star", "complete"}); };
  EXPECT_EQ(outcome(settings_from_file("k = 'star'"), read).value, "star");
  EXPECT_EQ(outcome(settings_from_flag("k", "star"), read).value, "star");
  EXPECT_EQ(outcome(Settings(), read).value, "ring");
  EXPECT_EQ(outcome(settings_from_flag("k", "compelte"), read).rules,
            Rules{"must be one of ring, star, complete; did you mean complete?"});
  for (const Settings& bad : {settings_from_flag("k", ""), settings_from_flag("k", "\xff"), settings_from_file("k = 3"),
                              settings_from_file("k = true")}) {
    EXPECT_EQ(outcome(bad, read).rules, Rules{"must be one of ring, star, complete"});
    EXPECT_EQ(outcome(bad, read).value, "ring");
  }
}

}  // namespace
}  // namespace sotto
