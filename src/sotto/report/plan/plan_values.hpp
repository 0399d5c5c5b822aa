// SPDX-License-Identifier: MIT
// What plans promise and cost, inside other documents. Sources alone include this.
#pragma once

#include <map>

#include "sotto/consensus/certificate.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {

Json privacy_json(const Plan& plan);
Json certificate_value(const Certificate& certificate);

/// Nodes with a promise of their own, each with its certificate where there is one.
Json nodes_json(const std::map<NodeId, Plan>& departing_plans, const std::map<NodeId, Certificate>& certificates);

}  // namespace sotto
