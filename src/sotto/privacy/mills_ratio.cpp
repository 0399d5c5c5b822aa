// SPDX-License-Identifier: MIT
// The Mills ratio of the standard normal.
#include "sotto/privacy/mills_ratio.hpp"

#include <array>
#include <cmath>

namespace sotto {
namespace {

/// From here on Laplace's continued fraction converges to the last bit within 160/x terms and a few.
constexpr double fraction_from = 3.0;

/// The c of m(x) = 1/(x + c): c = 1/(x + 2/(x + 3/(x + ...))), evaluated from the inside out.
double continued_fraction(double x) {
  double c = 0;
  for (int k = 10 + static_cast<int>(160 / x); k >= 1; --k) c = k / (x + c);
  return c;
}

/// Half the 16-point Gauss-Legendre rule on [-1, 1] (the other half mirrors it). Exact to degree 31; the slope is
/// analytic with its nearest trouble far away, so one panel of width 1/2 is exact in doubles.
struct GaussNode {
  double at;
  double weight;
};
constexpr std::array<GaussNode, 8> gauss_legendre_16{{{0.09501250983763744, 0.1894506104550685},
                                                      {0.2816035507792589, 0.1826034150449236},
                                                      {0.45801677765722737, 0.16915651939500254},
                                                      {0.6178762444026438, 0.14959598881657674},
                                                      {0.755404408355003, 0.12462897125553388},
                                                      {0.8656312023878318, 0.09515851168249279},
                                                      {0.9445750230732326, 0.062253523938647894},
                                                      {0.9894009349916499, 0.027152459411754096}}};
constexpr double widest_panel = 0.5;

}  // namespace

double mills_ratio(double x) {
  if (x >= fraction_from) return 1 / (x + continued_fraction(x));
  constexpr double sqrt_half_pi = 1.2533141373155002512;
  return sqrt_half_pi * std::exp(0.5 * x * x) * std::erfc(x * 0.70710678118654752440);
}

double mills_slope(double x) {
  if (x < fraction_from) return 1 - x * mills_ratio(x);
  const double c = continued_fraction(x);
  return c / (x + c);  // 1 - x/(x + c)
}

double mills_drop(const MillsInterval& interval) {
  if (interval.width > widest_panel) return mills_ratio(interval.from) - mills_ratio(interval.from + interval.width);
  const double half = interval.width / 2, middle = interval.from + half;
  double sum = 0;
  for (const auto& [at, weight] : gauss_legendre_16)
    sum += weight * (mills_slope(middle - half * at) + mills_slope(middle + half * at));
  return half * sum;
}

}  // namespace sotto
