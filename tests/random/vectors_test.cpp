// SPDX-License-Identifier: MIT
// A lane goes through the operations of a double: the same bits, for every instruction set that this machine has.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <vector>

#include "random/lanes.hpp"
#include "support/random_points.hpp"

namespace sotto::test {
namespace {

std::vector<const VectorSet*> sets_of_this_machine() {
  std::vector<const VectorSet*> sets{&portable::vector_set};
#ifdef SOTTO_X86_KERNELS
  for (const VectorSet* set : {&avx2::vector_set, &avx512::vector_set})
    if (set->runs_here()) sets.push_back(set);
#endif
  return sets;
}

void expect_bits(double got, double expected, const char* operation, std::string_view set) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(expected))
      << operation << " of " << set << ": " << got << " and not " << expected;
}

void expect_lane_of_doubles(const Lane& lane, std::string_view set) {
  const auto [a, b, c] = std::array{lane.a, lane.b, lane.c};
  expect_bits(lane.sum, a + b, "+", set);
  expect_bits(lane.product, a * b, "*", set);
  expect_bits(lane.quotient, a / b, "/", set);
  expect_bits(lane.root, std::sqrt(a * a), "sqrt", set);
  expect_bits(lane.multiply_add, std::fma(a, b, c), "multiply_add", set);
  expect_bits(lane.smaller, a < b ? a : b, "smaller", set);
  expect_bits(lane.larger, a > b ? a : b, "larger", set);
  expect_bits(lane.clamped, std::clamp(a, -std::abs(b), std::abs(b)), "clamped", set);
  expect_bits(lane.exponent, std::ilogb(std::sqrt(a * a)), "exponent_of", set);
  const auto bits_a = std::bit_cast<std::uint64_t>(a), bits_b = std::bit_cast<std::uint64_t>(b);
  expect_bits(lane.chosen, (bits_a >> 62 & 1) != 0 ? b : c, "choose_by_second_bit", set);
  EXPECT_EQ(lane.low_product, (bits_a & 0xFFFFFFFF) * (bits_b & 0xFFFFFFFF)) << set;
}

TEST(Vectors, OfEverySetDoWhatDoublesDo) {
  RandomPoints points(41);
  const auto any = [&] { return (points.below(2) == 0 ? -1 : 1) * points.log_uniform({1e-100, 1e100}); };
  for (const VectorSet* set : sets_of_this_machine())
    for (int turn = 0; turn < 200; ++turn) {
      std::vector<Lane> lanes(set->lanes);
      for (Lane& lane : lanes) lane = {.a = any(), .b = any(), .c = any()};
      set->operate(lanes.data());
      for (const Lane& lane : lanes) expect_lane_of_doubles(lane, set->name);
    }
}

TEST(Vectors, OfEverySetMakeTheWordsOfPhilox) {
  RandomPoints points(42);
  const auto word = [&] { return static_cast<std::uint32_t>(points.below(std::uint64_t{1} << 32)); };
  for (const VectorSet* set : sets_of_this_machine())
    for (int turn = 0; turn < 50; ++turn) {
      const PhiloxKey key{word(), word()};
      std::vector<PhiloxCounter> counters(set->lanes), words(set->lanes);
      for (PhiloxCounter& counter : counters) counter = {word(), word(), word(), word()};
      set->philox(key[0] | std::uint64_t{key[1]} << 32, counters.data(), words.data());
      for (std::size_t k = 0; k < words.size(); ++k) EXPECT_EQ(words[k], philox4x32_10(counters[k], key)) << set->name;
    }
}

}  // namespace
}  // namespace sotto::test
