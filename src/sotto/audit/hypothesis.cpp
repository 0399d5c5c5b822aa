// SPDX-License-Identifier: MIT
// What a message would be without its noise.
#include "sotto/audit/hypothesis.hpp"

namespace sotto {

void RealStep::estimate(Round t, std::span<const double> z, std::span<double> x) const {
  const double eta = plan_.step(t);
  objective_.gradient(z, x);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = z[k] - eta * x[k];
  project(domain_, x);
}

std::unique_ptr<Hypothesis> make_hypothesis(const Domain& domain, const Plan& plan, const Objective& objective) {
  return std::make_unique<RealStep>(domain, plan, objective);
}

}  // namespace sotto
