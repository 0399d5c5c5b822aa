// SPDX-License-Identifier: MIT
// sotto init: prints a commented configuration to start from.
#include "command.hpp"
#include "output.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::app {
namespace {

void describe_init(Command&) {}

ExitCode init(const Command& command) {
  const std::string sample = sample_configuration();
  print(command.json() ? dump({{"schema", "sotto.init/1"}, {"configuration", sample}}) : sample);
  return ok;
}

}  // namespace

const Subcommand init_command{"init", "print a commented configuration to start from", describe_init, init};

}  // namespace sotto::app
