// SPDX-License-Identifier: MIT
#include "sotto/random/gaussian.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/arithmetic/processor.hpp"
#include "sotto/random/box_muller.hpp"

namespace sotto {
namespace {

using Pair = GaussianPair<double>;

/// Coordinates 2k and 2k+1.
[[gnu::always_inline]] inline Pair make_pair(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  const PhiloxCounter word = random_bits(seed, at, pair_index);
  return gaussian_pair(std::uint64_t{word[0]} << 32 | word[1], std::uint64_t{word[2]} << 32 | word[3]);
}

// The same source is compiled twice: with the C library's fused multiply-add, and with the processor's.
Pair pair_anywhere(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  return make_pair(seed, at, pair_index);
}
#if defined(__x86_64__)
SOTTO_FUSED_MULTIPLY_ADD Pair pair_fused(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  return make_pair(seed, at, pair_index);
}
#else
constexpr auto pair_fused = pair_anywhere;
#endif

/// Chosen at the first call, not before main: a global that is filled with noise may come first.
Pair pair_at(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  static const auto chosen = has_fused_multiply_add() ? pair_fused : pair_anywhere;
  return chosen(seed, at, pair_index);
}

/// The coordinates from `first` on, an even number.
void fill_from(std::size_t first, std::uint64_t seed, const Place& at, std::span<double> out) {
  const std::size_t pairs = out.size() / 2;
  for (std::size_t k = 0; k < pairs; ++k) {
    const Pair pair = pair_at(seed, at, static_cast<std::uint32_t>(first / 2 + k));
    out[2 * k] = pair.even;
    out[2 * k + 1] = pair.odd;
  }
  if (out.size() % 2 != 0) out.back() = pair_at(seed, at, static_cast<std::uint32_t>(first / 2 + pairs)).even;
}

}  // namespace

void fill_gaussian(std::uint64_t seed, const Place& at, std::span<double> out) {
  fill_from(0, seed, at, out);
}

void add_gaussian(std::uint64_t seed, const Place& at, double scale, std::span<double> value) {
  std::array<double, 64> some;  // a few coordinates at a time, so that nothing is allocated
  for (std::size_t first = 0; first < value.size(); first += some.size()) {
    const std::span<double> part = value.subspan(first, std::min(some.size(), value.size() - first));
    const std::span<double> normals = std::span(some).first(part.size());
    fill_from(first, seed, at, normals);
    multiply_add(scale, normals, part, part);
  }
}

double gaussian_at(std::uint64_t seed, const Place& at, std::uint32_t coordinate) {
  const Pair pair = pair_at(seed, at, coordinate / 2);
  return coordinate % 2 == 0 ? pair.even : pair.odd;
}

void fill_single_gaussian(std::uint64_t seed, const Place& at, std::span<double> out) {
  for (std::size_t k = 0; k < out.size(); k += 4) {
    const PhiloxCounter word = random_bits(seed, at, static_cast<std::uint32_t>(k / 4));
    const GaussianPair<float> first = single_gaussian_pair(word[0], word[1]),
                              second = single_gaussian_pair(word[2], word[3]);
    const double four[]{first.even, first.odd, second.even, second.odd};
    std::copy_n(four, std::min<std::size_t>(4, out.size() - k), out.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

}  // namespace sotto
