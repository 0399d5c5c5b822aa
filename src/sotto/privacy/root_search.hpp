// SPDX-License-Identifier: MIT
// Where a monotone function of a positive number changes its sign, as a bracket: the caller takes the safe end.
#pragma once

#include <algorithm>
#include <cmath>

namespace sotto {

struct Bracket {
  double low;
  double high;
};

/// Below the distance that callers keep from a root, above the rounding of what is searched.
inline constexpr double bracket_width = 1e-14;

/// Narrows a bracket with excess(low) <= 0 < excess(high) to a relative width of 1e-14. Regula falsi in ln x (Illinois:
/// an end that stays is halved), and every third step a bisection, so that it ends for every function.
template <class Excess>
Bracket narrowed(const Excess& excess, Bracket in) {
  double y_low = excess(in.low), y_high = excess(in.high);
  for (int step = 1, stays = 0; in.high / in.low > 1 + bracket_width; ++step) {
    double at = in.high / in.low > 4 ? std::sqrt(in.low) * std::sqrt(in.high) : in.low + (in.high - in.low) / 2;
    const double guess = in.low * std::pow(in.high / in.low, y_low / (y_low - y_high));
    if (step % 3 != 0 && std::isfinite(guess))
      at = std::clamp(guess, in.low * (1 + bracket_width / 3), in.high * (1 - bracket_width / 3));
    if (at <= in.low || at >= in.high) break;  // neighbouring doubles
    const double y = excess(at);
    if (y <= 0) {
      in.low = at, y_low = y;
      stays = std::min(stays, 0) - 1;
      if (stays < -1) y_high /= 2;
    } else {
      in.high = at, y_high = y;
      stays = std::max(stays, 0) + 1;
      if (stays > 1) y_low /= 2;
    }
  }
  return in;
}

}  // namespace sotto
