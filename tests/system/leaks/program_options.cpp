// SPDX-License-Identifier: MIT
// The program's own words on its options.
#include "system/leaks/program_options.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace sotto::test {
namespace {

/// Lines under every heading of --help but those of options and examples.
Words lines_of_commands(const std::string& help) {
  std::istringstream lines(help);
  Words found;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with(":") && !line.starts_with(" "))
      inside = line != "Options:" && line != "Positionals:" && line != "Examples:";
    else if (line.empty())
      inside = false;
    else if (inside)
      found.push_back(line);
  }
  return found;
}

/// Lines under a heading of --help, up to the next empty line.
Words lines_under(const std::string& help, const std::string& heading) {
  std::istringstream lines(help);
  Words found;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line.empty()) break;
    if (inside) found.push_back(line);
    inside = inside || line == heading;
  }
  return found;
}

std::string help_of(const Program& sotto, const Words& command) {
  const Transcript said = sotto(command + Words{"--help"});
  EXPECT_EQ(said.code, 0) << said.err;
  return said.out;
}

void add_commands(const Program& sotto, const Words& group, std::vector<Words>& commands) {
  static const std::regex name(R"(^  ([a-z-]+) .*)");
  const Words inner = lines_of_commands(help_of(sotto, group));
  if (inner.empty()) commands.push_back(group);
  std::smatch found;
  for (const std::string& line : inner)
    if (std::regex_match(line, found, name)) add_commands(sotto, group + Words{found[1]}, commands);
}

}  // namespace

std::string ProgramOption::text() const {
  std::string all;
  for (const std::string& word : command) all += word + " ";
  return all + name;
}

std::vector<Words> commands_of(const Program& sotto) {
  std::vector<Words> commands;
  add_commands(sotto, {}, commands);
  return commands;
}

std::vector<ProgramOption> options_with_a_word(const Program& sotto) {
  static const std::regex positional(R"(^  ([A-Z]+)( (?!REQUIRED)([A-Z-]+))?( REQUIRED)?( .*)?$)");
  static const std::regex flag(R"(^  (-[a-z],)?(--[a-z-]+) ([A-Z=-]+)( .*)?$)");
  std::vector<ProgramOption> options;
  std::smatch found;
  for (const Words& command : commands_of(sotto)) {
    const std::string help = help_of(sotto, command);
    for (const std::string& line : lines_under(help, "Positionals:"))
      if (std::regex_match(line, found, positional)) options.push_back({command, found[1], found[3]});
    for (const std::string& line : lines_under(help, "Options:"))
      if (std::regex_match(line, found, flag)) options.push_back({command, found[2], found[3]});
  }
  return options;
}

Words configuration_keys_of(const Program& sotto) {
  static const std::regex section(R"(^\[([a-z]+)\].*)"), key(R"(^#?([a-z_]+) = .*)");
  std::istringstream lines(sotto({"init"}).out);
  Words keys{"node.0.file",  "node.0.labels_file", "node.0.records", "node.0.epsilon",
             "node.0.delta", "node.0.accountant",  "node.0.schedule"};
  std::string inside;
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, found, section)) inside = found[1];
    if (std::regex_match(line, found, key)) keys.push_back(inside + "." + found[1].str());
  }
  return keys;
}

}  // namespace sotto::test
