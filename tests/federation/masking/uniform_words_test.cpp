// SPDX-License-Identifier: MIT
// Words of a fixed key look uniform, and words that are not are noticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "federation/masking/vectors.hpp"

namespace sotto {
namespace {

constexpr std::size_t count = 16384;
constexpr std::size_t lags[] = {0, 1, 8, 2048};  // next words, next blocks of ChaCha20, next calls of the library

/// How far a bit is from being set half of the time, at worst, in units of sqrt(count): of the words, or where there is
/// a lag of the differences (xor) to the words so much later, around the end.
double worst_bit(const std::vector<std::uint64_t>& words, std::size_t lag) {
  std::array<int, 64> set{};
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t word = lag == 0 ? words[k] : words[k] ^ words[(k + lag) % count];
    for (std::size_t bit = 0; bit < 64; ++bit) set[bit] += static_cast<int>(word >> bit & 1);
  }
  double worst = 0;
  for (const int times : set) worst = std::max(worst, std::abs(times - count / 2.0));
  return worst / std::sqrt(static_cast<double>(count));
}

/// Hoeffding: a fair bit is 3 sqrt(n) off with probability 2 exp(-18) = 3e-8 at most. 4 lags with 64 bits each: a false
/// alarm has probability 8e-6 at most.
bool look_uniform(const std::vector<std::uint64_t>& words) {
  return std::all_of(std::begin(lags), std::end(lags), [&](std::size_t lag) { return worst_bit(words, lag) < 3; });
}

std::vector<std::uint64_t> fixed_words() {
  DerivedMasks masks(0, test::one_key(1, test::published_pair_key));
  return test::words_of(masks, {0, 1}, 3, count);
}

TEST(UniformWords, AreWhatAFixedKeyMakesAndPlantedFaultsAreNoticed) {
  EXPECT_TRUE(look_uniform(fixed_words()));
  const auto notices = [](auto fault) {
    const std::vector<std::uint64_t> fair = fixed_words();
    std::vector<std::uint64_t> words = fair;
    for (std::size_t k = 0; k < count; ++k) words[k] = fault(fair, k);
    return !look_uniform(words);
  };
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return fair[k] & 0xFFFFFFFF; })) << "32 bits";
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return fair[k] >> 1; })) << "63 bits";
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return fair[k / 2]; })) << "each word twice";
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return fair[k % 8]; })) << "a counter that stands";
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return fair[k % 2048]; })) << "each call begins anew";
  EXPECT_TRUE(notices([](const auto& fair, std::size_t k) { return k % 16 == 0 ? 0 : fair[k]; })) << "one of 16 is 0";
}

}  // namespace
}  // namespace sotto
