// SPDX-License-Identifier: MIT
// The whole command line as the parser knows it: the one source of help, completion and manual pages.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include "command.hpp"

namespace sotto::app {

struct CommandLine {
  struct Entry {
    Subcommand subcommand;
    const CLI::App* parser;
    const Command* command;
  };

  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  std::unique_ptr<CLI::App> program;
  std::list<Command> commands;
  std::vector<Entry> entries;
};

}  // namespace sotto::app
