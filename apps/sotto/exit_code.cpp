// SPDX-License-Identifier: MIT
// Exit codes of the program.
#include "exit_code.hpp"

namespace sotto::app {

ExitCode exit_code_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::configuration:
      return usage;
    case FaultKind::data:
      return data;
    case FaultKind::numerical:
    case FaultKind::entropy:  // no random bits, no noise: nothing can be computed
      return numerical;
    case FaultKind::store:
      return store;
    case FaultKind::network:
      return network;
    case FaultKind::budget:
      return budget_refused;
  }
  return usage;
}

}  // namespace sotto::app
