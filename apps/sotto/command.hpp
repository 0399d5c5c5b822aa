// SPDX-License-Identifier: MIT
// What all subcommands share: how one is added, and how it answers.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.hpp"

namespace sotto::app {

struct CommonOptions {
  bool json = false;
  bool quiet = false;
};

/// Adds --json and --quiet to a subcommand.
inline void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "answer as JSON, on failure too");
  command.add_flag("-q,--quiet", options.quiet, "no progress and no remarks");
}

/// A subcommand adds itself to the program and returns what runs it.
using Runner = std::function<ExitCode()>;
Runner add_init(CLI::App& program);
Runner add_plan(CLI::App& program);
Runner add_run(CLI::App& program);
Runner add_graph(CLI::App& program);
Runner add_demo(CLI::App& program);

}  // namespace sotto::app
