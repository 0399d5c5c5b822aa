// SPDX-License-Identifier: MIT
// The program.
#include <malloc.h>

#include <csignal>

#include "command.hpp"
#include "output.hpp"
#include "together.hpp"

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe and a file-size limit are write errors, reported as such
  std::signal(SIGXFSZ, SIG_IGN);
  // Large vectors go back to the system when they are given back: a network's, while it is made, would else lie beside
  // its messages.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  sotto::app::begin_together(count, words);
  sotto::app::remember_command_line(count, words);
  return sotto::app::end_together(sotto::app::run_program(count, words));
}
