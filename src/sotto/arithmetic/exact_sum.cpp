// SPDX-License-Identifier: MIT
#include "sotto/arithmetic/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace sotto {
namespace {

__extension__ using Uint128 = unsigned __int128;

constexpr std::size_t highest = ExactWords::not_finite - 1;
constexpr int unit = -1075;  ///< the exponent of what the integer counts

/// The 64 bits from the highest one that is set; the last of them is set as well where any bit below is. `words` are
/// settled and not negative, and word `top` is the highest that is not 0.
struct Leading {
  std::uint64_t bits;
  int exponent;  ///< of the last bit
};

Leading leading_bits(const std::int64_t* words, std::size_t top) {
  const auto word = [&](std::size_t k) {
    return k <= top ? static_cast<std::uint64_t>(words[top - k]) : std::uint64_t{0};
  };
  // The highest word may be longer than 32 bits, but never than 60.
  const Uint128 all = Uint128{word(0)} << 64 | word(1) << 32 | word(2);
  const int below = static_cast<int>(std::bit_width(word(0)));
  bool rest = (all & ((Uint128{1} << below) - 1)) != 0;
  for (std::size_t k = 3; k <= top && !rest; ++k) rest = word(k) != 0;
  return {static_cast<std::uint64_t>(all >> below) | (rest ? 1 : 0), 32 * (static_cast<int>(top) - 2) + below + unit};
}

}  // namespace

void ExactWords::settle(std::int64_t* words) {
  std::int64_t carry = 0;
  for (std::size_t k = 0; k < highest; ++k) {
    const std::int64_t word = words[k] + carry;
    words[k] = word & 0xffffffff;
    carry = word >> 32;
  }
  words[highest] += carry;
}

double ExactWords::rounded(const std::int64_t* words) {
  if (words[not_finite] != 0) return std::numeric_limits<double>::quiet_NaN();
  std::array<std::int64_t, count> size;
  const bool negative = words[highest] < 0;
  for (std::size_t k = 0; k < count; ++k) size[k] = negative ? -words[k] : words[k];
  settle(size.data());
  std::size_t top = highest;
  while (top > 0 && size[top] == 0) --top;
  if (size[top] == 0) return 0.0;
  const Leading leading = leading_bits(size.data(), top);
  // 64 bits become 53 with the one rounding; what is subnormal has fewer bits than that, and is not rounded.
  const double value = std::ldexp(static_cast<double>(leading.bits), leading.exponent);
  return negative ? -value : value;
}

void ExactSum::operator+=(const ExactSum& other) {
  ExactSum its = other;
  its.settle();
  settle();
  for (std::size_t k = 0; k < words; ++k) words_[k] += its.words_[k];
}

double ExactSum::rounded() const {
  ExactSum copy = *this;
  return ExactWords::rounded(copy.settled().data());
}

void ExactSums::settle() {
  for (std::size_t k = 0; k < size_; ++k) ExactWords::settle(&words_[k * ExactWords::count]);
  added_ = 1;
}

void ExactSums::operator+=(const ExactSums& other) {
  ExactSums its = other;
  its.settle();
  settle();
  for (std::size_t k = 0; k < words_.size(); ++k) words_[k] += its.words_[k];
}

void ExactSums::round_to(std::span<double> sums) const {
  ExactSums copy = *this;
  copy.settle();
  for (std::size_t k = 0; k < size_; ++k) sums[k] = ExactWords::rounded(&copy.words_[k * ExactWords::count]);
}

}  // namespace sotto
