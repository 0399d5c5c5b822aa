// SPDX-License-Identifier: MIT
// What plans promise and cost, inside other documents. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/json_values.hpp"

namespace sotto {

Json privacy_json(const Plan& plan);

/// Nodes with a promise of their own.
enum class Certificates { with, without };
Json nodes_json(const Scenario& scenario, const std::map<NodeId, Plan>& departing_plans, Certificates certificates);

}  // namespace sotto
