// SPDX-License-Identifier: MIT
// Keys that are derived: HKDF as RFC 5869 has it, and what only a site can derive.
#include "sotto/federation/identity/secret_key.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {
namespace {

/// Bytes from the first to the last.
std::string bytes_from(int first, int last) {
  std::string bytes;
  for (int byte = first; byte <= last; ++byte) bytes += static_cast<char>(byte);
  return bytes;
}

/// Appendix A, cases 1 to 3: the first 32 bytes.
TEST(Hkdf, IsThatOfRfc5869) {
  const std::string secret(22, '\x0b');
  EXPECT_EQ(hex_of(hkdf(secret, bytes_from(0x00, 0x0c), bytes_from(0xf0, 0xf9)).view()),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  EXPECT_EQ(hex_of(hkdf(bytes_from(0x00, 0x4f), bytes_from(0x60, 0xaf), bytes_from(0xb0, 0xff)).view()),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c");
  EXPECT_EQ(hex_of(hkdf(secret, "", "").view()), "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
}

TEST(Hkdf, ExpandsTheKeyOfRfc5869) {
  const Digest key = digest_from_hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5").value();
  EXPECT_EQ(hex_of(hkdf_expand(SecretKey(key.bytes), bytes_from(0xf0, 0xf9)).view()),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
}

TEST(SecretKey, IsZeroWhenEveryByteIs) {
  SecretKey key;
  EXPECT_TRUE(key.is_zero());
  for (std::uint8_t& byte : key.bytes()) {
    byte = 0x80;
    EXPECT_FALSE(key.is_zero());
    byte = 0;
  }
}

TEST(SiteKey, DerivesOneKeyForASaltAndAPurposeAndNoOtherSiteDerivesIt) {
  const SiteKey site = SiteKey::generate(), other = SiteKey::generate();
  const auto derived = [](const SiteKey& key, const char* salt, const char* info) {
    return hex_of(key.derive(salt, info).view());
  };
  EXPECT_EQ(derived(site, "a", "b"), derived(site, "a", "b"));
  EXPECT_EQ(
      (std::set{derived(site, "a", "b"), derived(site, "b", "a"), derived(site, "a", ""), derived(other, "a", "b")}
           .size()),
      4u);
}

}  // namespace
}  // namespace sotto
