// SPDX-License-Identifier: MIT
// docs/demo.md shows what `sotto demo` prints, and README lines of a run, word for word and number for number.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

TEST(DemoPage, ShowsWhatTheDemonstrationPrints) {
  std::ifstream file(SOTTO_SOURCE_DIR "/docs/demo.md");
  std::stringstream readme;
  readme << file.rdbuf();
  const std::string text = readme.str(), opening = "```text\n";
  const std::size_t begin = text.find(opening);
  ASSERT_NE(begin, std::string::npos);
  const std::string shown = text.substr(begin + opening.size(), text.find("```", begin + 3) - begin - opening.size());
  EXPECT_EQ(ProgramWithConfiguration()({"demo"}).out, shown);
}

/// The lines of README's first block of text, in their order, among those of the run that it names.
TEST(Readme, ShowsLinesOfTheRunOnDataThatShips) {
  std::ifstream file(SOTTO_SOURCE_DIR "/README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  const std::string text = readme.str(), opening = "```text\n";
  const std::size_t begin = text.find(opening);
  ASSERT_NE(begin, std::string::npos);
  std::istringstream shown(text.substr(begin + opening.size(), text.find("```", begin + 3) - begin - opening.size()));
  ProgramWithConfiguration sotto;
  std::filesystem::copy(SOTTO_SOURCE_DIR "/examples/08_three_clinics", sotto.folder.path(),
                        std::filesystem::copy_options::recursive);
  const std::string printed = sotto({"run", "clinics.toml", "--quiet"}).out;
  int lines = 0;
  std::size_t from = 0;
  for (std::string line; std::getline(shown, line); ++lines) {
    from = printed.find(line + "\n", from);
    ASSERT_NE(from, std::string::npos) << line << "\nis not in\n" << printed;
  }
  EXPECT_EQ(lines, 8);
}

}  // namespace
}  // namespace sotto::test
