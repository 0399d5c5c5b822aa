// SPDX-License-Identifier: MIT
// What the program itself says of its commands and their options, read off its --help.
#pragma once

#include <string>
#include <vector>

#include "system/program.hpp"

namespace sotto::test {

struct ProgramOption {
  Words command;     ///< {"manifest", "sign"}
  std::string name;  ///< "--state", or "MANIFEST" where it is no flag
  std::string type;  ///< FILE, DIR, NEW-FILE, NEW-DIR, VALUE, ...; empty for a word that names no file

  bool is_flag() const { return name.starts_with("-"); }
  std::string text() const;  ///< "manifest sign --state"
};

/// Every command that is no group.
std::vector<Words> commands_of(const Program& sotto);

/// Every option of every command that takes a word: a new one is among them by itself.
std::vector<ProgramOption> options_with_a_word(const Program& sotto);

/// Every key of a configuration, as `sotto init` lists them, and those of a node's table.
Words configuration_keys_of(const Program& sotto);

}  // namespace sotto::test
