// SPDX-License-Identifier: MIT
// What docs/library.md shows of the library is what is compiled, and what it prints is what it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace sotto {
namespace {

const std::string source_folder = SOTTO_SOURCE_DIR;

std::string text_of(const std::string& name) {
  std::ifstream file(source_folder + "/" + name);
  EXPECT_TRUE(file) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The lines of a text that hold more than blanks, without indentation.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start != std::string::npos) lines.push_back(line.substr(start));
  }
  return lines;
}

/// What stands in the first ```cpp block.
std::string cpp_block_of(const std::string& markdown) {
  const std::string fence = "```cpp\n";
  const std::size_t start = markdown.find(fence);
  if (start == std::string::npos) return {};
  const std::size_t first = start + fence.size();
  return markdown.substr(first, markdown.find("```", first) - first);
}

/// The first line of `wanted` that does not follow its predecessor in `lines`, or nothing.
std::string first_missing(const std::vector<std::string>& wanted, const std::vector<std::string>& lines) {
  auto from = lines.begin();
  for (const std::string& line : wanted) {
    from = std::find(from, lines.end(), line);
    if (from == lines.end()) return line;
    ++from;
  }
  return {};
}

struct Finished {
  int status;
  std::string output;
};

Finished run(const std::string& program) {
  std::FILE* pipe = ::popen(("'" + program + "'").c_str(), "r");
  std::string output;
  for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  return {.status = pipe == nullptr ? -1 : ::pclose(pipe), .output = output};
}

TEST(Readme, ShowsLinesOfTheFirstExampleInTheirOrder) {
  const std::vector<std::string> shown = lines_of(cpp_block_of(text_of("docs/library.md")));
  EXPECT_GE(shown.size(), 10u);
  EXPECT_EQ(first_missing(shown, lines_of(text_of("examples/01_mean.cpp"))), "");
}

TEST(Readme, ALineThatTheExampleDoesNotHoldOrHoldsEarlierIsNoticed) {
  EXPECT_EQ(first_missing({"a", "c"}, {"a", "b", "c"}), "");
  EXPECT_EQ(first_missing({"a", "d"}, {"a", "b", "c"}), "d");
  EXPECT_EQ(first_missing({"c", "a"}, {"a", "b", "c"}), "a");
}

TEST(Examples, TheFirstPrintsWhatTheReadmeSays) {
  const auto [status, output] = run(EXAMPLE_01_MEAN);
  EXPECT_EQ(status, 0);
  ASSERT_EQ(output.substr(0, 15), "released mean: ");
  EXPECT_NE(text_of("docs/library.md").find(output), std::string::npos) << output;
}

}  // namespace
}  // namespace sotto
