// SPDX-License-Identifier: MIT
// f_i(x) = r(x) + sum over records d of l(x; d), part by part: the shape whose sensitivity integers can hold.
#pragma once

#include "sotto/problem/objective.hpp"
#include "sotto/problem/quantised_sum.hpp"

namespace sotto {

class RecordSum : public Objective {
 public:
  /// The gradient of r: the same for every dataset of the declared size. It is treated as public.
  virtual void shared_gradient(std::span<const double> x, std::span<double> out) const = 0;

  /// The sum of the records' gradients at x: each record's is added to `scratch` (empty when it comes) exactly once.
  /// An objective whose records' gradients do not depend on x may hand out a sum it keeps.
  virtual const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& scratch) const = 0;
};

}  // namespace sotto
