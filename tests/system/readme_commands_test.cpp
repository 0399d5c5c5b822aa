// SPDX-License-Identifier: MIT
// README's commands, one after another, as a person types them who has just cloned the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

/// Lines of README that are indented as code, without their remarks. Left out are commands that build, that want hosts
/// of others, and the one that other tests run (examples/06_three_sites).
Words commands_of_readme() {
  std::ifstream file(SOTTO_SOURCE_DIR "/README.md");
  Words commands;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("    ")) continue;
    const std::string command = line.substr(4, line.find(" #") - 4);
    const std::size_t end = command.find_last_not_of(' ');
    if (end == std::string::npos || command.starts_with(' ')) continue;  // a remark that goes on
    const bool elsewhere = command.starts_with("./dev") || command.starts_with("export") ||
                           contains(command, "M.toml") || contains(command, "06_three_sites");
    if (!elsewhere) commands.push_back(command.substr(0, end + 1));
  }
  return commands;
}

/// What a person declares who knows the clinics.
std::string filled_in(std::string text) {
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\n#records = 1000", "\nrecords = 400"},
                                                        {"\n#levels", "\nlevels"},
                                                        {"\n#epsilon", "\nepsilon"},
                                                        {"\n#delta", "\ndelta"},
                                                        {"\n#range", "\nrange"},
                                                        {"[LOWEST, HIGHEST]", "[0, 220]"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  return text;
}

TEST(Readme, ItsCommandsRunOnACloneOneAfterAnother) {
  const Program sotto;
  fs::copy(SOTTO_SOURCE_DIR "/examples", sotto.folder.path() / "examples", fs::copy_options::recursive);
  fs::path here = sotto.folder.path();
  const std::string programs = fs::path(shipped_program()).parent_path().string();
  std::size_t ran = 0;
  for (const std::string& command : commands_of_readme()) {
    if (command.starts_with("cd ")) {
      here /= command.substr(3);
      continue;
    }
    // Fewer trials than a person waits for.
    const Transcript said = run_subprocess({.words = {"/bin/bash", "-c", command},
                                            .folder = here,
                                            .environment = {{"PATH", programs + ":/usr/bin:/bin"},
                                                            {"SOTTO_RUN_TRIALS", "2"},
                                                            {"SOTTO_ADVICE_TRIALS", "2"},
                                                            {"SOTTO_ADVICE_MOST_ROUNDS", "3"},
                                                            {"SOTTO_ADVICE_NUMBERS", "1000"}}});
    EXPECT_EQ(said.code, 0) << command << "\n" << said.err;
    ++ran;
    if (!fs::exists(here / "my.toml")) continue;
    std::ostringstream text;
    text << std::ifstream(here / "my.toml").rdbuf();
    std::ofstream(here / "my.toml") << filled_in(text.str());
  }
  EXPECT_EQ(ran, 6U);
  EXPECT_TRUE(fs::exists(here / "fit/model.json"));
}

}  // namespace
}  // namespace sotto::test
