// SPDX-License-Identifier: MIT
// What happens on doubt. A broken objective or a broken plan is a bug. Which number broke it may depend on a record, so
// it is not told.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace sotto {

[[noreturn]] inline void send_nothing() {
  std::fputs("sotto: a value to be released is not finite or carries no noise; nothing was sent\n", stderr);
  std::abort();
}

}  // namespace sotto
