// SPDX-License-Identifier: MIT
// What plans promise and cost, inside other documents. Sources alone include this.
#pragma once

#include <map>

#include "sotto/agreement/agreement.hpp"
#include "sotto/consensus/certificate.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {

Json privacy_json(const Plan& plan);

/// What Stage II of a plan comes to: nothing with masked sums, where nobody disagrees.
StageTwo stage_two_of(const Plan& plan, const Agreement& agreement);

/// trust_text() for programs.
Json trust_json(const Agreement& agreement);

/// "masked_sums": whom the promise rests on, and what all others together are held to; null where nothing holds them.
void add_masked_sums(Json& json, const MaskedSums& sums, std::optional<double> epsilon_all);
/// That of a plan; mixing rounds, acceleration and output where they are not the default.
void add_mechanism(Json& json, const Plan& plan);
Json certificate_value(const Certificate& certificate);

/// Nodes with a promise of their own, each with its certificate where there is one.
Json nodes_json(const std::map<NodeId, Plan>& departing_plans, const std::map<NodeId, Certificate>& certificates);

}  // namespace sotto
