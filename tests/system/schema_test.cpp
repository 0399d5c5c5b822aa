// SPDX-License-Identifier: MIT
// `sotto schema`: of configurations and of answers. What the other tests get by answer() keeps its schema too.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "system/leaks/program_options.hpp"
#include "system/schema_rules.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

Json configuration_schema() {
  return Json::parse(Program()({"schema", "configuration"}).out);
}

/// As editors see it.
Json json_of_toml(const std::string& text) {
  std::ostringstream json;
  json << toml::json_formatter{toml::parse(text)};
  return Json::parse(json.str());
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Schema, OfConfigurationsKnowsEveryKeyWithItsTypeAndSaysWhatIsUsual) {
  const Json sections = configuration_schema().at("properties");
  for (const std::string& key : configuration_keys_of(Program())) {
    const std::size_t dot = key.rfind('.');
    const Json& section = key.starts_with("node.") ? sections.at("node").at("patternProperties").at("^[0-9]+$")
                                                   : sections.at(key.substr(0, dot));
    ASSERT_TRUE(section.at("properties").contains(key.substr(dot + 1))) << key;
    const Json& one = section["properties"][key.substr(dot + 1)];
    EXPECT_TRUE(one.contains("type") || one.contains("enum") || one.contains("anyOf")) << key;
  }
  const Json& graph = sections.at("graph").at("properties");
  EXPECT_EQ(graph.at("kind").at("default"), "erdos-renyi");
  EXPECT_EQ(graph.at("edge_probability").at("maximum"), 1.0);
  EXPECT_EQ(sections.at("privacy").at("properties").at("delta").at("exclusiveMinimum"), 0.0);
  EXPECT_FALSE(sections.at("privacy").at("properties").at("epsilon").contains("default"));
}

