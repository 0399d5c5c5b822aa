// SPDX-License-Identifier: MIT
#include "sotto/problem/objective.hpp"

#include <vector>

namespace sotto {

void Objective::gradients(std::span<const double> points, std::span<double> out) const {
  const std::size_t p = dimension(), count = points.size() / p;
  std::vector<double> point(p), gradient_there(p);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < p; ++c) point[c] = points[c * count + k];
    gradient(point, gradient_there);
    for (std::size_t c = 0; c < p; ++c) out[c * count + k] = gradient_there[c];
  }
}

}  // namespace sotto
