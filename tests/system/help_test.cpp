// SPDX-License-Identifier: MIT
// Help, completion and manual pages: one command line, seen four times.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "system/leaks/program_options.hpp"
#include "system/program.hpp"

namespace sotto::test {
namespace {

std::string joined(const Words& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

/// Every flag of a command's --help, switches too.
Words flags_in(const std::string& help) {
  static const std::regex flag(R"((^|\n)  (-[a-zA-Z],)?(--[a-z-]+))");
  Words found;
  for (std::sregex_iterator each(help.begin(), help.end(), flag), end; each != end; ++each) found.push_back((*each)[3]);
  return found;
}

TEST(Help, OfABareProgramListsCommandsInGroupsWithExamples) {
  const Program sotto;
  const Transcript said = sotto({});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, sotto({"--help"}).out);
  std::size_t at = 0;
  for (const char* part : {"Examples:\n", "Try it:\n", "Plan:\n", "Check:\n", "Federation:\n", "Help:\n"}) {
    const std::size_t found = said.out.find(part);
    ASSERT_NE(found, std::string::npos) << part << said.out;
    EXPECT_GT(found, at) << part;
    at = found;
  }
}

TEST(Help, ExamplesNameCommandsThatThereAre) {
  const Program sotto;
  std::istringstream lines(sotto({}).out);
  std::size_t examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  sotto ")) continue;
    ++examples;
    const std::string command = line.substr(8, line.find(' ', 8) - 8);
    EXPECT_EQ(sotto({"help", command}).code, 0) << line;
  }
  EXPECT_GE(examples, 5U);
}

TEST(Help, CompletionAndManualPagesAnswerInJsonToo) {
  const Program sotto;
  for (const auto& [words, schema] :
       std::vector<std::pair<Words, std::string>>{{{"help", "run"}, "sotto.help/1"},
                                                  {{"completion", "fish"}, "sotto.completion/1"},
                                                  {{"man", "run"}, "sotto.man/1"}})
    EXPECT_EQ(answer(sotto(words + Words{"--json"}), schema).at("text"), sotto(words).out) << words[0];
}

TEST(Help, HasTwoSpellings) {
  const Program sotto;
  for (const Words& command : {Words{}, Words{"run"}, Words{"manifest"}, Words{"manifest", "sign"}})
    EXPECT_EQ(sotto(Words{"help"} + command).out, sotto(command + Words{"--help"}).out) << joined(command);
  EXPECT_EQ(sotto({"-V"}).out, sotto({"--version"}).out);
  EXPECT_EQ(sotto({"-V"}).code, 0);
  const Transcript wrong = sotto({"help", "rum"});
  expect_text_refusal(wrong, 2);
  EXPECT_TRUE(contains(wrong.err, "did you mean run?")) << wrong.err;
}

TEST(Completion, AndManualPagesKnowEveryCommandAndEveryFlag) {
  const Program sotto;
  const std::string bash = sotto({"completion", "bash"}).out, zsh = sotto({"completion", "zsh"}).out,
                    fish = sotto({"completion", "fish"}).out;
  std::size_t flags = 0;
  for (const Words& command : commands_of(sotto)) {
    const std::string path = "'" + joined(command) + "'";
    const std::string page = std::regex_replace(sotto(Words{"man"} + command).out, std::regex(R"(\\-)"), "-");
    for (const std::string* script : {&bash, &zsh}) EXPECT_TRUE(contains(*script, "    " + path + ")")) << path;
    const std::string of_bash =
        bash.substr(bash.find("    " + path + ")"),
                    bash.find(";;", bash.find("    " + path + ")")) - bash.find("    " + path + ")"));
    for (const std::string& flag : flags_in(sotto(command + Words{"--help"}).out)) {
      ++flags;
      EXPECT_TRUE(contains(of_bash, flag)) << path << flag;
      EXPECT_TRUE(contains(page, "\\fB" + flag + "\\fR")) << path << flag << page;
      const std::regex line("__sotto_at '\\\\''" + joined(command) + "'\\\\''[^\n]* -l " + flag.substr(2) + " ");
      EXPECT_TRUE(std::regex_search(fish, line)) << path << flag;
    }
  }
  EXPECT_GE(flags, 150U) << "the help was not understood";
}

/// What bash offers behind these words.
Words offered(const Program& sotto, const std::string& line) {
  sotto.folder.write("offer.sh",
                     "source sotto.bash\nCOMP_WORDS=(" + line +
                         ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sotto\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const Transcript said = run_subprocess({.words = {"/bin/bash", "-eu", "offer.sh"}, .folder = sotto.folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.err, "");
  std::filesystem::remove(sotto.folder.path() / "offer.sh");
  std::istringstream lines(said.out);
  Words words;
  for (std::string word; std::getline(lines, word);)
    if (!word.empty()) words.push_back(word);
  return words;
}

TEST(Completion, OfBashOffersWhatMayStandThere) {
  const Program sotto;
  sotto.folder.write("sotto.bash", sotto({"completion", "bash"}).out);
  EXPECT_EQ(run_subprocess({.words = {"/bin/bash", "-n", "sotto.bash"}, .folder = sotto.folder.path()}).code, 0);
  EXPECT_EQ(offered(sotto, "sotto fed"), Words{"federate"});
  EXPECT_EQ(offered(sotto, "sotto manifest si"), Words{"sign"});
  EXPECT_EQ(offered(sotto, "sotto run small.toml --tri"), Words{"--trials"});
  EXPECT_EQ(offered(sotto, "sotto plan --adv"), Words{"--advise"});
  EXPECT_EQ(offered(sotto, "sotto run --out fed"), Words{}) << "the word of an option is not a command";
  EXPECT_EQ(offered(sotto, "sotto run --adv"), Words{}) << "an option of another command";
}

/// An autoloaded file is run once in the place of the function that it defines: without a call the first TAB is lost.
TEST(Completion, OfZshAnswersTheFirstTabToo) {
  EXPECT_TRUE(contains(Program()({"completion", "zsh"}).out, "then _sotto \"$@\"; else compdef _sotto sotto"));
}

TEST(Completion, KnowsThreeShells) {
  const Transcript said = Program()({"completion", "tcsh"});
  expect_text_refusal(said, 2);
  EXPECT_TRUE(contains(said.err, "bash, zsh or fish"));
}

TEST(Manual, IsRoffThatGroffTakesWithoutAWord) {
  const Program sotto;
  ASSERT_EQ(sotto({"man", "--out", "pages"}).code, 0);
  std::size_t pages = 0;
  for (const auto& page : std::filesystem::directory_iterator(sotto.folder.path() / "pages")) {
    ++pages;
    const std::string text = sotto.folder.read("pages/" + page.path().filename().string());
    for (const char* part : {".TH SOTTO", "\n.SH NAME\n", "\n.SH SYNOPSIS\n", "\n.SH OPTIONS\n", "\n.SH EXIT STATUS\n"})
      EXPECT_TRUE(contains(text, part)) << page << part;
    if (!std::filesystem::exists("/usr/bin/groff")) continue;
    const Transcript said = run_subprocess(
        {.words = {"/usr/bin/groff", "-man", "-ww", "-Tascii", page.path().string()}, .folder = sotto.folder.path()});
    EXPECT_EQ(said.code, 0) << page;
    EXPECT_EQ(said.err, "") << page;
  }
  EXPECT_GE(pages, 35U);
  expect_text_refusal(sotto({"man", "--out", "pages"}), 2);
}

}  // namespace
}  // namespace sotto::test
