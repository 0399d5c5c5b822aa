// SPDX-License-Identifier: MIT
// What noise leaves in the released mean, exactly, where a theory says it.
#pragma once

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/graph.hpp"

namespace sotto {

/// The exact released error of mean estimation while no projection binds, (p/N) sum (t/T)^2 M_t^2, not yet divided
/// by ||x*||^2. Holds for steps eta_t = 1/(mu t), that is mu = L.
double exact_mean_estimation_error(const Plan& plan, double dimension, NodeId nodes);

}  // namespace sotto
