// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/site_key.hpp"

#include <openssl/pem.h>

#include "sotto/federation/identity/private_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

/// Without this the library would ask the terminal.
int no_passphrase(char*, int, int, void*) {
  return -1;
}

PublicKey public_part_of(const EVP_PKEY& key) {
  const std::optional<PublicKey> half = PublicKey::from_bytes(public_half_of(key));
  require_openssl(half.has_value(), "make a key of full order");
  return *half;
}

NamedFile site_key_file(const std::filesystem::path& path) {
  return file_of_state("site key", path);
}

}  // namespace

KeyHandle key_from_pem(const std::string& text) {
  const OpensslErrorMark mark;
  const BioHandle source(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  require_openssl(source != nullptr, "read from memory");
  KeyHandle key(PEM_read_bio_PrivateKey(source.get(), nullptr, no_passphrase, nullptr));
  if (key && EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) key.reset();
  return key;
}

std::string pem_of_key(const EVP_PKEY& key) {
  const BioHandle text(BIO_new(BIO_s_mem()));
  require_openssl(text && PEM_write_bio_PKCS8PrivateKey(text.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
                  "write a key");
  return content_of(*text);
}

std::string content_of(BIO& memory) {
  char* data = nullptr;
  const long length = BIO_get_mem_data(&memory, &data);
  return {data, static_cast<std::size_t>(length)};
}

SiteKey::SiteKey(KeyHandle key) : key_(std::move(key)), public_key_(public_part_of(*key_)) {}

SiteKey SiteKey::generate() {
  KeyHandle key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  require_openssl(key != nullptr, "make a key");
  return SiteKey(std::move(key));
}

SiteKey SiteKey::read(const std::filesystem::path& path) {
  const PrivateFile file = read_private_file(site_key_file(path));
  KeyHandle key = key_from_pem(file.content.text());
  if (!key)
    throw InvalidInput({"site key", printable_path(path.string()),
                        "does not hold an Ed25519 key (PEM, without a passphrase); bring the file back from a backup"},
                       FaultKind::store);
  return SiteKey(std::move(key));
}

void SiteKey::write_new(const std::filesystem::path& path) const {
  write_private_file(site_key_file(path), Secret(pem_of_key(*key_)));
}

std::string SiteKey::sign(SigningContext context, std::string_view message) const {
  const std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>> pen(EVP_MD_CTX_new());
  require_openssl(pen && EVP_DigestSignInit(pen.get(), nullptr, nullptr, nullptr, key_.get()) == 1, "begin to sign");
  const std::string bytes = signed_bytes(context, message);
  std::string signature(signature_bytes, '\0');
  std::size_t length = signature.size();
  require_openssl(EVP_DigestSign(pen.get(), reinterpret_cast<unsigned char*>(signature.data()), &length,
                                 reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()) == 1 &&
                      length == signature_bytes,
                  "sign");
  return signature;
}

SecretKey SiteKey::derive(std::string_view salt, std::string_view info) const {
  return hkdf(secret_half_of(*key_).view(), salt, info);
}

void SiteKey::issue(X509& certificate) const {
  require_openssl(X509_sign(&certificate, key_.get(), nullptr) > 0, "sign a certificate");
}

}  // namespace sotto
