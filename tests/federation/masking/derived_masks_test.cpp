// SPDX-License-Identifier: MIT
// Words that two members have and nobody else: fresh for every round and session, and never made again for a round
// that was committed.
#include "sotto/federation/masking/derived_masks.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "federation/masking/vectors.hpp"

namespace sotto {
namespace {

using test::FreshMembers;
using test::words_of;
using Words = std::vector<std::uint64_t>;

std::string bytes_of(const Words& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof words[0]};
}

TEST(Keystream, IsThatOfRfc8439) {
  struct Vector {
    std::string key;  ///< A.1, numbers 1 to 4: those with nonce 0
    std::size_t block;
    const char* stream;
  };
  const std::string zeros(62, '0');
  for (const Vector& vector : {Vector{"00" + zeros, 0,
                                      "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                                      "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
                               Vector{"00" + zeros, 1,
                                      "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                                      "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
                               Vector{zeros + "01", 1,
                                      "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                                      "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
                               Vector{"00ff" + zeros.substr(2), 2,
                                      "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                                      "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"}}) {
    Words words(8 * (vector.block + 1), 17);
    fill_with_keystream(test::secret_from_hex(vector.key), words);
    EXPECT_EQ(hex_of(bytes_of(words).substr(64 * vector.block)), vector.stream);
  }
}

TEST(Keystream, GoesOnOverEveryLengthAsOneStream) {
  const SecretKey key = test::secret_from_hex(test::published_pair_key);
  Words all(10'001);
  fill_with_keystream(key, all);
  for (const std::size_t length : {0, 1, 7, 8, 9, 2047, 2048, 2049, 4096, 4097, 10'000}) {
    Words words(length, 5);
    fill_with_keystream(key, words);
    EXPECT_TRUE(std::equal(words.begin(), words.end(), all.begin())) << length;
  }
}

TEST(DerivedMasks, AreThoseOfThePublishedVector) {
  DerivedMasks low(3, test::one_key(8, test::published_pair_key));
  DerivedMasks high(8, test::one_key(3, test::published_pair_key));
  for (const test::PublishedRound& round : test::published_rounds)
    for (DerivedMasks* masks : {&low, &high}) {
      const Words words = words_of(*masks, {3, 8}, round.round, 1'000'000);
      EXPECT_TRUE(std::equal(round.first_words.begin(), round.first_words.end(), words.begin())) << round.round;
      EXPECT_EQ(words[2048], round.word_2048);
      EXPECT_EQ(words[999'999], round.word_999999);
    }
}

/// The document's table is this vector.
TEST(DerivedMasks, HaveTheirVectorInTheDocument) {
  std::ifstream file(SOTTO_SOURCE_DIR "/docs/masked_sums.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> values{test::published_session, test::published_shared_secret, test::published_pair_key};
  for (const test::PublishedMember& member : {test::published_low, test::published_high})
    values.insert(values.end(), {member.site_key, member.session_secret, member.session_key, member.kept});
  for (const test::PublishedRound& round : std::span(test::published_rounds).first(2)) {
    values.emplace_back(round.key);
    for (const std::uint64_t word : round.first_words) {
      char digits[17];
      std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(word));
      values.emplace_back(digits);
    }
  }
  for (const std::string& value : values) EXPECT_NE(text.find(value), std::string::npos) << value;
}

TEST(DerivedMasks, AreTheSameAtBothEndsAndFreshForEveryPairRoundAndSession) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  FreshMembers members(4);
  for (const char* session : {"a session", "its amendment"}) {
    members.session = digest_of(session);
    for (std::uint32_t i = 0; i < 4; ++i)
      for (std::uint32_t j = i + 1; j < 4; ++j)
        for (const Round t : {1u, 2u, 256u, 0x01000000u}) {
          DerivedMasks one = members.masks_of(i), other = members.masks_of(j);
          const Words words = words_of(one, {i, j}, t);
          EXPECT_EQ(words, words_of(other, {i, j}, t));
          seen.insert(words.begin(), words.end());
          drawn += words.size();
        }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(DerivedMasks, VanishFromTheSumOfAllMembers) {
  const FreshMembers members(5);
  constexpr std::size_t p = 5000;
  for (const Round t : {1u, 7u}) {
    Words sum(p, 0);
    for (std::uint32_t i = 0; i < 5; ++i) {
      DerivedMasks masks = members.masks_of(i);
      Words residues(p, 0);
      add_masks(masks, Roster(5), {.node = i, .round = t}, residues);
      EXPECT_NE(residues, Words(p, 0));
      for (std::size_t k = 0; k < p; ++k) sum[k] += residues[k];
    }
    EXPECT_EQ(sum, Words(p, 0));
  }
}

/// Planted: a member that has agreed on another session. Nothing cancels.
TEST(DerivedMasks, OfTwoSessionsLeaveNothingOfTheSum) {
  FreshMembers members(2);
  DerivedMasks one = members.masks_of(0);
  members.session = digest_of("another session");
  DerivedMasks other = members.masks_of(1);
  Words sum(6, 0);
  add_masks(one, Roster(2), {.node = 0, .round = 1}, sum);
  add_masks(other, Roster(2), {.node = 1, .round = 1}, sum);
  for (const std::uint64_t word : sum) EXPECT_NE(word, 0u);
}

TEST(DerivedMasks, AreMadeForPairsWithThisMemberAlone) {
  const FreshMembers members(3);
  DerivedMasks masks = members.masks_of(1);
  EXPECT_NO_THROW(words_of(masks, {0, 1}, 1));
  EXPECT_NO_THROW(words_of(masks, {1, 2}, 1));
  for (const MemberPair pair : {MemberPair{0, 2}, MemberPair{1, 3}, MemberPair{1, 1}, MemberPair{2, 1}}) {
    Words words(6, 4);
    EXPECT_THROW(masks.words(pair, 1, words), std::logic_error) << pair.low << ' ' << pair.high;
    EXPECT_EQ(words, Words(6, 4));
  }
  EXPECT_THROW(DerivedMasks(8, test::one_key(8, test::published_pair_key)), std::logic_error);
}

TEST(DerivedMasks, OfACommittedRoundAreNotMadeAgain) {
  DerivedMasks masks(0, test::one_key(1, test::published_pair_key));
  const auto is_refused = [&](Round t) {
    Words words(6, 4);
    try {
      masks.words({0, 1}, t, words);
      return false;
    } catch (const std::logic_error&) {
      EXPECT_EQ(words, Words(6, 4)) << t;
      return true;
    }
  };
  EXPECT_FALSE(is_refused(0));
  EXPECT_FALSE(is_refused(5)) << "a residue that was not committed is drawn again after a fault";
  EXPECT_FALSE(is_refused(5));
  masks.committed(0);
  EXPECT_TRUE(is_refused(0));
  EXPECT_FALSE(is_refused(1));
  masks.committed(5);
  for (const Round t : {0u, 1u, 4u, 5u}) EXPECT_TRUE(is_refused(t)) << t;
  EXPECT_FALSE(is_refused(6));
  masks.committed(3);
  EXPECT_TRUE(is_refused(5)) << "what was committed stays committed";
  masks.committed(0xffffffff);
  EXPECT_TRUE(is_refused(0xffffffff));
}

}  // namespace
}  // namespace sotto
