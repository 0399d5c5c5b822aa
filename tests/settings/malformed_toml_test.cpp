// SPDX-License-Identifier: MIT
// Files that cannot be read: each is refused with place and rule, without a word from it, and none ends the process.
#include <gtest/gtest.h>

#include "settings/malformed_texts.hpp"
#include "settings/scratch.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

void expect_fully_described(const std::vector<Fault>& faults, const std::string& text, const std::string& path) {
  ASSERT_FALSE(faults.empty()) << printable(text);
  for (const Fault& fault : faults) {
    EXPECT_EQ(fault.field + fault.value, "configuration file") << "neither a key nor a value: " << printable(text);
    EXPECT_FALSE(fault.rule.empty()) << printable(text);
    EXPECT_TRUE(is_utf8(to_text(fault))) << printable(text);
    unsigned line = 0, column = 0;
    ASSERT_TRUE(fault.place.starts_with(path)) << fault.place;
    EXPECT_EQ(std::sscanf(fault.place.c_str() + path.size(), ":%u:%u", &line, &column), 2) << fault.place;
    EXPECT_GE(line, 1u);
    EXPECT_GE(column, 1u);
  }
}

TEST(MalformedToml, IsRefusedWithFileLineAndColumn) {
  EXPECT_GE(malformed().size(), 40u);
  for (const auto* list : {&malformed(), &unwanted()})
    for (const std::string& text : *list) {
      const ScratchFile file(text);
      Settings settings;
      expect_fully_described(faults_of([&] { settings.add_file(file.path()); }), text, file.path());
      EXPECT_TRUE(settings.values().empty()) << "nothing of a refused file is kept";
    }
}

TEST(MalformedToml, SaysWhereItIsAndInWhichPartOfTheLanguage) {
  const ScratchFile file("[privacy]\nepsilon = 4\ndelta = 1e-5x\n");
  const auto faults = faults_of([&] { Settings().add_file(file.path()); });
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].rule, "is not valid TOML, in a floating-point");
  EXPECT_TRUE(faults[0].place.starts_with(file.path() + ":3:")) << faults[0].place;
}

TEST(MalformedToml, OfAnotherKindIsGuessedAt) {
  const auto rule_of = [](const std::string& text) {
    const ScratchFile file(text);
    return faults_of([&] { Settings().add_file(file.path()); }).at(0).rule;
  };
  EXPECT_EQ(rule_of("name,age\nAlice,44\n"),
            "is not valid TOML, in a key-value pair; this looks like rows of data, not like TOML");
  EXPECT_EQ(rule_of("-----BEGIN PRIVATE KEY-----\nMC4C\n"),
            "is not valid TOML, in a key-value pair; this looks like a private key, not like TOML");
}

TEST(MalformedToml, EveryValueThatIsNoSettingIsReportedInTheOrderOfTheLines) {
  const ScratchFile file("z = [1]\nb = 1\na = 1979-05-27\n[c.d.e.f]\n");
  const auto faults = faults_of([&] { Settings().add_file(file.path()); });
  ASSERT_EQ(faults.size(), 3u);
  EXPECT_EQ(to_text(faults[0]), "configuration file: must be one value, not an array (" + file.path() + ":1:5)");
  EXPECT_EQ(to_text(faults[1]), "configuration file: must be one value, not a date or time (" + file.path() + ":3:5)");
  EXPECT_TRUE(faults[2].place.starts_with(file.path() + ":4:")) << faults[2].place;
}

TEST(MalformedToml, RandomChangesToTextNeverEndTheProcess) {
  const ScratchFile file("");
  RandomSequence random(7, {.stream = Stream::data});
  std::vector<std::string> seeds = malformed();
  seeds.insert(seeds.end(), unwanted().begin(), unwanted().end());
  seeds.push_back("[privacy]\nepsilon = 4.0 # x\ndelta = 1e-5\n[graph]\nkind = \"ring\"\nnodes = {a = 1, b.c = 2}\n");
  for (int trial = 0; trial < 1000; ++trial) {
    std::string text = seeds[random.below(seeds.size())] + "\n" + seeds[random.below(seeds.size())];
    for (std::uint64_t k = random.below(4); k > 0; --k)
      text[random.below(text.size())] =
          static_cast<char>(random.below(4) == 0 ? random.below(256) : 0x20 + random.below(0x5f));
    std::ofstream(file.path(), std::ios::binary) << text;
    Settings settings;
    const auto faults = faults_of([&] { settings.add_file(file.path()); });
    if (!faults.empty()) expect_fully_described(faults, text, file.path());
  }
}

TEST(UnreadableFile, IsRefusedByName) {
  const ScratchFile file("");
  std::string deep = "[a";
  for (int k = 0; k < 100000; ++k) deep += ".a";
  const ScratchFile nested(deep + "]\n", "deep.toml");
  const ScratchFile large("#" + std::string(300 * 1024, 'x'), "large.toml");
  for (const std::string& path : {file.folder(), file.folder() + "/absent.toml", std::string(), nested.path(),
                                  large.path(), std::string("/dev/zero"), file.path() + "/below"}) {
    const auto faults = faults_of([&] { Settings().add_file(path); });
    ASSERT_EQ(faults.size(), 1u) << path;
    EXPECT_EQ(faults[0].field, "configuration file");
    EXPECT_EQ(faults[0].value, shown(path));
    EXPECT_FALSE(faults[0].rule.empty());
  }
}

TEST(UnreadableFile, SaysWhy) {
  const ScratchFile file("");
  const auto rule_of = [](const std::string& path) { return faults_of([&] { Settings().add_file(path); }).at(0).rule; };
  EXPECT_EQ(rule_of(file.folder()), "must be a plain file, not a directory");
  EXPECT_EQ(rule_of(file.folder() + "/absent.toml"), "cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace sotto
