// SPDX-License-Identifier: MIT
// Secrets are overwritten when they go. This program has its own OPENSSL_cleanse in the place of the library's, for
// what is compiled here: it notes what it overwrites. What the library wipes by itself is not seen.
#include <gtest/gtest.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <string>
#include <vector>

#include "federation/masking/vectors.hpp"

namespace {

bool noting = false;

std::vector<std::string>& wiped() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace

extern "C" void OPENSSL_cleanse(void* memory, std::size_t length) {
  auto* const bytes = static_cast<volatile char*>(memory);
  if (noting) wiped().emplace_back(static_cast<const char*>(memory), length);
  for (std::size_t k = 0; k < length; ++k) bytes[k] = 0;
}

namespace sotto {
namespace {

/// What is overwritten in the course of an action, in hexadecimal.
template <class Action>
std::vector<std::string> wiped_by(const Action& action) {
  wiped().clear();
  noting = true;
  action();
  noting = false;
  std::vector<std::string> all;
  for (const std::string& bytes : wiped()) all.push_back(hex_of(bytes));
  return all;
}

bool holds(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

TEST(Wiping, ASecretKeyIsOverwrittenWhenItGoesAndWhenItMoves) {
  const std::string digits = test::published_pair_key;
  {
    SecretKey key = test::secret_from_hex(digits);
    EXPECT_TRUE(holds(wiped_by([&] { const SecretKey moved = std::move(key); }), digits));
    // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move): it promises to hold zeros
    EXPECT_TRUE(key.is_zero());
  }
  {
    SecretKey key = test::secret_from_hex(digits), other;
    other = std::move(key);
    // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move): it promises to hold zeros
    EXPECT_TRUE(key.is_zero());
    EXPECT_EQ(hex_of(other.view()), digits);
  }
  auto key = std::make_unique<SecretKey>(test::secret_from_hex(digits));
  EXPECT_TRUE(holds(wiped_by([&] { key.reset(); }), digits));
}

TEST(Wiping, TheAgreedSecretIsOverwrittenWhenThePairKeyIsThere) {
  const SessionSecret low = test::published_secret(test::published_low);
  const PairContext context = test::published_context(test::published_secret(test::published_high).public_key());
  std::optional<PairKey> key;
  const std::vector<std::string> all = wiped_by([&] { key = low.pair_key(context); });
  EXPECT_TRUE(holds(all, test::published_shared_secret));
  EXPECT_TRUE(holds(wiped_by([&] { key.reset(); }), test::published_pair_key));
}

TEST(Wiping, ARoundKeyIsOverwrittenBeforeItsWordsAreHandedOut) {
  DerivedMasks masks(0, test::one_key(1, test::published_pair_key));
  const test::PublishedRound& round = test::published_rounds[0];
  EXPECT_TRUE(holds(wiped_by([&] { test::words_of(masks, {0, 1}, round.round); }), round.key));
}

TEST(Wiping, PairKeysAreOverwrittenWithTheirMasks) {
  auto masks = std::make_unique<DerivedMasks>(0, test::one_key(1, test::published_pair_key));
  EXPECT_TRUE(holds(wiped_by([&] { masks.reset(); }), test::published_pair_key));
}

TEST(Wiping, TheSecretIsOverwrittenWhenItWasKeptAndWhenItWasOpened) {
  const SiteKey site = test::published_site(test::published_low);
  const Digest session = digest_from_hex(test::published_session).value();
  const SessionSecret secret = test::published_secret(test::published_low);
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "secret";
  const std::string file_key =
      hex_of(site.derive(session.view(), std::string_view("sotto session secret 1\0", 23)).view());
  for (const std::vector<std::string>& all : {wiped_by([&] { secret.keep(file, site, session); }),
                                              wiped_by([&] { SessionSecret::open(file, site, session); })}) {
    EXPECT_TRUE(holds(all, test::published_low.session_secret));
    EXPECT_TRUE(holds(all, file_key));
  }
}

}  // namespace
}  // namespace sotto
