// SPDX-License-Identifier: MIT
// docs/paper_map.md and docs/errata.md against the paper, the sources and the tests, both ways.
#if defined(__GNUC__) && \
    !defined(__clang__)  // g++ 12 under sanitizers sees uninitialised values inside its own <regex>
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace sotto {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

const fs::path root = SOTTO_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Every match of `pattern`; its groups joined by a dot.
Names all_matches(const std::string& text, const char* pattern) {
  Names found;
  const std::regex expression(pattern);
  for (std::sregex_iterator m(text.begin(), text.end(), expression), end; m != end; ++m)
    found.insert(m->size() > 2 ? (*m)[1].str() + "." + (*m)[2].str() : (*m)[1].str());
  return found;
}

Names tests_under(const fs::path& folder) {
  Names tests;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cpp")
      tests.merge(all_matches(text_of(entry.path()), R"(TEST\((\w+),\s*(\w+)\))"));
  return tests;
}

Names tests_named_in(const std::string& document) {
  return all_matches(document, R"(`([A-Z]\w*)\.(\w+)`)");
}

std::string the_map() {
  return text_of(root / "docs/paper_map.md");
}
std::string the_errata() {
  return text_of(root / "docs/errata.md");
}

void expect_subset(const Names& part, const Names& whole, const char* what) {
  for (const std::string& name : part) EXPECT_TRUE(whole.contains(name)) << name << ": " << what;
}

TEST(PaperMap, HasEveryLabelOfThePaperAndNoOther) {
  if (!fs::exists(root / "../shared")) GTEST_SKIP() << "../shared is absent";
  std::string paper;
  for (const auto& entry : fs::directory_iterator(root / "../shared/paper"))
    if (entry.path().extension() == ".txt") paper += text_of(entry.path());
  const Names in_paper = all_matches(paper, R"(\\label\{([^}]*)\})"),
              in_map = all_matches(the_map(), R"(\n\| `([^`]*)`)");
  EXPECT_GT(in_paper.size(), 60u);
  expect_subset(in_paper, in_map, "a label that the map does not have");
  expect_subset(in_map, in_paper, "not a label of the paper");
}

TEST(PaperMap, NamesOnlyFilesThatExist) {
  const Names files = all_matches(the_map(), R"(`((?:[a-z_]+/)+\w+\.[ch]pp)`)");
  EXPECT_GT(files.size(), 10u);
  for (const std::string& file : files) EXPECT_TRUE(fs::exists(root / "src/sotto" / file)) << file;
}

TEST(PaperMap, NamesOnlyTestsThatExistAndEveryTestOfThePaper) {
  const Names in_sources = tests_under(root / "tests");
  Names in_documents = tests_named_in(the_map());
  in_documents.merge(tests_named_in(the_errata()));
  expect_subset(in_documents, in_sources, "no such test");
  Names of_paper = tests_under(root / "tests/paper");
  std::erase_if(of_paper, [](const std::string& name) { return name.starts_with("PaperMap."); });
  EXPECT_GT(of_paper.size(), 40u);
  expect_subset(of_paper, in_documents, "a test that neither the map nor the errata name");
}

TEST(PaperMap, EveryErratumHasASectionWithATestOfItsNumber) {
  const std::string errata = the_errata();
  Names sections;
  for (const std::string& number : all_matches(errata, R"(\n## (E\d+) )")) sections.insert("Erratum" + number);
  Names suites, named;
  for (const std::string& test : tests_under(root / "tests/paper"))
    if (test.starts_with("ErratumE")) {
      suites.insert(test.substr(0, test.find('.')));
      EXPECT_TRUE(tests_named_in(errata).contains(test)) << test << " is not in errata.md";
    }
  EXPECT_EQ(sections.size(), 10u);
  EXPECT_EQ(sections, suites);
}

TEST(PaperMap, TheseProgramsAreBuiltFromAllTheTestsOfTheirFolder) {
  // A source that CMake does not know would leave its tests named but never run.
  const std::string cmake = text_of(root / "tests/paper/CMakeLists.txt");
  for (const auto& entry : fs::directory_iterator(root / "tests/paper"))
    if (entry.path().extension() == ".cpp") {
      EXPECT_NE(cmake.find(entry.path().filename().string()), std::string::npos) << entry.path();
    }
}

}  // namespace
}  // namespace sotto
