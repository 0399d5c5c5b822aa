// SPDX-License-Identifier: MIT
// What a message would be without its noise.
#include "sotto/audit/hypothesis.hpp"

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

void RealStep::estimate(Round t, std::span<const double> z, std::span<double> x) const {
  const double eta = plan_.step(t);
  objective_.gradient(z, x);
  multiply_add(-eta, x, z, x);
  project(domain_, x);
}

void LatticeArithmetic::estimate(Round t, std::span<const double> z, std::span<double> x) const {
  std::vector<std::int64_t> steps(x.size());
  QuantisedSum scratch(x.size(), plan_.record_clip());
  objective_.shared_gradient(z, x);
  lattice_estimate(plan_.lattice_round(t), domain_, {.step = plan_.step(t), .z = z, .shared_gradient = x},
                   objective_.record_gradients(z, scratch), steps);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(steps[k]) * plan_.lattice_round(t).grid;
}

std::unique_ptr<Hypothesis> make_hypothesis(const Domain& domain, const Plan& plan, const Objective& objective) {
  if (plan.on_lattice())
    return std::make_unique<LatticeArithmetic>(domain, plan, dynamic_cast<const RecordSum&>(objective));
  return std::make_unique<RealStep>(domain, plan, objective);
}

}  // namespace sotto
