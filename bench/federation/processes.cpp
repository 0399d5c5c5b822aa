// SPDX-License-Identifier: MIT
#include "processes.hpp"

#include <unistd.h>

#include <cstdio>

namespace sotto::bench {

NodeOptions options_of(const Rehearsal& rehearsal, NodeId node) {
  const RehearsedParty& party = rehearsal.parties[node];
  return {.manifest = rehearsal.manifest.string(),
          .data = party.data,
          .labels = "",
          .state = party.state,
          .listen = party.listen};
}

pid_t start_process(const Rehearsal& rehearsal, NodeId node) {
  std::fflush(stdout);  // what was printed and is not written yet would be written by both
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  const NodeOptions options = options_of(rehearsal, node);
  if (std::freopen("/dev/null", "w", stderr) == nullptr || std::freopen("/dev/null", "w", stdout) == nullptr)
    ::_exit(1);
  ::execl(SOTTO_PROGRAM, SOTTO_PROGRAM, "node", "--manifest", options.manifest.c_str(), "--data", options.data.c_str(),
          "--state", options.state.c_str(), "--listen", options.listen->text().c_str(), "--quiet", nullptr);
  ::_exit(1);
}

}  // namespace sotto::bench
