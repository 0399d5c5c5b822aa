// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/public_key.hpp"

#include <sodium.h>

#include <algorithm>

#include "sotto/digest/digest.hpp"

namespace sotto {
namespace {

/// What is signed begins with the word of its context.
constexpr std::string_view signing_words[] = {"sotto manifest 1", "sotto round 2",     "sotto dry round 2",
                                              "sotto standing 1", "sotto disowning 1", "sotto audit 1",
                                              "sotto word 1",     "sotto amendment 1", "sotto session 1"};

constexpr std::string_view key_text_prefix = "ed25519:";

/// y of the points whose order divides 8, as they may be written down (y = 0 and 1 also as p and p + 1); the highest
/// bit, the sign of x, does not matter. OpenSSL checks none of this.
constexpr std::string_view small_order_points[] = {"0000000000000000000000000000000000000000000000000000000000000000",
                                                   "0100000000000000000000000000000000000000000000000000000000000000",
                                                   "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                                   "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                                                   "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                                   "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                                   "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};

std::string_view characters_of(const PublicKey::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const unsigned char* octets_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string signed_bytes(SigningContext context, std::string_view message) {
  std::string bytes(signing_words[static_cast<std::size_t>(context)]);
  bytes += '\0';
  return bytes.append(message);
}

std::optional<PublicKey> PublicKey::from_bytes(const Bytes& bytes) {
  Bytes without_sign = bytes;
  without_sign.back() &= 0x7f;
  const std::string digits = hex_of(characters_of(without_sign));
  if (std::count(std::begin(small_order_points), std::end(small_order_points), digits) > 0) return std::nullopt;
  return PublicKey(bytes);
}

std::optional<PublicKey> PublicKey::from_text(std::string_view text) {
  if (!text.starts_with(key_text_prefix)) return std::nullopt;
  const std::optional<Digest> bytes = digest_from_hex(text.substr(key_text_prefix.size()));  // 32 bytes too
  return bytes ? from_bytes(bytes->bytes) : std::nullopt;
}

std::string PublicKey::text() const {
  return std::string(key_text_prefix) + hex_of(characters_of(bytes_));
}

KeyHandle PublicKey::handle() const {
  KeyHandle key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_.data(), bytes_.size()));
  require_openssl(key != nullptr, "take a public key");
  return key;
}

/// A node checks a signature of each neighbour in each round: libsodium takes half the time that OpenSSL takes.
bool PublicKey::verifies(SigningContext context, std::string_view message, std::string_view signature) const {
  if (signature.size() != signature_bytes) return false;
  static const bool ready = sodium_init() >= 0;
  if (!ready) return false;
  const std::string bytes = signed_bytes(context, message);
  return crypto_sign_verify_detached(octets_of(signature), octets_of(bytes), bytes.size(), bytes_.data()) == 0;
}

bool PublicKey::issued(X509& certificate) const {
  const OpensslErrorMark mark;
  return X509_verify(&certificate, handle().get()) == 1;
}

}  // namespace sotto
