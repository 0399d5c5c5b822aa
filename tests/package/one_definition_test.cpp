// SPDX-License-Identifier: MIT
// A type of one name is defined in one header: two of them in one program break it without a word.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

/// Where each type of a namespace is defined: "sotto::Graph" -> its headers. Code in a namespace is not indented, so
/// that what stands at the beginning of a line lies in no class and no function.
using Definitions = std::map<std::string, std::set<std::string>>;

void add_types_of(const fs::path& header, Definitions& defined) {
  static const std::regex opens("namespace ([\\w:]+) \\{"),
      defines("(?:struct|class|enum class|enum|union) (?:alignas\\([^)]*\\) )?(\\w+)(?: final)?(?: :.*| \\{.*)?");
  std::ifstream file(header);
  std::vector<std::string> inside{""};  // of each namespace that is open, the innermost last
  std::smatch found;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, found, opens))
      inside.push_back(inside.back() + std::string(found[1]) + "::");
    else if (line.starts_with("}  // namespace"))
      inside.pop_back();
    else if (std::regex_match(line, found, defines))
      defined[inside.back() + std::string(found[1])].insert(header.string());
}

TEST(OneDefinition, NoTypeIsDefinedInTwoHeaders) {
  Definitions defined;
  for (const char* folder : {"/src", "/apps", "/python/core"})
    for (const auto& entry : fs::recursive_directory_iterator(std::string(SOTTO_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".hpp") add_types_of(entry.path(), defined);
  EXPECT_GT(defined.size(), 500u);
  EXPECT_TRUE(defined.contains("sotto::Released"));
  for (const auto& [type, headers] : defined)
    EXPECT_EQ(headers.size(), 1u) << type << " is defined in " << *headers.begin() << " and in " << *headers.rbegin();
}

}  // namespace
}  // namespace sotto::test