TEST(Schema, OfConfigurationsTakesTheSampleAndEveryFileOfTheRepository) {
  const Json schema = configuration_schema();
  EXPECT_EQ(broken_rules(schema, json_of_toml(Program()({"init"}).out)), Words{});
  std::size_t files = 0;
  for (const char* folder : {"examples", "experiments", "examples/08_three_clinics"})
    for (const auto& entry : fs::directory_iterator(fs::path(SOTTO_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".toml" || contains(text_of(entry.path()), "[federation]")) continue;
      ++files;
      EXPECT_EQ(broken_rules(schema, json_of_toml(text_of(entry.path()))), Words{}) << entry.path();
    }
  EXPECT_GE(files, 10U);
}

TEST(Schema, OfConfigurationsRefusesWhatTheProgramRefuses) {
  const Json schema = configuration_schema();
  for (const char* text : {"[graph]\nkid = \"ring\"\n", "[grph]\nkind = \"ring\"\n", "[graph]\nkind = \"rng\"\n",
                           "[privacy]\ndelta = 0.0\n", "[algorithm]\nrounds = 0\n", "[algorithm]\nrounds = \"auto\"\n",
                           "[[column]]\nrole = \"label\"\n", "[[column]]\nname = \"a\"\nrange = [1]\n",
                           "[node.x]\nepsilon = 1\n", "[node.1]\nepsilonn = 1\n", "[sweep]\nx = \"graph.nodes\"\n",
                           "[sweep]\nx = \"graph.nodes\"\nvalues = [1]\nscales = \"log\"\n",
                           "[sweep]\nx = \"graph.nodes\"\nvalues = [1]\nmetrics = [\"acuracy\"]\n",
                           "[sweep]\nx = \"graph.nodes\"\nvalues = [1]\n[sweep.series.a]\nmethod = \"curater\"\n"})
    EXPECT_EQ(broken_rules(schema, json_of_toml(text)).size(), 1U) << text;
}

TEST(Schema, OfManifestsTakesTheExampleAndRefusesWhatAManifestMayNotHold) {
  const Json schema = Json::parse(Program()({"schema", "manifest-file"}).out);
  const std::string manifest = text_of(fs::path(SOTTO_SOURCE_DIR) / "examples/06_three_sites/manifest.toml.in");
  EXPECT_EQ(broken_rules(schema, json_of_toml(manifest)), Words{});
  for (const char* more : {"[run]\ntrials = 3\n", "[sweep]\nx = \"graph.nodes\"\nvalues = [1]\n",
                           "[node.7]\nname = \"a\"\naddress = \"a:1\"\npublic_key = \"k\"\n"})
    EXPECT_EQ(broken_rules(schema, json_of_toml(manifest + more)).size(), 1U) << more;
}

TEST(Schema, OfSweepsKnowsTheKeysOfTheirPage) {
  const std::string page = text_of(fs::path(SOTTO_SOURCE_DIR) / "docs/sweeps.md");
  const Json keys = configuration_schema().at("properties").at("sweep").at("properties");
  EXPECT_GE(keys.size(), 11U);
  for (const auto& [key, schema] : keys.items())
    EXPECT_TRUE(contains(page, "`" + key + "`") || contains(page, "[sweep." + key)) << key;
  for (const Json& metric : keys.at("metrics").at("items").at("enum"))
    EXPECT_TRUE(contains(page, "`" + metric.get<std::string>() + "`")) << metric;
}

TEST(Schema, ConfigurationReferenceIsWhatTheProgramPrints) {
  EXPECT_EQ(text_of(fs::path(SOTTO_SOURCE_DIR) / "docs/configuration.md"),
            Program()({"schema", "configuration", "--markdown"}).out)
      << "sotto schema configuration --markdown > docs/configuration.md";
}

/// Every object with keys of ours: one key more is refused, and one that is required less.
void expect_strict(const Json& schema, const Json& answered) {
  Json more = answered;
  more["planted"] = 1;
  EXPECT_EQ(broken_rules(schema, more), Words{"/planted: is not known"});
  for (const Json& key : schema.at("required")) {
    Json less = answered;
    less.erase(key.get<std::string>());
    EXPECT_EQ(broken_rules(schema, less), Words{": lacks " + key.get<std::string>()});
  }
}

TEST(Schema, OfAnAnswerRefusesAPlantedKeyAndALostOne) {
  const ProgramWithConfiguration sotto;
  for (const auto& [words, name] :
       std::vector<std::pair<Words, std::string>>{{{"run", "small.toml", "--out", "o"}, "sotto.run/1"},
                                                  {{"plan", "small.toml"}, "sotto.plan/1"},
                                                  {{"graph", "--nodes", "5"}, "sotto.graph/1"},
                                                  {{"init"}, "sotto.init/1"},
                                                  {{"account", "small.toml"}, "sotto.account/1"},
                                                  {{"schema"}, "sotto.schemas/1"}})
    expect_strict(schema_of(name), answer(sotto(words + Words{"--json"}), name));
  const Json planned = answer(sotto({"plan", "small.toml", "--json"}), "sotto.plan/1");
  Json changed = planned;
  changed["certificate"]["epsilon"] = "4";
  EXPECT_FALSE(broken_rules(schema_of("sotto.plan/1"), changed).empty()) << "a text for a number, inside";
  changed = planned;
  changed["certificate"]["planted"] = 1;
  EXPECT_FALSE(broken_rules(schema_of("sotto.plan/1"), changed).empty()) << "a planted key, inside";
}

TEST(Schema, OfEveryNameIsASchemaOfRulesThatAreKnownHere) {
  const Program sotto;
  std::istringstream names(sotto({"schema"}).out);
  std::size_t count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    const Json schema = Json::parse(sotto({"schema", name}).out);
    EXPECT_EQ(schema.at("$schema"), "http://json-schema.org/draft-07/schema#") << name;
    EXPECT_EQ(schema.at("additionalProperties"), false) << name;
    for (const std::string& broken : broken_rules(schema, Json::object()))
      EXPECT_FALSE(contains(broken, "rule")) << name;
    if (name == "configuration" || name == "manifest-file") continue;
    const std::string title = schema.at("title");
    EXPECT_TRUE(title.starts_with("sotto." + name + "/")) << title;
    EXPECT_EQ(schema.at("properties").at("schema").at("const"), title);
    EXPECT_EQ(sotto({"schema", title}).out, sotto({"schema", name}).out);
  }
  EXPECT_GE(count, 30U);
  const Transcript wrong = sotto({"schema", "rnu"});
  expect_text_refusal(wrong, 2);
  EXPECT_TRUE(contains(wrong.err, "did you mean run?")) << wrong.err;
}

/// A schema that no test holds a real answer to may be false. Tests get answers by answer() and kept_answer().
TEST(Schema, OfEveryAnswerIsHeldToARealOne) {
  std::string tests;
  for (const auto& entry : fs::directory_iterator(fs::path(SOTTO_SOURCE_DIR) / "tests/system"))
    if (entry.path().extension() == ".cpp" && contains(text_of(entry.path()), "answer("))
      tests += text_of(entry.path());
  const Program sotto;
  std::istringstream names(sotto({"schema"}).out);
  std::size_t count = 0;
  for (std::string name; std::getline(names, name); ++count)
    if (name != "configuration" && name != "manifest-file")
      EXPECT_TRUE(
          contains(tests, "\"" + Json::parse(sotto({"schema", name}).out).at("title").get<std::string>() + "\""))
          << name;
  EXPECT_GE(count, 30U);
}

/// An answer that somebody adds needs a schema: all names that the sources of answers write.
TEST(Schema, IsThereForEveryAnswerThatACommandGives) {
  const std::string listed = "\n" + Program()({"schema"}).out;
  std::size_t found = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SOTTO_SOURCE_DIR) / "apps/sotto")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string source = text_of(entry.path());
    const std::string begin = "{\"schema\", \"sotto.";
    for (std::size_t at = source.find(begin); at != std::string::npos; at = source.find(begin, at + 1)) {
      const std::size_t from = at + begin.size();
      ++found;
      const std::string name = source.substr(from, source.find('/', from) - from);
      EXPECT_TRUE(contains(listed, "\n" + name + "\n")) << name;
    }
  }
  EXPECT_GE(found, 12U);
}

}  // namespace
}  // namespace sotto::test
