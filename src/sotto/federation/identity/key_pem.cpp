// SPDX-License-Identifier: MIT
// Secret Ed25519 keys as text.
#include "sotto/federation/identity/key_pem.hpp"

#include <openssl/pem.h>

#include "sotto/federation/identity/openssl_error_mark.hpp"

namespace sotto {
namespace {

/// Without this the library would ask the terminal.
int no_passphrase(char*, int, int, void*) {
  return -1;
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

}  // namespace sotto
