// SPDX-License-Identifier: MIT
// a x + b with one rounding. IEEE 754 defines it to the last bit, so results are the same on every machine; it is one
// instruction where the processor has it, and a slow function of the C library where it has not (x86 before 2013).
#pragma once

#include <span>

#include "sotto/arithmetic/anywhere.hpp"

namespace sotto {

SOTTO_ANYWHERE double multiply_add(double a, double x, double b) {
  return __builtin_fma(a, x, b);
}

/// out = a x + b, number by number; out may be x or b.
void multiply_add(double a, std::span<const double> x, std::span<const double> b, std::span<double> out);

/// sum = sum + weights[0] terms[0] + weights[1] terms[1] ..., in this order, each term with one rounding.
void add_weighted(std::span<const double> weights, std::span<const double* const> terms, std::span<double> sum);

/// to = from + factor (to - from), number by number: the difference is rounded, then product and sum at once.
void extrapolate(double factor, std::span<const double> from, std::span<double> to);

}  // namespace sotto
