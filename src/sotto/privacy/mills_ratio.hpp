// SPDX-License-Identifier: MIT
// The Mills ratio m(x) = Phi(-x)/phi(x) of the standard normal and its slope, accurate where the tail itself vanishes.
#pragma once

namespace sotto {

/// ln phi(x) = -x^2/2 - this.
inline constexpr double log_sqrt_two_pi = 0.91893853320467274178;

/// m(x) = Phi(-x)/phi(x) for x > -37; relative error a few ulps.
double mills_ratio(double x);

/// -m'(x) = 1 - x m(x) > 0, without the cancellation that 1 - x*m suffers for large x.
double mills_slope(double x);

/// m(a) - m(a + width) for width >= 0, without cancellation: the integral of -m' when the interval is short.
struct MillsInterval {
  double from;
  double width;
};
double mills_drop(const MillsInterval& interval);

}  // namespace sotto
