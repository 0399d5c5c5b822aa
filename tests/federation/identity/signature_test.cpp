// SPDX-License-Identifier: MIT
// Signatures of a site, and public keys as text.
#include <gtest/gtest.h>
#include <openssl/err.h>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {
namespace {

constexpr SigningContext contexts[] = {SigningContext::manifest, SigningContext::round,     SigningContext::dry_round,
                                       SigningContext::standing, SigningContext::disowning, SigningContext::audit};

TEST(Signature, HoldsForItsMessageItsKeyAndItsContextAlone) {
  const SiteKey key = SiteKey::generate(), another = SiteKey::generate();
  for (const SigningContext made : contexts) {
    const std::string signature = key.sign(made, "round 3");
    EXPECT_EQ(signature.size(), 64U);
    for (const SigningContext read : contexts)
      EXPECT_EQ(key.public_key().verifies(read, "round 3", signature), made == read);
    EXPECT_FALSE(another.public_key().verifies(made, "round 3", signature));
  }
}

TEST(Signature, NoChangedByteOrLengthPasses) {
  const SiteKey key = SiteKey::generate();
  const std::string message("1.5\0 2.5", 8), signature = key.sign(SigningContext::round, message);
  const auto passes = [&](const std::string& text, const std::string& sign) {
    return key.public_key().verifies(SigningContext::round, text, sign);
  };
  ASSERT_TRUE(passes(message, signature));
  for (std::size_t k = 0; k < signature.size(); ++k) {
    std::string changed = signature;
    changed[k] = static_cast<char>(changed[k] ^ 1);
    EXPECT_FALSE(passes(message, changed)) << k;
  }
  for (std::size_t k = 0; k < message.size(); ++k) {
    std::string changed = message;
    changed[k] = static_cast<char>(changed[k] ^ 0x80);
    EXPECT_FALSE(passes(changed, signature)) << k;
  }
  for (const std::string& other : {signature.substr(1), signature + "x", std::string()})
    EXPECT_FALSE(passes(message, other));
  EXPECT_FALSE(passes(message + '\0', signature));
}

TEST(Signature, TheContextIsAWordThatEndsWithAZeroByte) {
  EXPECT_EQ(signed_bytes(SigningContext::manifest, "m"), std::string("sotto manifest 1\0m", 18));
  EXPECT_EQ(signed_bytes(SigningContext::round, "m"), std::string("sotto round 2\0m", 15));
  EXPECT_EQ(signed_bytes(SigningContext::audit, ""), std::string("sotto audit 1\0", 14));
}

TEST(PublicKeyText, ReadsBackAndTakesNoOtherForm) {
  const PublicKey key = SiteKey::generate().public_key();
  const std::string text = key.text();
  ASSERT_EQ(text.size(), 72U);
  EXPECT_EQ(PublicKey::from_text(text), key);
  const std::string digits = std::string(32, 'a') + text.substr(40), upper = std::string(32, 'A') + text.substr(40);
  ASSERT_TRUE(PublicKey::from_text("ed25519:" + digits));
  for (const std::string& other : {std::string(), digits, text.substr(0, 71), text + "0", " " + text,
                                   "ed25519:" + upper, "ED25519:" + digits, "ed448:" + digits})
    EXPECT_FALSE(PublicKey::from_text(other)) << other;
  EXPECT_NE(SiteKey::generate().public_key(), key);
}

/// For a key A of small order and R = the neutral element, S = 0, a signature holds whenever k A = 0: for one message
/// in eight at least.
bool anyone_can_sign_for(const std::string& key_bytes) {
  const KeyHandle key(EVP_PKEY_new_raw_public_key(
      EVP_PKEY_ED25519, nullptr, reinterpret_cast<const unsigned char*>(key_bytes.data()), key_bytes.size()));
  unsigned char forged[64] = {1};
  for (unsigned char message = 0; message < 255; ++message) {
    const std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>> check(EVP_MD_CTX_new());
    EVP_DigestVerifyInit(check.get(), nullptr, nullptr, nullptr, key.get());
    if (EVP_DigestVerify(check.get(), forged, sizeof forged, &message, 1) == 1) return true;
  }
  ERR_clear_error();
  return false;
}

TEST(PublicKeyText, AKeyUnderWhichAnyoneCanSignIsRefused) {
  const std::string high(60, 'f');
  for (const std::string& digits :
       {std::string(64, '0'), "01" + std::string(62, '0'), "ec" + high + "7f", "ed" + high + "7f", "ee" + high + "7f",
        std::string("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        std::string("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}) {
    std::string bytes = bytes_of_hex(digits).value();
    EXPECT_TRUE(anyone_can_sign_for(bytes)) << digits;
    EXPECT_FALSE(PublicKey::from_text("ed25519:" + digits)) << digits;
    bytes.back() = static_cast<char>(bytes.back() | 0x80);
    EXPECT_FALSE(PublicKey::from_text("ed25519:" + hex_of(bytes))) << digits;
  }
  EXPECT_FALSE(anyone_can_sign_for(bytes_of_hex(SiteKey::generate().public_key().text().substr(8)).value()));
}

}  // namespace
}  // namespace sotto
