// SPDX-License-Identifier: MIT
// Gamma-distributed numbers by Marsaglia and Tsang's rejection (2000), in operations that give the same bits
// everywhere.
#include "sotto/data/dataset/gamma.hpp"

#include <cmath>

#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

/// Marsaglia's polar method.
double draw_normal(RandomSequence& random) {
  for (;;) {
    const double u = 2 * random.uniform() - 1, v = 2 * random.uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

/// Uniform in (0, 1].
double draw_positive(RandomSequence& random) {
  return 1 - random.uniform();
}

}  // namespace

double draw_log_gamma(RandomSequence& random, double shape) {
  // G(a) = G(a + 1) U^(1/a) brings a shape below 1 to where the rejection works.
  if (shape < 1) {
    const double above = draw_log_gamma(random, shape + 1);
    return above + portable_log(draw_positive(random)) / shape;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random), root = 1 + c * x, v = root * root * root;
    const double log_u = portable_log(draw_positive(random));
    if (root <= 1e-100) continue;
    const double log_v = portable_log(v);
    if (log_u < 0.5 * x * x + d - d * v + d * log_v) return portable_log(d) + log_v;
  }
}

}  // namespace sotto
