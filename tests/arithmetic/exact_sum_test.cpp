// SPDX-License-Identifier: MIT
// Sums of doubles: what an integer says they are, whoever adds them in which order.
#include "sotto/arithmetic/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/random/uniform.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {
namespace {

constexpr double smallest = std::numeric_limits<double>::denorm_min(), largest = std::numeric_limits<double>::max(),
                 infinite = std::numeric_limits<double>::infinity();

ExactSum sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum;
}

double rounded_sum(const std::vector<double>& values) {
  return sum_of(values).rounded();
}

/// Words of two ranks, as Ranks::add adds them.
void add_as_a_rank(ExactSum& sum, ExactSum other) {
  const auto words = sum.settled();
  const auto its = other.settled();
  for (std::size_t k = 0; k < words.size(); ++k) words[k] += its[k];
}

/// Doubles as integers times 2^(0 to 40), and their sum as an integer: at most 53 + 40 + 12 bits.
struct KnownSum {
  std::vector<double> values;
  Int128 sum = 0;
};

KnownSum some_integers(std::uint64_t seed, std::size_t count) {
  RandomSequence sequence(seed, {});
  KnownSum known;
  for (std::size_t k = 0; k < count; ++k) {
    const auto digits = static_cast<std::int64_t>((sequence.uniform() - 0.5) * 0x1p54);
    const int shift = static_cast<int>(sequence.below(41));
    known.values.push_back(std::ldexp(static_cast<double>(digits), shift));
    known.sum += static_cast<Int128>(digits) * (Int128{1} << shift);
  }
  return known;
}

TEST(ExactSum, IsTheRoundedSumOfIntegers) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const KnownSum known = some_integers(seed, 1 + seed * 13);
    EXPECT_EQ(rounded_sum(known.values), static_cast<double>(known.sum)) << seed;
  }
}

TEST(ExactSum, IsAsExactAtEveryScale) {
  for (const int scale : {-1074, -1073, -1050, -1030, -500, 32, 640, 900}) {
    KnownSum known = some_integers(5, 200);
    for (double& value : known.values) value = std::ldexp(value, scale);
    EXPECT_EQ(rounded_sum(known.values), std::ldexp(static_cast<double>(known.sum), scale)) << scale;
  }
}

TEST(ExactSum, KeepsWhatHugeNumbersLeaveThatCancel) {
  EXPECT_EQ(rounded_sum({1e300, 1, -1e300}), 1);
  EXPECT_EQ(rounded_sum({1e300, smallest, -1e300}), smallest);
  EXPECT_EQ(rounded_sum({largest, largest, -largest, 3 * smallest, -largest, -smallest}), 2 * smallest);
  EXPECT_EQ(rounded_sum({0x1p53, 1, 0x1p-1000, -0x1p53}), 1);
}

TEST(ExactSum, TakesTheEvenOneOfTwoThatAreEquallyNear) {
  EXPECT_EQ(rounded_sum({0x1p53, 1}), 0x1p53);
  EXPECT_EQ(rounded_sum({0x1p53 + 2, 1}), 0x1p53 + 4);
  EXPECT_EQ(rounded_sum({0x1p53, 1, smallest}), 0x1p53 + 2) << "and not the even one where a bit is beyond the middle";
  EXPECT_EQ(rounded_sum({0x1p53 + 2, 1, -smallest}), 0x1p53 + 2);
  EXPECT_EQ(rounded_sum({-0x1p53, -1}), -0x1p53);
  EXPECT_EQ(rounded_sum({-0x1p53, -1, -smallest}), -0x1p53 - 2);
  EXPECT_EQ(rounded_sum({0x1p-1022, -smallest}), 0x1p-1022 - smallest);
}

TEST(ExactSum, RoundsNothingOfASubnormalSum) {
  EXPECT_EQ(rounded_sum({5 * smallest, -2 * smallest}), 3 * smallest);
  EXPECT_EQ(rounded_sum({-0x1p-1022, smallest}), -0x1p-1022 + smallest);
}

TEST(ExactSum, OfNothingAndOfNegativeZerosIsZero) {
  for (const auto& values :
       std::vector<std::vector<double>>{{}, {-0.0}, {-0.0, -0.0}, {3, -3}, {-smallest, smallest}}) {
    EXPECT_EQ(rounded_sum(values), 0);
    EXPECT_FALSE(std::signbit(rounded_sum(values)));
  }
}

TEST(ExactSum, IsInfiniteWhereNoDoubleIsLargeEnough) {
  EXPECT_EQ(rounded_sum({largest, largest}), infinite);
  EXPECT_EQ(rounded_sum({-largest, -largest}), -infinite);
  EXPECT_EQ(rounded_sum({largest, 0x1p969}), largest);
  EXPECT_EQ(rounded_sum({largest, 0x1p970}), infinite) << "as an addition rounds it";
}

