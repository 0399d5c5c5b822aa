// SPDX-License-Identifier: MIT
// sotto help, sotto man and sotto completion: three views of the one command line.
#include <filesystem>

#include "command_tree.hpp"
#include "completion.hpp"
#include "manual_page.hpp"
#include "output.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

ExitCode say(const Command& command, const char* schema, const std::string& text) {
  print(command.json() ? dump({{"schema", schema}, {"text", text}}) : text);
  return ok;
}

std::vector<std::string> path_given(const Command& command) {
  std::vector<std::string> path;
  for (const char* name : {"COMMAND", "SUBCOMMAND"})
    if (!command.path(name).empty()) path.push_back(command.path(name));
  return path;
}

void takes_command_name(Command& command) {
  command.takes_path("COMMAND", "a command, such as run or budget", Command::Wanted::optional);
  command.takes_path("SUBCOMMAND", "one of the command's own, such as show of budget", Command::Wanted::optional);
}

ExitCode help(const Command& command) {
  const std::string text = help_of(path_given(command));
  return say(command, "sotto.help/1", command.json() ? text : fitted(text));
}

void describe_completion(Command& command) {
  command.takes_path("SHELL", "bash, zsh or fish");
}

ExitCode completion(const Command& command) {
  const std::string& shell = command.path("SHELL");
  const auto tree = command_tree();
  if (shell == "bash") return say(command, "sotto.completion/1", bash_completion(tree));
  if (shell == "zsh") return say(command, "sotto.completion/1", zsh_completion(tree));
  if (shell == "fish") return say(command, "sotto.completion/1", fish_completion(tree));
  throw InvalidInput({"SHELL", shown(shell), "must be bash, zsh or fish"});
}

void describe_man(Command& command) {
  takes_command_name(command);
  command.takes_value("--out", Command::Wanted::optional, "write the pages of all commands into this new folder",
                      Command::Names::new_folder);
}

void write_pages(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::create_directory(folder, error))
    throw InvalidInput(
        {"--out", printable_path(folder), error ? "cannot be made: " + error.message() : "exists already"},
        error ? FaultKind::store : FaultKind::configuration);
  for (const CommandText& one : command_tree())
    write_new({.key = "--out", .path = folder + "/" + manual_page_name(one) + ".1"}, manual_page(one));
}

ExitCode man(const Command& command) {
  if (!command.value("--out").empty()) {
    write_pages(command.value("--out"));
    return ok;
  }
  std::string path;
  const std::vector<std::string> words = path_given(command);
  for (const std::string& word : words) path += (path.empty() ? "" : " ") + word;
  for (const CommandText& one : command_tree())
    if (one.path == path) return say(command, "sotto.man/1", manual_page(one));
  return say(command, "sotto.man/1", help_of(words));  // throws, and says which word is wrong
}

}  // namespace

const Subcommand help_command{"help", "what a command does and takes", takes_command_name, help};
const Subcommand completion_command{"completion", "a script that completes commands and options in a shell",
                                    describe_completion, completion};
const Subcommand man_command{"man", "the manual page of a command, for man -l", describe_man, man};

}  // namespace sotto::app
