// SPDX-License-Identifier: MIT
// Sums of doubles without rounding, so that any order and any grouping gives the same bits: one integer of about 2,200
// bits for a number, rounded once at the end.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sotto {

/// The integer counts in units of 2^-1075. Word k is worth 2^(32 k) units, but has 64 bits: so a double adds to two
/// words, and carries are settled once for many numbers. The last word counts numbers that are not finite.
struct ExactWords {
  static constexpr std::size_t count = 68;
  static constexpr std::size_t not_finite = count - 1;
  /// A number moves a word by at most 2^52, so that this many do not overflow one that was settled.
  static constexpr std::uint32_t between_settling = 1000;

  [[gnu::always_inline]] static void add(std::int64_t* words, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint32_t exponent = (bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) [[unlikely]] {
      ++words[not_finite];
      return;
    }
    // The double is `size` times 2^(exponent - 1075), with its sign; a subnormal one has twice its digits.
    const std::uint64_t digits = bits & ((std::uint64_t{1} << 52) - 1);
    const std::uint64_t size = exponent != 0 ? digits | std::uint64_t{1} << 52 : digits << 1;
    const auto sign = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);
    const std::uint64_t whole = (size ^ sign) - sign;
    const std::uint32_t shift = exponent % 32;
    std::int64_t* word = words + exponent / 32;
    word[0] += static_cast<std::int64_t>((whole << shift) & 0xffffffff);
    word[1] += static_cast<std::int64_t>(whole) >> (32 - shift);
  }

  /// Carries done: each word lies in [0, 2^32), but for the highest one, which has the sign.
  static void settle(std::int64_t* words);
  /// The double that is nearest, of two the even one. It needs settled words.
  static double rounded(const std::int64_t* words);
};

/// The sum of fewer than 2^60 doubles. A number that is not finite makes it NaN, for good. It is never -0. A sum that
/// is too large for a double is rounded to infinity.
class ExactSum {
 public:
  static constexpr std::size_t words = ExactWords::count;

  void add(double value) {
    if (++added_ > ExactWords::between_settling) [[unlikely]]
      settle();
    ExactWords::add(words_.data(), value);
  }
  void operator+=(const ExactSum& other);

  /// The sum as integers, which may be added to those of up to 2^20 others, word by word (Ranks::add). Afterwards they
  /// are the sum of all.
  std::span<std::int64_t> settled() {
    settle();
    return words_;
  }
  double rounded() const;

 private:
  void settle() {
    ExactWords::settle(words_.data());
    added_ = 1;
  }

  std::array<std::int64_t, words> words_{};
  std::uint32_t added_ = 0;
};

/// The same for each coordinate of vectors of one size.
class ExactSums {
 public:
  explicit ExactSums(std::size_t size) : size_(size), words_(size * ExactWords::count) {}

  std::size_t size() const { return size_; }
  void add(std::span<const double> vector) {
    if (++added_ > ExactWords::between_settling) [[unlikely]]
      settle();
    std::int64_t* words = words_.data();
    for (std::size_t k = 0; k < size_; ++k, words += ExactWords::count) ExactWords::add(words, vector[k]);
  }
  void operator+=(const ExactSums& other);

  std::span<std::int64_t> settled() {
    settle();
    return words_;
  }
  void round_to(std::span<double> sums) const;

 private:
  void settle();

  std::size_t size_;
  std::vector<std::int64_t> words_;
  std::uint32_t added_ = 0;
};

}  // namespace sotto
