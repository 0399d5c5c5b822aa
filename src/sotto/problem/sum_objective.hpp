// SPDX-License-Identifier: MIT
// The sum of objectives, f = sum f_i: what all nodes minimise together, and what a trusted curator would hold.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/objective.hpp"

namespace sotto {

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

}  // namespace sotto
