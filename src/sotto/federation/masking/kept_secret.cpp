// SPDX-License-Identifier: MIT
// The file that keeps a session's secret for a restart.
#include <openssl/rand.h>

#include <string>

#include "sotto/federation/identity/private_file.hpp"
#include "sotto/federation/masking/session_key.hpp"

namespace sotto {
namespace {

using namespace std::literals;

constexpr std::string_view first_line = "sotto session secret 1\n";
constexpr std::size_t nonce_bytes = 12, secret_bytes = sizeof(SecretKey::Bytes), tag_bytes = 16;
constexpr std::size_t sealed_bytes = nonce_bytes + secret_bytes + tag_bytes;

/// What a sealed secret is encrypted under, and what it is bound to.
struct SealingKey {
  SealingKey(const SiteKey& site, const Digest& session)
      : key(site.derive(session.view(), "sotto session secret 1\0"sv)),
        bound_to(site.public_key().bytes().begin(), site.public_key().bytes().end()) {
    bound_to.append(session.view());
  }
  SecretKey key;
  std::string bound_to;
};

unsigned char* octets_in(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

const unsigned char* octets_in(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

CipherHandle new_cipher() {
  CipherHandle cipher(EVP_CIPHER_CTX_new());
  require_openssl(cipher != nullptr, "begin to encrypt");
  return cipher;
}

/// Nonce, encrypted secret, tag.
std::string seal_secret(const SecretKey& secret, const SealingKey& under) {
  std::string sealed(sealed_bytes, '\0');
  unsigned char *const nonce = octets_in(sealed), *const body = nonce + nonce_bytes, *const tag = body + secret_bytes;
  require_openssl(RAND_bytes(nonce, static_cast<int>(nonce_bytes)) == 1, "draw a nonce");
  const CipherHandle cipher = new_cipher();
  int made = 0;
  require_openssl(
      EVP_EncryptInit_ex(cipher.get(), EVP_chacha20_poly1305(), nullptr, under.key.bytes().data(), nonce) == 1 &&
          EVP_EncryptUpdate(cipher.get(), nullptr, &made, octets_in(under.bound_to),
                            static_cast<int>(under.bound_to.size())) == 1 &&
          EVP_EncryptUpdate(cipher.get(), body, &made, secret.bytes().data(), static_cast<int>(secret_bytes)) == 1 &&
          EVP_EncryptFinal_ex(cipher.get(), tag, &made) == 1 &&
          EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(tag_bytes), tag) == 1,
      "encrypt a secret");
  return sealed;
}

/// Nothing unless every byte is what seal_secret made for this site and session.
std::optional<SecretKey> unseal_secret(std::string sealed, const SealingKey& under) {
  if (sealed.size() != sealed_bytes) return std::nullopt;
  unsigned char *const nonce = octets_in(sealed), *const body = nonce + nonce_bytes, *const tag = body + secret_bytes;
  const OpensslErrorMark mark;
  const CipherHandle cipher = new_cipher();
  SecretKey secret;
  int made = 0;
  const bool whole =
      EVP_DecryptInit_ex(cipher.get(), EVP_chacha20_poly1305(), nullptr, under.key.bytes().data(), nonce) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag_bytes), tag) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &made, octets_in(under.bound_to),
                        static_cast<int>(under.bound_to.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), secret.bytes().data(), &made, body, static_cast<int>(secret_bytes)) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), tag, &made) == 1;
  if (!whole) return std::nullopt;
  return secret;
}

NamedFile secret_file(const std::filesystem::path& path) {
  return file_of_state("session secret", path);
}

void refuse_what_is_missing(const NamedFile& file) {
  std::error_code ignored;
  if (std::filesystem::status(file.path, ignored).type() == std::filesystem::file_type::not_found)
    refuse_file(file, "is missing: without it this site cannot go on in this session");
}

}  // namespace

void SessionSecret::keep(const std::filesystem::path& file, const SiteKey& site, const Digest& session) const {
  const std::string sealed = seal_secret(secret_half_of(*key_), SealingKey(site, session));
  write_private_file(secret_file(file), Secret(std::string(first_line) + sealed));
}

SessionSecret SessionSecret::open(const std::filesystem::path& file, const SiteKey& site, const Digest& session) {
  const NamedFile named = secret_file(file);
  refuse_what_is_missing(named);
  const PrivateFile kept = read_private_file(named);
  const std::string& text = kept.content.text();
  std::optional<SecretKey> secret;
  if (text.starts_with(first_line)) secret = unseal_secret(text.substr(first_line.size()), SealingKey(site, session));
  if (!secret)
    refuse_file(named,
                "is damaged, or was kept by another site or for another session: this site cannot go on in "
                "this session with it");
  KeyHandle key(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, secret->bytes().data(), secret->bytes().size()));
  require_openssl(key != nullptr, "take a key of a session");
  return SessionSecret(std::move(key));
}

void SessionSecret::forget(const std::filesystem::path& file) {
  wipe_private_file(secret_file(file));
}

}  // namespace sotto