TEST(ExactSum, OverflowsNoWordHoweverManyNumbersAreEqual) {
  const double many = 0x1p20;
  for (const double value : {1.0, -1.0, 0.1, -largest / many, 0x1.fffffffffffffp31, -0x1.fffffffffffffp-1, smallest}) {
    ExactSum sum;
    for (int k = 0; k < 1 << 20; ++k) sum.add(value);
    EXPECT_EQ(sum.rounded(), value * many) << value;
  }
}

TEST(ExactSum, OverflowsNoWordHoweverManySumsAreAdded) {
  const double fills_a_word = 0x1.fffffffffffffp0;
  ExactSum sum;
  ExactSums sums(1);
  for (int part = 0; part < 64; ++part) {
    ExactSum of_part;
    ExactSums of_part_too(1);
    for (int k = 0; k < 512; ++k) {
      of_part.add(fills_a_word);
      of_part_too.add({&fills_a_word, 1});
    }
    sum += of_part;
    sums += of_part_too;
  }
  double rounded = 0;
  sums.round_to({&rounded, 1});
  EXPECT_EQ(sum.rounded(), 64 * 512 * fills_a_word);
  EXPECT_EQ(rounded, 64 * 512 * fills_a_word);
}

TEST(ExactSum, HasTheSameBitsInAnyOrderAndGrouping) {
  RandomSequence sequence(11, {});
  std::vector<double> values;
  for (int k = 0; k < 5000; ++k)
    values.push_back(std::ldexp(sequence.uniform() - 0.5, static_cast<int>(sequence.below(300)) - 150));
  const double expected = rounded_sum(values);
  for (int again = 0; again < 30; ++again) {
    shuffle(values, sequence);
    ExactSum grouped, of_ranks;
    for (std::size_t first = 0, size = 0; first < values.size(); first += size) {
      size = std::min(values.size() - first, 1 + sequence.below(900));
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
      const ExactSum part = sum_of({begin, begin + static_cast<std::ptrdiff_t>(size)});
      grouped += part;
      add_as_a_rank(of_ranks, part);
    }
    EXPECT_EQ(rounded_sum(values), expected);
    EXPECT_EQ(grouped.rounded(), expected);
    EXPECT_EQ(of_ranks.rounded(), expected);
  }
}

TEST(ExactSum, GoesOnAfterOthersWereAddedAsIntegers) {
  ExactSum sum = sum_of({1e300, 0.1});
  for (int rank = 0; rank < 2000; ++rank) add_as_a_rank(sum, sum_of({-0.25, 1e-300}));
  for (int k = 0; k < 2000; ++k) sum.add(0.25);
  sum.add(-1e300);
  sum += sum_of({-0.1});
  EXPECT_EQ(sum.rounded(), 2000 * 1e-300);
}

TEST(ExactSum, IsNotANumberForGoodOnceOneIsNotFinite) {
  for (const double bad : {infinite, -infinite, std::nan("")}) {
    ExactSum sum = sum_of({1, bad, 2});
    EXPECT_TRUE(std::isnan(sum.rounded()));
    ExactSum of_ranks = sum_of({3});
    add_as_a_rank(of_ranks, sum);
    add_as_a_rank(of_ranks, sum_of({-infinite}));
    EXPECT_TRUE(std::isnan(of_ranks.rounded()));
  }
}

TEST(ExactSums, AreTheSumsOfEachCoordinate) {
  RandomSequence sequence(3, {});
  constexpr std::size_t size = 7;
  std::vector<ExactSum> each(size);
  ExactSums all(size), others(size);
  for (int k = 0; k < 3000; ++k) {
    std::vector<double> vector(size);
    for (std::size_t c = 0; c < size; ++c) {
      vector[c] = std::ldexp(sequence.uniform() - 0.5, 20 * static_cast<int>(c));
      each[c].add(vector[c]);
    }
    (k % 3 == 0 ? others : all).add(vector);
  }
  all += others;
  std::vector<double> sums(size);
  all.round_to(sums);
  for (std::size_t c = 0; c < size; ++c) EXPECT_EQ(sums[c], each[c].rounded()) << c;

  ExactSums twice = all;
  const auto words = twice.settled();
  for (std::int64_t& word : words) word *= 2;  // a second rank with the same sums
  twice.round_to(sums);
  for (std::size_t c = 0; c < size; ++c) EXPECT_EQ(sums[c], 2 * each[c].rounded()) << c;
}

}  // namespace
}  // namespace sotto
