// SPDX-License-Identifier: MIT
// Exit codes of the program: documented, stable.
#pragma once

#include "sotto/input/invalid_input.hpp"

namespace sotto::app {

enum ExitCode : int {
  ok = 0,
  answered_no = 1,
  usage = 2,
  data = 3,
  numerical = 4,
  network = 5,
  budget_refused = 6,
  store = 7,
  cannot_tell = 8,  ///< a check came to no answer
  interrupted = 130
};

ExitCode exit_code_of(FaultKind kind);

}  // namespace sotto::app
