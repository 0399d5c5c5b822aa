// SPDX-License-Identifier: MIT
// Steps and Laplace scales that decay geometrically, the noise more slowly, within a pure epsilon.
#pragma once

#include <vector>

#include "sotto/privacy/schedule.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// step_t = first_step step_ratio^(t-1), scale_t proportional to noise_ratio^(t-1); 0 < step_ratio < noise_ratio < 1.
struct GeometricDecay {
  double first_step;
  double step_ratio;
  double noise_ratio;
};

/// Our choice from public constants (Huang, Mitra and Vaidya leave it free). The first step is 2/(mu+L), the longest
/// that contracts for sure. step_ratio = L/(mu+L) makes all steps together less than 2/mu, however many rounds there
/// are: of a distance along curvature mu the part prod_t (1 - mu step_t) is never walked, nothing if mu = L and e^-2 as
/// L/mu grows. noise_ratio = step_ratio^(1/3) makes the noise of all rounds together, sum scale_t^2, smallest.
GeometricDecay decay_for(const Curvature& curvature);

/// What one message costs: a record moves it by at most step_t sensitivity in the L1 norm.
struct PureBudget {
  double epsilon;
  double sensitivity;
};

struct GeometricSchedule {
  std::vector<double> steps;
  std::vector<double> noise_scales;  ///< b of the density exp(-|x|/b)/(2b)
};

/// For some rounds: sum_t step_t sensitivity / scale_t is epsilon, or an ulp below. Refuses (InvalidInput) numbers
/// that are not as above or do not fit double precision.
GeometricSchedule geometric_schedule(const GeometricDecay& decay, const PureBudget& budget, Round rounds);

}  // namespace sotto
