// SPDX-License-Identifier: MIT
// sotto init: prints a commented configuration to start from.
#include "command.hpp"
#include "output.hpp"
#include "sotto/experiment/configuration.hpp"
#include "sotto/report/json_report.hpp"

namespace sotto::app {

Runner add_init(CLI::App& program) {
  CLI::App* command = program.add_subcommand("init", "print a commented configuration to start from");
  auto options = std::make_shared<CommonOptions>();
  add_common_options(*command, *options);
  return [options] {
    print(options->json ? init_json() : sample_configuration());
    return ok;
  };
}

}  // namespace sotto::app
