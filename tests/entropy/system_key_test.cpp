// SPDX-License-Identifier: MIT
// What the words of a node are made of: the kernel's 256 bits and AES-256, and nothing of it stays behind. This program
// replaces the kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "entropy/replaced_system.hpp"
#include "random/script.hpp"
#include "sotto/entropy/exact_noise.hpp"

namespace sotto {
namespace {

using test::KeyBytes;
using test::replaced;

constexpr std::size_t words_of_a_block = 16384 / 8 - 1;

class SystemKey : public ::testing::Test {
 protected:
  SystemKey() { replaced = {}; }

  /// All words of one block, in the order in which the cipher made them.
  static std::vector<std::uint64_t> block_of(const KeyBytes& key) {
    replaced.key = key;
    replaced.bytes_given = 0;
    SystemBits bits;
    std::vector<std::uint64_t> words(words_of_a_block);
    std::generate(words.rbegin(), words.rend(), [&] { return bits.word(); });  // the last is handed out first
    return words;
  }

  /// Bytes as they lie in memory.
  static std::string hex(const std::vector<std::uint64_t>& words, std::size_t count) {
    std::string text;
    unsigned char bytes[8];
    for (std::size_t k = 0; k < count; ++k) {
      std::memcpy(bytes, &words[k], sizeof bytes);
      for (const unsigned char byte : bytes) text += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    }
    return text;
  }
};

constexpr KeyBytes some_key{1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                            17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

TEST_F(SystemKey, MakesTheBytesThatAES256MakesOfItAndACounter) {
  // The zero key on counters 0 and 1: H and E(K, Y0) of test case 13 in the specification of GCM.
  EXPECT_EQ(hex(block_of({}), 4), "dc95c078a2408989ad48a21492842087530f8afbc74536b9a963b4f1c4cb738b");
}

TEST_F(SystemKey, HasTheKernels256BitsAndEachOfThemMatters) {
  const std::vector<std::uint64_t> words = block_of(some_key);
  EXPECT_EQ(replaced.bytes_given, 32u);
  EXPECT_EQ(block_of(some_key), words) << "the kernel's bytes decide alone";
  for (std::size_t bit = 0; bit < 256; ++bit) {
    KeyBytes other = some_key;
    other[bit / 8] = static_cast<unsigned char>(other[bit / 8] ^ (1u << bit % 8));
    EXPECT_NE(block_of(other), words) << "bit " << bit;
  }
}

TEST_F(SystemKey, IsWholeHoweverFewBytesTheKernelGivesAtATime) {
  const std::vector<std::uint64_t> words = block_of(some_key);
  for (const std::size_t at_once : {1, 7, 31}) {
    replaced.most_at_once = at_once;
    EXPECT_EQ(block_of(some_key), words) << at_once;
    EXPECT_EQ(replaced.bytes_given, 32u);
  }
}

TEST_F(SystemKey, IsWipedOnceItsBlockIsMade) {
  SystemBits bits;
  for (int block = 1; block <= 3; ++block) {
    bits.word();
    EXPECT_EQ(replaced.wiped_last_places, block);
    for (std::size_t k = 1; k < words_of_a_block; ++k) bits.word();
  }
}

TEST_F(SystemKey, WordsThatWaitAreWipedBeforeTheirPagesAreGivenBack) {
  for (const std::size_t used : {std::size_t{0}, std::size_t{1}, words_of_a_block - 1, words_of_a_block}) {
    replaced = {};
    {
      SystemBits bits;
      for (std::size_t k = 0; k < used; ++k) bits.word();
    }
    EXPECT_EQ(replaced.blocks_given_back, 1) << used;
    EXPECT_EQ(replaced.blocks_with_words, 0) << used;
  }
}

/// A node's noise ends nowhere either: 6 sigma and 10 come out when the words mean them.
TEST_F(SystemKey, NoiseIsWhatTheWordsMeanHoweverFarOut) {
  constexpr std::uint64_t sigma = std::uint64_t{1} << 29;
  for (const std::uint64_t V : {5, 6, 7, 10, 30}) {
    replaced.words = test::words_for({.sigma = sigma, .U = 3, .V = V, .negative = true});
    std::vector<std::int64_t> noise(1);
    ExactNoise().draw({.node = 0, .round = 1}, sigma, noise);
    EXPECT_EQ(noise[0], -static_cast<std::int64_t>(3 + sigma * V));
  }
}

}  // namespace
}  // namespace sotto
