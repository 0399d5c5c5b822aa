// SPDX-License-Identifier: MIT
// The sum of objectives.
#include "sotto/problem/sum_objective.hpp"

#include <algorithm>

namespace sotto {

double SumObjective::value(std::span<const double> x) const {
  double sum = 0;
  for (const Objective* f : terms_) sum += f->value(x);
  return sum;
}

void SumObjective::gradient(std::span<const double> x, std::span<double> out) const {
  std::vector<double> term(out.size());
  std::fill(out.begin(), out.end(), 0.0);
  for (const Objective* f : terms_) {
    f->gradient(x, term);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += term[k];
  }
}

PublicConstants SumObjective::public_constants() const {
  PublicConstants sum{.curvature = {0, 0}, .record_sensitivity = 0, .gradient_bound = 0};
  for (const Objective* f : terms_) {
    const PublicConstants term = f->public_constants();
    sum.curvature.strong_convexity += term.curvature.strong_convexity;
    sum.curvature.smoothness += term.curvature.smoothness;
    sum.record_sensitivity = std::max(sum.record_sensitivity, term.record_sensitivity);
    sum.gradient_bound += term.gradient_bound;
    sum.uses_record_count = sum.uses_record_count || term.uses_record_count;
  }
  return sum;
}

}  // namespace sotto
