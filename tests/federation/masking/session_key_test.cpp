// SPDX-License-Identifier: MIT
// Two members derive one key, which nobody else has and no other session.
#include "sotto/federation/masking/session_key.hpp"

#include <gtest/gtest.h>
#include <openssl/err.h>

#include <set>
#include <type_traits>

#include "federation/masking/vectors.hpp"

namespace sotto {
namespace {

using test::FreshMembers;

// A copy of a secret would outlive it.
static_assert(!std::is_copy_constructible_v<SecretKey> && !std::is_copy_assignable_v<SecretKey>);
static_assert(!std::is_copy_constructible_v<PairKey> && !std::is_copy_assignable_v<PairKey>);
static_assert(!std::is_copy_constructible_v<SessionSecret> && !std::is_copy_assignable_v<SessionSecret>);
static_assert(std::is_nothrow_move_constructible_v<PairKey> && std::is_nothrow_move_constructible_v<SessionSecret>);

/// u of the points whose order divides 8, and what else is read as one of them: multiples of p, the highest bit.
constexpr const char* small_order_keys[] = {"0000000000000000000000000000000000000000000000000000000000000000",
                                            "0100000000000000000000000000000000000000000000000000000000000000",
                                            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                                            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                                            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};

std::string hex_of_pair_key(const SessionSecret& secret, const PairContext& context) {
  const std::optional<PairKey> pair = secret.pair_key(context);
  return pair ? hex_of(pair->key.view()) : "refused";
}

TEST(SessionKey, IsThePublicHalfOfRfc7748) {
  for (const test::PublishedMember& member : {test::published_low, test::published_high})
    EXPECT_EQ(hex_of(test::published_secret(member).public_key().view()), member.session_key);
}

/// The agreed secret is that of RFC 7748, and its key that of HKDF; both members have it.
TEST(PairKeys, AreThoseOfThePublishedVectorAtBothEnds) {
  const SessionSecret low = test::published_secret(test::published_low);
  const SessionSecret high = test::published_secret(test::published_high);
  EXPECT_EQ(hex_of_pair_key(low, test::published_context(high.public_key())), test::published_pair_key);
  EXPECT_EQ(hex_of_pair_key(high, test::published_context(low.public_key())), test::published_pair_key);
  const std::string info = std::string("sotto pair key 1\0", 17) + test::from_hex(test::published_low.site_key) +
                           test::from_hex(test::published_high.site_key);
  EXPECT_EQ(
      hex_of(hkdf(test::from_hex(test::published_shared_secret), test::from_hex(test::published_session), info).view()),
      test::published_pair_key);
}

TEST(PairKeys, AreTheSameForBothAndOthersForEverybodyElse) {
  const FreshMembers members(4);
  std::set<std::string> keys;
  for (std::uint32_t i = 0; i < 4; ++i)
    for (std::uint32_t j = i + 1; j < 4; ++j) {
      const std::string key = hex_of_pair_key(members.secret(i), members.context(i, j));
      EXPECT_EQ(key, hex_of_pair_key(members.secret(j), members.context(j, i)));
      keys.insert(key);
    }
  EXPECT_EQ(keys.size(), 6u);
}

TEST(PairKeys, DifferInEveryPartOfTheContext) {
  const FreshMembers members(3);
  const PairContext context = members.context(0, 1);
  PairContext other_session = context, other_low = context, other_high = context, swapped = context, peer = context;
  other_session.session = digest_of("another session");
  other_low.low_site = other_high.high_site = members.context(0, 2).high_site;
  std::swap(swapped.low_site, swapped.high_site);
  peer.peer = members.secret(2).public_key();
  std::set<std::string> keys;
  for (const PairContext& one : {context, other_session, other_low, other_high, swapped, peer})
    keys.insert(hex_of_pair_key(members.secret(0), one));
  EXPECT_EQ(keys.size(), 6u);
  EXPECT_FALSE(keys.contains("refused"));
}

TEST(PairKeys, AreRefusedForKeysOfSmallOrderAndLeaveNoErrorBehind) {
  const FreshMembers members(2);
  PairContext context = members.context(0, 1);
  for (const char* digits : small_order_keys)
    for (const bool sign : {false, true}) {
      context.peer = session_key_from_bytes(test::from_hex(digits)).value();
      if (sign) context.peer.bytes.back() |= 0x80;
      EXPECT_FALSE(members.secret(0).pair_key(context).has_value()) << digits;
      EXPECT_EQ(ERR_peek_error(), 0u) << "a healthy connection would be blamed";
    }
}

TEST(SessionSecret, IsAnotherOneEachTime) {
  std::set<SessionKey> keys;
  for (int k = 0; k < 20; ++k) keys.insert(SessionSecret::draw().public_key());
  EXPECT_EQ(keys.size(), 20u);
}

TEST(SessionKey, HasThirtyTwoBytes) {
  const SessionKey key = SessionSecret::draw().public_key();
  EXPECT_EQ(session_key_from_bytes(key.view()), key);
  EXPECT_FALSE(session_key_from_bytes(key.view().substr(1)).has_value());
  EXPECT_FALSE(session_key_from_bytes(std::string(key.view()) + '\0').has_value());
}

}  // namespace
}  // namespace sotto
