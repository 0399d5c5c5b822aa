// SPDX-License-Identifier: MIT
// Gamma-distributed numbers by Marsaglia and Tsang's rejection (2000), in operations that give the same bits
// everywhere.
#include "sotto/dataset/gamma.hpp"

#include <bit>
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

double exp_of_nonpositive(double x) {
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // k times the high part is exact
  constexpr double taylor[] = {
      1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};
  if (!(x > -700)) return 0;
  const double k = std::floor(x / (ln2_high + ln2_low) + 0.5);
  const double r = (x - k * ln2_high) - k * ln2_low;
  const auto exponent = static_cast<std::uint64_t>(1023 + static_cast<int>(k)) << 52;
  return horner(taylor, r) * std::bit_cast<double>(exponent);
}

}  // namespace sotto
