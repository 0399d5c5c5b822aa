// SPDX-License-Identifier: MIT
// A sum of objectives, and its minimiser found without privacy: for simulations and tests only.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// f = sum f_i: what all nodes minimise together, and what a trusted curator would hold.
class SumObjective final : public Objective {
 public:
  /// The terms must outlive the sum.
  explicit SumObjective(std::span<const Objective* const> terms) : terms_(terms.begin(), terms.end()) {}

  std::size_t dimension() const override { return terms_.front()->dimension(); }
  double value(std::span<const double> x) const override;
  void gradient(std::span<const double> x, std::span<double> out) const override;

  /// Curvatures and gradient bounds add; one record belongs to one term, so the sensitivity is the largest.
  PublicConstants public_constants() const override;

 private:
  std::vector<const Objective*> terms_;
};

/// Nesterov's projected gradient descent for known mu and L, until the last step proves that the distance left is below
/// `tolerance` times the domain's diameter, or rounding lets it come no nearer.
std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance = 1e-13);

}  // namespace sotto
