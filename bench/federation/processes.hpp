// SPDX-License-Identifier: MIT
// Nodes of a rehearsal as processes of their own.
#pragma once

#include <sys/types.h>

#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/federation/runner/node_runner.hpp"

namespace sotto::bench {

NodeOptions options_of(const Rehearsal& rehearsal, NodeId node);

/// Resident memory of a process, in KiB.
long memory_of(pid_t process);

/// The program that ships; silent.
pid_t start_process(const Rehearsal& rehearsal, NodeId node);

}  // namespace sotto::bench
