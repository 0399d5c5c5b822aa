// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/secret_key.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

namespace sotto {
namespace {

/// The library changes no parameter, but takes them without const; and no bytes must lie somewhere, too.
OSSL_PARAM octets(const char* name, std::string_view bytes) {
  if (bytes.empty()) bytes = "";
  return OSSL_PARAM_construct_octet_string(name, const_cast<char*>(bytes.data()), bytes.size());
}

SecretKey derive_key(int mode, std::string_view secret, std::string_view salt, std::string_view info) {
  const std::unique_ptr<EVP_KDF, FreedBy<EVP_KDF_free>> method(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const std::unique_ptr<EVP_KDF_CTX, FreedBy<EVP_KDF_CTX_free>> work(method ? EVP_KDF_CTX_new(method.get()) : nullptr);
  char hash[] = "SHA256";
  const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode),
                                   OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, hash, 0),
                                   octets(OSSL_KDF_PARAM_KEY, secret),
                                   octets(OSSL_KDF_PARAM_SALT, salt),
                                   octets(OSSL_KDF_PARAM_INFO, info),
                                   OSSL_PARAM_construct_end()};
  SecretKey key;
  require_openssl(work && EVP_KDF_derive(work.get(), key.bytes().data(), key.bytes().size(), parameters) == 1,
                  "derive a key");
  return key;
}

}  // namespace

SecretKey& SecretKey::operator=(SecretKey&& other) noexcept {
  if (this == &other) return *this;
  bytes_ = other.bytes_;
  other.wipe();
  return *this;
}

bool SecretKey::is_zero() const {
  constexpr Bytes zeros{};
  return CRYPTO_memcmp(bytes_.data(), zeros.data(), zeros.size()) == 0;
}

void SecretKey::wipe() {
  OPENSSL_cleanse(bytes_.data(), bytes_.size());
}

SecretKey hkdf(std::string_view secret, std::string_view salt, std::string_view info) {
  return derive_key(EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND, secret, salt, info);
}

SecretKey hkdf_expand(const SecretKey& key, std::string_view info) {
  return derive_key(EVP_KDF_HKDF_MODE_EXPAND_ONLY, key.view(), {}, info);
}

std::array<std::uint8_t, 32> public_half_of(const EVP_PKEY& key) {
  std::array<std::uint8_t, 32> bytes{};
  std::size_t length = bytes.size();
  require_openssl(EVP_PKEY_get_raw_public_key(&key, bytes.data(), &length) == 1 && length == bytes.size(),
                  "take the public half of a key");
  return bytes;
}

SecretKey secret_half_of(const EVP_PKEY& key) {
  SecretKey half;
  std::size_t length = half.bytes().size();
  require_openssl(
      EVP_PKEY_get_raw_private_key(&key, half.bytes().data(), &length) == 1 && length == half.bytes().size(),
      "take the secret half of a key");
  return half;
}

}  // namespace sotto
