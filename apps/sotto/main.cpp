// SPDX-License-Identifier: MIT
// The program.
#include <csignal>

#include "command.hpp"
#include "output.hpp"

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe and a file-size limit are write errors, reported as such
  std::signal(SIGXFSZ, SIG_IGN);
  sotto::app::remember_command_line(count, words);
  return sotto::app::run_program(count, words);
}
