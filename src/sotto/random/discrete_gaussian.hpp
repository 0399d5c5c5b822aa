// SPDX-License-Identifier: MIT
// The discrete Gaussian on the integers, exactly and without floating point: P(k) proportional to exp(-k^2/(2
// sigma^2)). It is made of exact coins, heads with probability n/d, 1/k and exp(-x).
#pragma once

#include <cstdint>

#include "sotto/random/bit_source.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {

/// A number in [0, 1]: numerator <= denominator, denominator > 0.
template <class Integer>
struct Ratio {
  Integer numerator;
  Integer denominator;
};

inline bool fair_coin(BitSource& bits) {
  return bits.word() >> 63 != 0;
}

/// True with probability n/d: is a uniform U = 0.w1 w2 w3 ... (digits of 64 bits) below n/d? After w1, U d 2^64 lies in
/// [w1 d, w1 d + d). If n 2^64 does not, the answer is known; else what is left of n is judged by the next digit,
/// which happens with probability below 2^-63. n <= d < 2^64, so that nothing here reaches 2^128.
inline bool coin(BitSource& bits, Ratio<std::uint64_t> chance) {
  std::uint64_t n = chance.numerator;
  for (;;) {
    const Uint128 below = Uint128{bits.word()} * chance.denominator, target = Uint128{n} << 64;
    if (below >= target) return false;
    if (target - below >= chance.denominator) return true;
    n = static_cast<std::uint64_t>(target - below);
  }
}

/// The same with digits of one bit, for denominators up to 2^127: the first random bit that differs from the binary
/// digit of n/d decides.
inline bool coin(BitSource& bits, Ratio<Uint128> chance) {
  Uint128 n = chance.numerator;
  if (n == chance.denominator) return true;
  for (;;) {
    std::uint64_t word = bits.word();
    for (int left = 64; left > 0; --left, word <<= 1) {
      n <<= 1;
      const bool digit = n >= chance.denominator, bit = word >> 63 != 0;
      if (digit) n -= chance.denominator;
      if (digit != bit) return digit;
    }
  }
}

/// True with probability exp(-x) for x in [0, 1], given a coin that shows heads with probability x. The run of heads of
/// coins x/1, x/2, x/3, ... is at least k long with probability x^k/k!; it ends at an odd coin with probability
/// 1 - x + x^2/2! - x^3/3! + ... (von Neumann; Canonne, Kamath, Steinke). x/k is two coins, x and 1/k, so that no
/// denominator is ever multiplied.
template <class Coin>
bool exp_coin(BitSource& bits, Coin x) {
  for (std::uint64_t k = 1;; ++k)
    if (!x() || (k > 1 && !coin(bits, Ratio<std::uint64_t>{1, k}))) return k % 2 == 1;
}

/// The same `times` over: exp(-x times).
template <class Coin>
bool exp_coins(BitSource& bits, std::uint64_t times, Coin x) {
  for (; times > 0; --times)
    if (!exp_coin(bits, x)) return false;
  return true;
}

/// 0 .. bound-1, exactly uniform (bound > 0). The high half of w bound is uniform once the 2^64 mod bound words that
/// one result has too many are left out: those whose low half is below it.
inline std::uint64_t uniform_below(BitSource& bits, std::uint64_t bound) {
  Uint128 product = Uint128{bits.word()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {  // only then is the remainder worth a division
    const std::uint64_t too_many = (UINT64_MAX % bound + 1) % bound;
    while (static_cast<std::uint64_t>(product) < too_many) product = Uint128{bits.word()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

/// sigma^2 as a fraction of integers.
struct SigmaSquared {
  Uint128 numerator;
  Uint128 denominator;
};

/// The sampler of Canonne, Kamath and Steinke (2020) for an integer sigma, thinned by one more exact coin where sigma
/// is none. How long a draw takes depends on what is drawn.
class DiscreteGaussian {
 public:
  static constexpr std::uint64_t largest_sigma = std::uint64_t{1} << 40;
  static constexpr Uint128 largest_numerator = Uint128{1} << 125;

  /// 1 <= sigma <= 2^40, or InvalidInput.
  explicit DiscreteGaussian(std::uint64_t sigma);

  /// 1/4 <= sigma^2 <= 2^80 with a numerator of at most 2^125, or InvalidInput.
  explicit DiscreteGaussian(const SigmaSquared& sigma_squared);

  /// One number, independent of every other. Its magnitude is below 2^62.
  std::int64_t draw(BitSource& bits) const;

 private:
  std::int64_t draw_wide(BitSource& bits) const;
  bool stays(BitSource& bits, std::int64_t drawn) const;

  std::uint64_t sigma_;            // the smallest integer not below the true sigma
  Ratio<Uint128> narrower_{0, 1};  // (sigma_^2/sigma^2 - 1)/4: by how much the wide draw is too wide
};

}  // namespace sotto
