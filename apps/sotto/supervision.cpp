// SPDX-License-Identifier: MIT
// Lets the host's service manager watch a node.
#include "supervision.hpp"

#include <fmt/format.h>

#include "sotto/federation/runner/prepared_node.hpp"

namespace sotto::app {

void Supervision::happened(const NodeEvent& event) {
  screen_.happened(event);
  if (event.event == started_event) manager_.ready();  // it listens
  if (event.event == stopping_event) manager_.stopping();
}

/// From the loop: where it stands still, nobody says that it lives.
void Supervision::changed(const NodeStatus& status) {
  screen_.changed(status);
  const auto now = std::chrono::steady_clock::now();
  manager_.alive(now);
  std::string line = fmt::format("round {} of {}", status.round, status.last_round);
  for (const NeighbourStatus& one : status.neighbours)
    if (one.waited_for) line += fmt::format("; waits for {}", one.name);
  manager_.status(line, now);
}

}  // namespace sotto::app
