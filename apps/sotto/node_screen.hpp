// SPDX-License-Identifier: MIT
// What people see of a running node: a live table on a terminal, a line of JSON for each event elsewhere.
#pragma once

#include <chrono>
#include <memory>

#include "sotto/federation/runner/node_status.hpp"

namespace sotto::app {

/// On stderr. `quiet`: alarms only.
std::unique_ptr<NodeObserver> make_node_screen(bool quiet);

/// "00:06:12".
std::string clock_text(std::chrono::seconds seconds);

/// The neighbours of a node, and what it waits for.
std::string status_text(const NodeStatus& status);

}  // namespace sotto::app
