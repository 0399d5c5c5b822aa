// SPDX-License-Identifier: MIT
// What a node tells about its health on loopback: /healthz, /readyz and /metrics.
#pragma once

#include <string>

#include "sotto/federation/peer/health_door.hpp"
#include "sotto/federation/runner/node_status.hpp"

namespace sotto {

/// 404 for any other path. Metrics are Prometheus' text format: rounds and neighbours, nothing of a record.
HttpAnswer health_answer(const std::string& path, const NodeStatus& status);

}  // namespace sotto
