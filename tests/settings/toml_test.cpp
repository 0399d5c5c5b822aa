// SPDX-License-Identifier: MIT
// Files that can be read: types, places, and values quoted as they were written.
#include <gtest/gtest.h>

#include "settings/scratch.hpp"
#include "sotto/settings/settings.hpp"

namespace sotto {
namespace {

Setting only_value(const std::string& text) {
  const Settings settings = settings_from_file(text);
  EXPECT_EQ(settings.values().size(), 1u) << text;
  return settings.values().begin()->second.setting;
}

TEST(TomlFile, KeepsTomlsTypes) {
  EXPECT_EQ(std::get<bool>(only_value("a = true").value), true);
  EXPECT_EQ(std::get<std::int64_t>(only_value("a = -9223372036854775808").value), INT64_MIN);
  EXPECT_EQ(std::get<std::int64_t>(only_value("a = 0x10").value), 16);
  EXPECT_EQ(std::get<double>(only_value("a = 1e-5").value), 1e-5);
  EXPECT_EQ(std::get<std::string>(only_value("a = 'x'").value), "x");
}

TEST(TomlFile, QuotesAValueAsItWasWritten) {
  EXPECT_EQ(only_value("a = 1_000  # comment").written, "1_000");
  EXPECT_EQ(only_value("  a=\t\"\\u00e4\"  ").written, "\"\\u00e4\"");
  EXPECT_EQ(only_value("s = {ae = 'ä ö ü', b = {}} # 'x'").written, "'ä ö ü'");
  EXPECT_EQ(only_value("a = \"\"\"one\ntwo\"\"\"").written, "\"\"\"one...");
  EXPECT_EQ(only_value("\xEF\xBB\xBF"
                       "a = 4.50\r\n")
                .written,
            "4.50");
}

TEST(TomlFile, NamesTheLineOfAValue) {
  const ScratchFile file("# a comment\n\n[privacy]\nepsilon = 4\n");
  Settings settings;
  settings.add_file(file.path());
  EXPECT_EQ(settings.find("privacy.epsilon")->setting.place, file.path() + ":4");
  EXPECT_EQ(settings.find_table("privacy")->setting.place, file.path() + ":3");
}

TEST(TomlFile, SectionsDottedKeysAndInlineTablesAreTheSame) {
  for (const std::string text :
       {"[privacy]\nepsilon = 4", "privacy.epsilon = 4", "privacy = {epsilon = 4}", "[ 'privacy' ]\n\"epsilon\" = 4"})
    EXPECT_NE(settings_from_file(text).find("privacy.epsilon"), nullptr) << text;
}

TEST(TomlFile, AnEmptyFileSetsNothing) {
  for (const std::string text : {"", "\n\n", "# nothing\n", "\xEF\xBB\xBF", "  \t "}) {
    EXPECT_TRUE(settings_from_file(text).values().empty());
    EXPECT_TRUE(settings_from_file(text).tables().empty());
  }
}

TEST(TomlFile, OrderFollowsTheLinesNotTheAlphabet) {
  const Settings settings = settings_from_file("z = 1\nb = 2\n[y]\na = 3\n[c]\n");
  EXPECT_LT(settings.find("z")->order, settings.find("b")->order);
  EXPECT_LT(settings.find("b")->order, settings.find_table("y")->order);
  EXPECT_LT(settings.find("y.a")->order, settings.find_table("c")->order);
}

TEST(TomlFile, ALaterFileWinsOverAnEarlierOne) {
  const ScratchFile base("a = 1\nb = 1\n", "base.toml");
  Settings settings;
  settings.add_file(base.path());
  const ScratchFile over("a = 2\n", "over.toml");
  settings.add_file(over.path());
  EXPECT_EQ(settings.find("a")->setting.written, "2");
  EXPECT_EQ(settings.find("b")->setting.written, "1");
}

}  // namespace
}  // namespace sotto
