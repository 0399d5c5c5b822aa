// SPDX-License-Identifier: MIT
// What people are told while a node of masked sums waits.
#pragma once

#include <string>

#include "sotto/federation/runner/node_status.hpp"

namespace sotto {

/// What can be done when those who are waited for do not come back; empty where nobody has been silent for 10 s. A
/// neighbour is away when it is not connected; of a member behind others nobody here can say that, so it is to be asked
/// first. A sum needs every member: with trust in nobody there is nothing to say, since only a new manifest leaves
/// somebody out.
std::string words_on_waiting(const NodeStatus& status);

}  // namespace sotto
