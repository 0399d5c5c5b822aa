// SPDX-License-Identifier: MIT
// Exact coins: every answer follows from the words, so words can be enumerated and answers counted.
#include <gtest/gtest.h>

#include <vector>

#include "random/script.hpp"
#include "sotto/random/discrete_gaussian.hpp"
#include "sotto/random/seeded_bits.hpp"

namespace sotto {
namespace {

using test::Script;

TEST(BitSource, WipesAWordWhenItIsUsed) {
  Script bits({0x123456789abcdef0});
  EXPECT_EQ(bits.word(), 0x123456789abcdef0u);
  EXPECT_EQ(bits.left_in_the_buffer(), 0u);
}

TEST(SeededBits, AreTheBlocksOfTheirPlaceInOrder) {
  const Place at{.stream = Stream::data, .trial = 2, .node = 3, .round = 4};
  SeededBits bits(7, at);
  for (std::uint32_t block = 0; block < 40; ++block) {
    const PhiloxCounter expected = random_bits(7, at, block);
    EXPECT_EQ(bits.word(), std::uint64_t{expected[0]} << 32 | expected[1]) << block;
    EXPECT_EQ(bits.word(), std::uint64_t{expected[2]} << 32 | expected[3]) << block;
  }
  EXPECT_EQ(SeededBits(7, at).word(), 0x24502ff653ef6d84u);
}

using Narrow = Ratio<std::uint64_t>;
using Wide = Ratio<Uint128>;
constexpr std::uint64_t all_ones = UINT64_MAX;

/// One word below, at and above the first digit of n/d, and what the second digit decides.
template <class Chance>
void expect_threshold(Chance chance, std::uint64_t first_digit, std::uint64_t second_digit) {
  const auto answer = [&](std::vector<std::uint64_t> words) {
    Script bits(std::move(words));
    return coin(bits, chance);
  };
  EXPECT_TRUE(answer({first_digit - 1}));
  EXPECT_FALSE(answer({first_digit + 1}));
  EXPECT_TRUE(answer({first_digit, second_digit - 1}));
  EXPECT_FALSE(answer({first_digit, second_digit + 1}));
}

TEST(Coin, ComparesAsManyDigitsAsItTakes) {
  expect_threshold(Narrow{1, 3}, 0x5555555555555555, 0x5555555555555555);
  expect_threshold(Narrow{2, 3}, 0xaaaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa);
  expect_threshold(Wide{1, 3}, 0x5555555555555555, 0x5555555555555555);
  // n/d = (2^64 + 1)/2^127: digits 2, 2 in base 2^64. 3/(2^64 - 1): digits 3, 3.
  expect_threshold(Wide{(Uint128{1} << 64) + 1, Uint128{1} << 127}, 2, 2);
  expect_threshold(Narrow{3, all_ones}, 3, 3);
  expect_threshold(Wide{3, all_ones}, 3, 3);
}

TEST(Coin, AWholeDigitNeedsOneWord) {
  for (const std::uint64_t word : {std::uint64_t{0}, (std::uint64_t{3} << 61) - 1}) {
    Script bits({word});
    EXPECT_TRUE(coin(bits, Narrow{3, 8}));
  }
  Script bits({std::uint64_t{3} << 61});
  EXPECT_FALSE(coin(bits, Narrow{3, 8}));
}

TEST(Coin, NothingIsNeverAndOneIsAlways) {
  for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, all_ones - 1, all_ones}) {
    for (const std::uint64_t d : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 40, all_ones}) {
      Script bits({word, word});
      EXPECT_FALSE(coin(bits, Narrow{0, d}));
      EXPECT_TRUE(coin(bits, Narrow{d, d}));
    }
    Script bits(std::vector<std::uint64_t>(4, word));
    EXPECT_TRUE(coin(bits, Wide{5, 5}));
  }
}

/// How often words that stand for 0, 1, .. grid-1 of `grid` equal parts answer yes, no, or ask for more words than
/// three. A coin n/d is exact on such words when d divides the grid.
struct Answers {
  int yes = 0, no = 0, undecided = 0;
};
template <class Act>
Answers enumerate(std::uint64_t grid, Act act) {
  Answers answers;
  const auto word = [&](std::uint64_t part) {
    return static_cast<std::uint64_t>(((Uint128{2 * part + 1}) << 63) / grid);  // the middle of the part
  };
  for (std::uint64_t k = 0; k < grid * grid * grid; ++k) {
    Script bits({word(k % grid), word(k / grid % grid), word(k / grid / grid)});
    try {
      ++(act(bits) ? answers.yes : answers.no);
    } catch (const std::out_of_range&) {
      ++answers.undecided;
    }
  }
  return answers;
}

TEST(ExpCoin, AnswersByTheAlternatingSeriesExactly) {
  // x = 1: coins 1/2, 1/3, 1/4 after the first. Of 12^3 triples, yes 1/2! - 1/3!, no 1/2! + (1/3! - 1/4!), open 1/4!.
  const Answers one = enumerate(12, [](BitSource& bits) { return exp_coin(bits, [] { return true; }); });
  EXPECT_EQ(one.yes, 576);
  EXPECT_EQ(one.no, 1080);
  EXPECT_EQ(one.undecided, 72);
  // x = 1/2: words for x, x, 1/2. Yes 1 - x, no x - x^2/2, open x^2/2.
  const Answers half = enumerate(12, [](BitSource& bits) {
    return exp_coin(bits, [&] { return coin(bits, Narrow{1, 2}); });
  });
  EXPECT_EQ(half.yes, 864);
  EXPECT_EQ(half.no, 648);
  EXPECT_EQ(half.undecided, 216);
}

TEST(ExpCoins, NeedEveryOneToSayYes) {
  SeededBits bits(1, {});
  EXPECT_TRUE(exp_coins(bits, 0, [] { return true; }));
  EXPECT_TRUE(exp_coins(bits, 1000, [] { return false; }));  // x = 0
  // exp(-2) = 0.1353 over 20000 tries: 5 standard errors are 0.0121, a false alarm in 1.7e6.
  int yes = 0;
  for (int k = 0; k < 20000; ++k) yes += exp_coins(bits, 2, [] { return true; });
  EXPECT_NEAR(yes / 20000.0, 0.1353, 0.0121);
}

TEST(UniformBelow, IsTheHighPartAndLeavesOutWhatIsTooMuch) {
  for (const std::uint64_t bound : {1, 2, 3, 12})
    for (std::uint64_t part = 0; part < bound; ++part) {
      Script bits({static_cast<std::uint64_t>(((Uint128{2 * part + 1}) << 63) / bound)});
      EXPECT_EQ(uniform_below(bits, bound), part);
    }
  Script bits({0, 1});  // 2^64 mod 3 = 1: one word too many, and it is the first
  EXPECT_EQ(uniform_below(bits, 3), 0u);
  EXPECT_EQ(bits.used(), 2u);
  Script large({2, 1});  // 2 (2^63 + 1) has the low half 2, below the 2^63 - 1 words too many
  EXPECT_EQ(uniform_below(large, (std::uint64_t{1} << 63) + 1), 0u);
  EXPECT_EQ(large.used(), 2u);
}

}  // namespace
}  // namespace sotto
