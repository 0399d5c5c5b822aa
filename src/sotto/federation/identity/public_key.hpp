// SPDX-License-Identifier: MIT
// A site's public key (Ed25519): what a manifest pins, and what judges its signatures and certificates.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/federation/identity/openssl_handles.hpp"

namespace sotto {

enum class SigningContext { manifest, round, dry_round, standing, disowning, audit, word, amendment, session };

/// The bytes that are signed: a fixed word for the context, a zero byte, the message. No context's word is the
/// beginning of another's, and none begins as a certificate does, so one kind of signature never passes for another.
std::string signed_bytes(SigningContext context, std::string_view message);

inline constexpr std::size_t signature_bytes = 64;

class PublicKey {
 public:
  using Bytes = std::array<std::uint8_t, 32>;

  /// "ed25519:" and 64 lower-case hexadecimal digits; nothing for any other text, nor for a key of small order, under
  /// which signatures can be made without a secret.
  static std::optional<PublicKey> from_text(std::string_view text);
  static std::optional<PublicKey> from_bytes(const Bytes& bytes);
  static constexpr const char* text_rule =
      "must be ed25519: and 64 lower-case hexadecimal digits, as `sotto id show` prints it";

  std::string text() const;
  const Bytes& bytes() const { return bytes_; }
  auto operator<=>(const PublicKey&) const = default;

  bool verifies(SigningContext context, std::string_view message, std::string_view signature) const;
  /// Whether this key issued a certificate. All else about the certificate is judge_certificate's.
  bool issued(X509& certificate) const;

 private:
  explicit PublicKey(const Bytes& bytes) : bytes_(bytes) {}
  KeyHandle handle() const;

  Bytes bytes_;
};

}  // namespace sotto
