// SPDX-License-Identifier: MIT
// A site's long-lived secret key (Ed25519): it signs manifests, rounds and audits, and issues the site's certificates.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/federation/identity/public_key.hpp"
#include "sotto/federation/identity/secret_key.hpp"

namespace sotto {

// Secret Ed25519 keys as text (PEM, PKCS#8, without a passphrase).
/// The first key in the text; null where there is none, or where it is not Ed25519. Never asks for a passphrase.
KeyHandle key_from_pem(const std::string& text);

/// Secret: wipe it after use.
std::string pem_of_key(const EVP_PKEY& key);

/// Whatever a BIO in memory holds by now.
std::string content_of(BIO& memory);

class SiteKey {
 public:
  static SiteKey generate();
  /// PEM, PKCS#8, without a passphrase. Refuses (InvalidInput, store) a file that others can read, with the chmod that
  /// mends it, and one that holds anything else.
  static SiteKey read(const std::filesystem::path& path);
  /// Into a new file, of mode 0600 from its first moment. Refuses (store) one that exists.
  void write_new(const std::filesystem::path& path) const;

  const PublicKey& public_key() const { return public_key_; }
  /// 64 bytes, the same for the same message.
  std::string sign(SigningContext context, std::string_view message) const;
  /// A key for one purpose (`info`) that only this site can derive: HKDF-SHA-256 of the secret key.
  SecretKey derive(std::string_view salt, std::string_view info) const;
  /// Makes this key the issuer that vouches for a certificate.
  void issue(X509& certificate) const;

 private:
  explicit SiteKey(KeyHandle key);

  KeyHandle key_;
  PublicKey public_key_;
};

}  // namespace sotto
