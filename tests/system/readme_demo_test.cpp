// SPDX-License-Identifier: MIT
// README shows what `sotto demo` prints, word for word and number for number.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

TEST(Readme, ShowsWhatTheDemonstrationPrints) {
  std::ifstream file(SOTTO_SOURCE_DIR "/README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  const std::string text = readme.str(), opening = "```text\n";
  const std::size_t begin = text.find(opening);
  ASSERT_NE(begin, std::string::npos);
  const std::string shown = text.substr(begin + opening.size(), text.find("```", begin + 3) - begin - opening.size());
  EXPECT_EQ(ProgramWithConfiguration()({"demo"}).out, shown);
}

}  // namespace
}  // namespace sotto::test
