// SPDX-License-Identifier: MIT
// What a node tells about its health on loopback: /healthz, /readyz and /metrics.
#pragma once

#include <functional>
#include <string>

#include "sotto/federation/peer/health_door.hpp"
#include "sotto/federation/runner/node_status.hpp"

namespace sotto {

/// What an operator wants to be warned of before it stops a node.
struct Reserves {
  std::int64_t budget_units_left;      ///< of alpha, in the ledger that pays
  std::int64_t certificate_not_after;  ///< seconds since 1970
};

/// 404 for any other path. Metrics are Prometheus' text format: rounds, neighbours and reserves, nothing of a record.
/// Reserves are looked up for metrics alone.
HttpAnswer health_answer(const std::string& path, const NodeStatus& status, const std::function<Reserves()>& reserves);

}  // namespace sotto
