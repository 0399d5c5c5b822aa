// SPDX-License-Identifier: MIT
// A node as the program runs it: over TLS, in real time, with its health on loopback, until it is done or told to stop.
#pragma once

#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {

/// Until the run is finished or a signal asks to stop. InvalidInput as NodeRunner says, and for an address or a port
/// that cannot be listened on (network).
NodeOutcome run_node(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer);

}  // namespace sotto
