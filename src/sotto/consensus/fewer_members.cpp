// SPDX-License-Identifier: MIT
// The plan of masked sums when members are lost.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sotto/consensus/plan.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {

Plan for_fewer_members(const Plan& plan, std::uint32_t members) {
  Plan::Contents fewer = *plan.contents_;
  MaskedSums& sums = std::get<MaskedSums>(fewer.request.mechanism);
  if (fewer.lattice.empty() || members > sums.members)
    throw std::logic_error("members of masked sums on the lattice can only become fewer");
  const double of_all = plan.contents_->hiding();
  sums.members = members;
  Faults faults;
  check(fewer.request.mechanism, faults);
  faults.throw_if_any();
  const Threat threat = plan.threat();
  for (Round t = 1; t <= fewer.lattice.size(); ++t) {
    LatticeRound& round = fewer.lattice[t - 1];
    // Rounded down: the loop finds the least one, whatever the digits of the root.
    round.sigma =
        std::max(round.sigma, static_cast<std::uint64_t>(static_cast<double>(round.sigma) *
                                                         std::sqrt(of_all / fewer.hiding()) * (1 - 4 * few_ulps)));
    const auto is_dearer = [&] {
      return fewer.cost(t, threat) > plan.cost(t) ||
             fewer.noise_distance(t, threat) > plan.contents_->noise_distance(t, threat);
    };
    while (is_dearer()) ++round.sigma;
    fewer.sigma_in_range(t - 1, static_cast<double>(round.sigma));
    fewer.noise_scales[t - 1] = static_cast<double>(round.sigma) * round.grid;
  }
  fewer.total_variation = fewer.discrete_noise_distances();
  fewer.alpha_spent = fewer.sum_of_costs_from_above();
  fewer.refuse_sums_that_wrap();
  return Plan(std::move(fewer));
}

}  // namespace sotto
