// SPDX-License-Identifier: MIT
// Where a monotone function of a positive number changes its sign, as a bracket: the caller takes the safe end.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace sotto {

struct Bracket {
  double low;
  double high;
};

/// Searches for a positive number end here.
inline constexpr double smallest_normal = std::numeric_limits<double>::min();

/// Relative distance that callers keep from a root: more than the width of a bracket and the rounding of a sum. Tests
/// find the exact curve good to 1e-14 at the worst corner of eps 1e-6..700, delta 1e-300..0.5; the reference allows
/// 1e-9 below and nothing above.
inline constexpr double safety = 1e-13;

/// Below the distance that callers keep from a root, above the rounding of what is searched.
inline constexpr double bracket_width = 1e-14;

/// Newton's method: adds step(x) to a positive x until that is less than callers keep from a root. Nothing where it
/// leads nowhere. The caller checks what it found, and searches by brackets otherwise.
template <class Step>
std::optional<double> by_newton(double x, const Step& step) {
  constexpr int most_steps = 12;
  for (int k = 0; k < most_steps; ++k) {
    const double by = step(x);
    x += by;
    if (!(x > smallest_normal) || !std::isfinite(x)) return std::nullopt;
    if (std::abs(by) <= safety * x) return x;
  }
  return std::nullopt;
}

/// Narrows a bracket with excess(low) <= 0 < excess(high) to a relative width of 1e-14. Regula falsi in ln x, where the
/// value at an end that stays is lowered (Illinois), and a bisection whenever three steps did not halve the bracket: it
/// ends for every function.
template <class Excess>
Bracket narrowed(const Excess& excess, Bracket in) {
  const auto width = [&] { return in.high / in.low - 1; };
  double y_low = excess(in.low), y_high = excess(in.high), last_width = width();
  int low_stays = 0, high_stays = 0;
  for (int step = 1; width() > bracket_width; ++step) {
    const double guess = in.low * std::pow(in.high / in.low, y_low / (y_low - y_high));
    const bool slow = step % 4 == 0 && width() > last_width / 2;
    if (step % 4 == 0) last_width = width();
    double at = width() > 3 ? std::sqrt(in.low) * std::sqrt(in.high) : in.low + (in.high - in.low) / 2;
    if (!slow && std::isfinite(y_high - y_low) && std::isfinite(guess))
      at = std::clamp(guess, in.low * (1 + bracket_width / 3), in.high * (1 - bracket_width / 3));
    if (at <= in.low || at >= in.high) break;  // neighbouring doubles
    const double y = excess(at);
    if (y <= 0) {
      in.low = at, y_low = y, low_stays = 0;
      if (++high_stays > 1) y_high /= 2;
    } else {
      in.high = at, y_high = y, high_stays = 0;
      if (++low_stays > 1) y_low /= 2;
    }
  }
  return in;
}

}  // namespace sotto
