// SPDX-License-Identifier: MIT
// The program.
#include <csignal>

#include "command.hpp"
#include "output.hpp"
#include "together.hpp"

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe and a file-size limit are write errors, reported as such
  std::signal(SIGXFSZ, SIG_IGN);
  sotto::app::begin_together(count, words);
  sotto::app::remember_command_line(count, words);
  return sotto::app::end_together(sotto::app::run_program(count, words));
}
