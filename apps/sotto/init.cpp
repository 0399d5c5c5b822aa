// SPDX-License-Identifier: MIT
// sotto init: prints a commented configuration to start from.
#include "command.hpp"
#include "output.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::app {

void describe_init(Command&) {}

ExitCode init(const Command& command) {
  print(command.json() ? init_json() : sample_configuration());
  return ok;
}

}  // namespace sotto::app
