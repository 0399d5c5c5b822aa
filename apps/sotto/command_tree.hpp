// SPDX-License-Identifier: MIT
// Commands and their options as plain text, read off the parser: for completion and for manual pages.
#pragma once

#include <string>
#include <vector>

namespace sotto::app {

struct OptionText {
  std::vector<std::string> names;  ///< "--quiet", "-q"; of a word without a flag its name, "CONFIG"
  std::string type;                ///< what it takes: FILE, DIR, VALUE, ...; empty: a switch, or any word
  std::string help;
  bool is_flag;  ///< it begins with a dash
  bool takes_word;
  bool required;
};

struct CommandText {
  std::string path;  ///< "manifest sign"; empty: the program itself
  std::string help;
  std::string heading;  ///< under which the help of the program lists it
  std::string footer;
  std::vector<OptionText> options;
  std::vector<std::string> subcommands;      ///< names, not paths
  std::vector<std::string> subcommand_help;  ///< of each
};

/// The program first, then every group and every command, in the order of --help.
std::vector<CommandText> command_tree();

/// What `sotto PATH --help` prints. Throws InvalidInput where there is no such command.
std::string help_of(const std::vector<std::string>& path);

}  // namespace sotto::app
