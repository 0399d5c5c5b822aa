// SPDX-License-Identifier: MIT
// What a node refuses before its first round: a setup whose parts do not fit together.
#include "sotto/consensus/node.hpp"

namespace sotto {

void Node::check(const Setup& setup) {
  check_covers(setup.plan, setup.objective.public_constants());
  if (setup.objective.dimension() != dimension(setup.domain))
    throw InvalidInput({"problem.dimension", std::to_string(setup.objective.dimension()),
                        "must be the domain's " + std::to_string(dimension(setup.domain))});
  if (const double beta = setup.averaging.mixing_rate; !(0 <= beta && beta <= 1))
    throw InvalidInput({"mixing rate", show(beta), "must lie in [0, 1]"});
  const bool lattice = setup.plan.on_lattice();
  if (lattice ? setup.noise.lattice() == nullptr : setup.noise.real() == nullptr)
    throw InvalidInput({"noise", lattice ? "in doubles" : "on a lattice",
                        lattice ? "a plan on the lattice needs lattice noise" : "a plan in doubles needs such noise"});
  if (setup.plan.is_masked() && lattice && setup.masks == nullptr)
    throw InvalidInput({"masks", "none", "a plan with masked sums on the lattice needs them"});
  const MaskedSums* sums = masked_sums(setup.plan.request().mechanism);
  if (sums == nullptr) return;
  const Roster roster = setup.roster.value_or(Roster(sums->members));
  if (roster.size() != sums->members || !roster.has(setup.id))
    throw InvalidInput(
        {"node", std::to_string(setup.id), "the masked sums have " + std::to_string(sums->members) + " members"});
}

/// The integers' bounds hold for one domain and one clip, so the node's must be the same.
const RecordSum& Node::lattice_objective(const Setup& setup) {
  const PlanRequest& request = setup.plan.request();
  const auto* objective = dynamic_cast<const RecordSum*>(&setup.objective);
  if (objective == nullptr)
    throw InvalidInput({"privacy.mechanism", "lattice", "the objective must be a sum over records (RecordSum)"});
  if (!(setup.domain == *request.lattice))
    throw InvalidInput({"problem.domain", "another", "a plan on the lattice holds for the domain it was made for"});
  const double able = objective->public_constants().record_sensitivity;
  if (setup.plan.is_masked() ? able > request.constants.record_sensitivity  // all members follow one plan
                             : able != request.constants.record_sensitivity)
    throw InvalidInput({"sensitivity", show(request.constants.record_sensitivity),
                        "a plan on the lattice must be made for the objective's own " + show(able)});
  return *objective;
}

}  // namespace sotto
