// SPDX-License-Identifier: MIT
#include "sotto/audit/hypothesis.hpp"

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/problem/quantised_sum.hpp"

namespace sotto {
namespace {

template <class Held>
class PlannedStep : public Hypothesis {
 public:
  PlannedStep(const Domain& domain, const Plan& plan, const Held& objective)
      : domain_(domain), plan_(plan), objective_(objective) {}
  double noise_scale(Round t) const final { return plan_.noise_scale(t).standard_deviation(); }

 protected:
  Domain domain_;
  Plan plan_;
  const Held& objective_;
};

class RealStep final : public PlannedStep<Objective> {
 public:
  using PlannedStep::PlannedStep;

  void estimate(Round t, std::span<const double> z, std::span<double> x) const override {
    const double eta = plan_.step(t);
    objective_.gradient(z, x);
    multiply_add(-eta, x, z, x);
    project(domain_, x);
  }
};

class LatticeArithmetic final : public PlannedStep<RecordSum> {
 public:
  using PlannedStep::PlannedStep;

  void estimate(Round t, std::span<const double> z, std::span<double> x) const override {
    std::vector<std::int64_t> steps(x.size());
    QuantisedSum scratch(x.size(), plan_.record_clip());
    objective_.shared_gradient(z, x);
    lattice_estimate(plan_.lattice_round(t), domain_, {.step = plan_.step(t), .z = z, .shared_gradient = x},
                     objective_.record_gradients(z, scratch), steps);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(steps[k]) * plan_.lattice_round(t).grid;
  }
};

}  // namespace

std::unique_ptr<Hypothesis> make_hypothesis(const Domain& domain, const Plan& plan, const Objective& objective) {
  if (plan.on_lattice())
    return std::make_unique<LatticeArithmetic>(domain, plan, dynamic_cast<const RecordSum&>(objective));
  return std::make_unique<RealStep>(domain, plan, objective);
}

}  // namespace sotto
