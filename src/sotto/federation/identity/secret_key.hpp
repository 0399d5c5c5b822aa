// SPDX-License-Identifier: MIT
// 32 secret bytes that are overwritten when they go, and how such keys are derived from a secret (RFC 5869).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sotto/federation/identity/openssl_handles.hpp"

namespace sotto {

/// It moves and is not copied; what it was moved from holds zeros.
class SecretKey {
 public:
  using Bytes = std::array<std::uint8_t, 32>;

  SecretKey() = default;  ///< zeros, for whoever fills it
  explicit SecretKey(const Bytes& bytes) : bytes_(bytes) {}
  SecretKey(SecretKey&& other) noexcept : bytes_(other.bytes_) { other.wipe(); }
  SecretKey& operator=(SecretKey&& other) noexcept;
  ~SecretKey() { wipe(); }

  Bytes& bytes() { return bytes_; }
  const Bytes& bytes() const { return bytes_; }
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }
  /// In a time that does not depend on the bytes.
  bool is_zero() const;

 private:
  void wipe();

  Bytes bytes_{};
};

/// HKDF-SHA-256: the first 32 bytes for a secret of any length.
SecretKey hkdf(std::string_view secret, std::string_view salt, std::string_view info);

/// The second half of it alone, for a key that is uniform already.
SecretKey hkdf_expand(const SecretKey& key, std::string_view info);

// The halves of a key pair (Ed25519 or X25519) as bytes.
std::array<std::uint8_t, 32> public_half_of(const EVP_PKEY& key);
SecretKey secret_half_of(const EVP_PKEY& key);

}  // namespace sotto
