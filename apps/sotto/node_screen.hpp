// SPDX-License-Identifier: MIT
// What people see of a running node: a live table on a terminal, a line of JSON for each event elsewhere.
#pragma once

#include <memory>

#include "sotto/federation/runner/node_status.hpp"

namespace sotto::app {

/// On stderr. `quiet`: alarms only.
std::unique_ptr<NodeObserver> make_node_screen(bool quiet);

}  // namespace sotto::app
