// SPDX-License-Identifier: MIT
// A member's key of one session (X25519), and the key that it shares with each other member.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {

/// The public half, as a key word says it. Any 32 bytes are one; pair_key says whether they serve.
struct SessionKey {
  std::array<std::uint8_t, 32> bytes{};

  auto operator<=>(const SessionKey&) const = default;
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Nothing where there are not 32 bytes.
std::optional<SessionKey> session_key_from_bytes(std::string_view bytes);

/// What two members know and nobody else. It moves and is not copied; it is wiped when it goes.
struct PairKey {
  SecretKey key;
};

/// What both members of a pair say alike, but for `peer`: what the other one said.
struct PairContext {
  Digest session;       ///< its id
  PublicKey low_site;   ///< of the member with the lower number
  PublicKey high_site;  ///< of the member with the higher number
  SessionKey peer;
};

/// The secret half. OpenSSL holds it, and wipes it when it goes.
class SessionSecret {
 public:
  /// From the operating system's randomness.
  static SessionSecret draw();

  const SessionKey& public_key() const { return public_key_; }

  /// HKDF-SHA-256 of the X25519 secret; salt: the session; info: "sotto pair key 1", a zero byte, both site keys.
  /// Nothing where the peer's key is of small order: then anybody would know the secret, which is zero.
  std::optional<PairKey> pair_key(const PairContext& context) const;

  /// Into a new file of mode 0600, which is on the disk when this returns. Refuses (InvalidInput, store) one that
  /// exists: a session has one secret. It is encrypted (ChaCha20-Poly1305) under a key that only this site derives, and
  /// bound to site and session: the line "sotto session secret 1", 12 bytes of nonce, 32 of the secret, 16 of the tag.
  void keep(const std::filesystem::path& file, const SiteKey& site, const Digest& session) const;
  /// Refuses (store) a file that is missing, damaged, or of another site or session.
  static SessionSecret open(const std::filesystem::path& file, const SiteKey& site, const Digest& session);
  /// Overwrites the file with zeros and takes it away, both settled on the disk; no file is no fault.
  static void forget(const std::filesystem::path& file);

 private:
  explicit SessionSecret(KeyHandle key);

  KeyHandle key_;
  SessionKey public_key_;
};

}  // namespace sotto
