// SPDX-License-Identifier: MIT
// What Box-Muller needs of a number, or of a strip of vectors of them, that operators cannot write: here for numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

inline std::uint64_t as_bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
inline double as_real(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline double square_root(double value) {
  return std::sqrt(value);
}
/// The exponent of a normal positive number with these bits.
inline double exponent_of(std::uint64_t bits) {
  return static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
}
/// Decided by the second highest bit.
inline double choose_by_second_bit(std::uint64_t bits, double set, double clear) {
  return (bits >> 62 & 1) != 0 ? set : clear;
}

// The same in single precision.
inline std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline float as_real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
inline float square_root(float value) {
  return std::sqrt(value);
}
inline float multiply_add(float a, float x, float b) {
  return __builtin_fmaf(a, x, b);
}
inline float exponent_of(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 127);
}
inline float choose_by_second_bit(std::uint32_t bits, float set, float clear) {
  return (bits >> 30 & 1) != 0 ? set : clear;
}

}  // namespace sotto
