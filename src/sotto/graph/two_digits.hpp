// SPDX-License-Identifier: MIT
// A number that an error text suggests: short, and not below what would do.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace sotto {

inline std::string two_digits_from_above(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", std::ceil(value / unit) * unit);
  return text;
}

}  // namespace sotto
