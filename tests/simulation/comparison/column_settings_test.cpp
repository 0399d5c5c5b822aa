// SPDX-License-Identifier: MIT
// The tables [[column]]: every key becomes what it says, is written down so that it reads back, or is refused.
#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"
#include "sotto/agreement/data_settings.hpp"

namespace sotto {
namespace {

/// The columns of a text; all faults are thrown.
std::vector<Column> columns_in(const std::string& toml) {
  const test::TemporaryFolder folder;
  Settings settings;
  settings.add_file((folder.path() / folder.write("c.toml", toml)).string());
  Reader reader(settings);
  std::vector<Column> columns = read_columns(reader);
  reader.finish();
  return columns;
}

Column column(const std::string& keys) {
  return columns_in("[[column]]\nname = \"c\"\n" + keys).at(0);
}

std::string refused(const std::string& keys) {
  try {
    column(keys);
  } catch (const InvalidInput& said) {
    return said.what();
  }
  return "";
}

TEST(ColumnSettings, EveryWordMeansWhatItSays) {
  EXPECT_EQ(column("").role, ColumnRole::feature);
  EXPECT_EQ(column("role = \"label\"").role, ColumnRole::label);
  EXPECT_EQ(column("role = \"node\"").role, ColumnRole::node);
  EXPECT_EQ(column("role = \"ignore\"").role, ColumnRole::ignore);
  EXPECT_EQ(column("").type, ColumnType::number);
  EXPECT_EQ(column("type = \"category\"").type, ColumnType::category);
  EXPECT_EQ(column("").scaling, Scaling::symmetric);
  EXPECT_EQ(column("scale = \"unit\"").scaling, Scaling::unit);
  EXPECT_EQ(column("scale = \"none\"").scaling, Scaling::none);
  EXPECT_FALSE(column("").unknown);
  EXPECT_EQ(column("unknown = \"refuse\"").unknown, UnknownLevel::refuse);
  EXPECT_EQ(column("unknown = \"drop\"").unknown, UnknownLevel::drop);
  EXPECT_EQ(column("unknown = \"none\"").unknown, UnknownLevel::none);
  EXPECT_TRUE(column("classes = true").classes);
  EXPECT_FALSE(column("classes = false").classes);
  EXPECT_EQ(column("repeat = 784").repeat, 784U);
}

TEST(ColumnSettings, RangesLevelsAndWordsAreTakenAsTheyAreSpelled) {
  const Column range = column("range = [-2, 3.5]");
  EXPECT_EQ(range.range->lowest, -2);
  EXPECT_EQ(range.range->highest, 3.5);
  EXPECT_EQ(column("levels = [\"no\", 1, 2.50, true]").levels, (std::vector<std::string>{"no", "1", "2.50", "true"}));
  EXPECT_EQ(column("missing_words = [\"-\", 9]").missing_words, (std::vector<std::string>{"-", "9"}));
  EXPECT_FALSE(column("").missing_words) << "the common ones hold";
  EXPECT_EQ(column("missing_words = []").missing_words, std::vector<std::string>()) << "none does";
}

TEST(ColumnSettings, ASubstituteIsEnoughToSayThatOneIsWanted) {
  EXPECT_FALSE(column("").missing);
  EXPECT_EQ(column("missing = \"drop\"").missing->action, MissingAction::drop);
  EXPECT_EQ(column("missing = \"refuse\"").missing->action, MissingAction::refuse);
  for (const char* keys : {"substitute = 4", "missing = \"substitute\"\nsubstitute = 4"}) {
    EXPECT_EQ(column(keys).missing->action, MissingAction::substitute);
    EXPECT_EQ(column(keys).missing->substitute, "4");
  }
  EXPECT_NE(refused("missing = \"substitute\"").find("column c.missing"), std::string::npos);
  EXPECT_NE(refused("missing = \"drop\"\nsubstitute = 4").find("column c.substitute = 4"), std::string::npos);
}

TEST(ColumnSettings, ThatAreWrittenDownReadBackTheSame) {
  const std::string all = R"(
[[column]]
name = "x \"y\""
repeat = 3
range = [-1, 1e100]
scale = "unit"
missing = "substitute"
substitute = "0.5"
missing_words = ["-", ""]
[[column]]
name = "town"
role = "node"
type = "category"
levels = ["A", "B|b"]
missing = "refuse"
[[column]]
name = "kind"
role = "label"
type = "category"
levels = ["no", "yes"]
classes = true
missing = "drop"
unknown = "drop"
[[column]]
name = "note"
role = "ignore"
)";
  const std::string once = columns_toml(columns_in(all));
  EXPECT_EQ(columns_toml(columns_in(once)), once);
  for (const char* line :
       {"repeat = 3", "range = [-1.0, 1e+100]", "scale = \"unit\"", "missing = \"substitute\"", "substitute = \"0.5\"",
        "missing_words = [\"-\", \"\"]", "role = \"node\"", "levels = [\"A\", \"B|b\"]", "classes = true",
        "unknown = \"drop\"", "role = \"ignore\"", "type = \"category\"", "missing = \"refuse\"", "missing = \"drop\""})
    EXPECT_NE(once.find(std::string("\n") + line + "\n"), std::string::npos) << line << " is not in" << once;
}

TEST(ColumnSettings, OfAnotherShapeAreRefusedByColumnAndKey) {
  const std::pair<const char*, const char*> cases[] = {
      {"range = [1, 1]", "column c.range = [1, ...]: must be [lowest, highest]"},
      {"range = [2, 1]", "two numbers that rise"},
      {"range = [1, 2, 3]", "two numbers that rise"},
      {"range = 3", "two numbers that rise"},
      {"range = [0, \"x\"]", "two numbers that rise"},
      {"range = [-1e308, 1e308]", "two numbers that rise"},
      {"repeat = 0", "column c.repeat = 0: must be a whole number"},
      {"repeat = 1000001", "must be a whole number"},
      {"repeat = 1.5", "must be a whole number"},
      {"levels = \"no\"", "column c.levels = \"no\": must be a list"},
      {"classes = \"yes\"", "must be true or false"},
      {"substitute = [1]", "must be a text"},
      {"scale = [\"unit\"]", "must be one of symmetric, unit, none"},
      {"unknown = \"keep\"", "must be one of refuse, drop, none"}};
  for (const auto& [keys, words] : cases) EXPECT_NE(refused(keys).find(words), std::string::npos) << refused(keys);
}

}  // namespace
}  // namespace sotto
