// SPDX-License-Identifier: MIT
#include "processes.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace sotto::bench {

NodeOptions options_of(const Rehearsal& rehearsal, NodeId node) {
  const RehearsedParty& party = rehearsal.parties[node];
  return {.manifest = rehearsal.manifest.string(),
          .data = party.data,
          .labels = "",
          .state = party.state,
          .listen = party.listen};
}

long memory_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
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
