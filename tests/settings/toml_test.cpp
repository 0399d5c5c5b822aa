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

TEST(TomlFile, TheTableSweepIsKeptApartWithListsAndAnyNames) {
  EXPECT_FALSE(settings_from_file("a = 1\n[swept]\n").sweep().has_value());
  EXPECT_TRUE(settings_from_file("[sweep]\n").sweep()->empty());
  const Settings settings =
      settings_from_file("a = 1\n[sweep]\nz = [1, 'x', true, 2.5]\nb = []\n[sweep.series.\"a b.\\u00e9\"]\nc.d = 4\n");
  EXPECT_EQ(settings.values().size(), 1u) << "nothing of it is an ordinary setting";
  EXPECT_TRUE(settings.tables().empty());
  const std::vector<SweepEntry>& entries = *settings.sweep();
  std::vector<std::vector<std::string>> paths;
  for (const SweepEntry& entry : entries) paths.push_back(entry.path);
  const std::string name = "a b.\xC3\xA9";
  EXPECT_EQ(paths, (std::vector<std::vector<std::string>>{
                       {"z"}, {"b"}, {"series"}, {"series", name}, {"series", name, "c"}, {"series", name, "c", "d"}}));
  ASSERT_EQ(entries[0].values.size(), 4u);
  EXPECT_TRUE(entries[0].is_list);
  EXPECT_EQ(entries[0].values[1].written, "'x'");
  EXPECT_EQ(std::get<double>(entries[0].values[3].value), 2.5);
  EXPECT_TRUE(entries[1].is_list && entries[1].values.empty());
  EXPECT_TRUE(entries[3].is_table);
  EXPECT_FALSE(entries[5].is_list || entries[5].is_table);
  EXPECT_TRUE(entries[5].place.ends_with("run.toml:6")) << entries[5].place;
}

TEST(TomlFile, TheTableSweepHoldsValuesAndListsOfThemAlone) {
  const std::vector<Fault> faults = faults_of([] {
    settings_from_file(
        "[sweep]\na = [{b = 1}]\nc = [[1]]\nd = 1979-05-27\ne = [1, 07:32:00]\n[[sweep.f]]\ng = 1\n"
        "[sweep.1.2.3.4.5.6]\nh = 1\n[privacy]\nepsilon = [1]\n");
  });
  const std::vector<std::string> lines{":2:", ":3:", ":4:", ":5:", ":6:", ":9:", ":11:"};
  ASSERT_EQ(faults.size(), lines.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_EQ(faults[k].field + faults[k].value, "configuration file");
    EXPECT_NE(faults[k].place.find("run.toml" + lines[k]), std::string::npos) << faults[k].place;
  }
  EXPECT_EQ(faults[2].rule, "must be a text, a number, true or false, or a list of them");
  EXPECT_TRUE(faults[2].place.ends_with("run.toml:4:5")) << faults[2].place;
  EXPECT_EQ(faults[5].rule, "is nested too deep");
  EXPECT_EQ(faults_of([] { settings_from_file("sweep = 3"); }).size(), 0u) << "a key like any other, and unknown";
}

}  // namespace
}  // namespace sotto
