// SPDX-License-Identifier: MIT
// What OpenSSL allocates, freed by its owner; and its list of errors, left as it was found.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace sotto {

template <auto free_it>
struct FreedBy {
  template <class Object>
  void operator()(Object* object) const {
    free_it(object);
  }
};

using KeyHandle = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using CertificateHandle = std::unique_ptr<X509, FreedBy<X509_free>>;
using CipherHandle = std::unique_ptr<EVP_CIPHER_CTX, FreedBy<EVP_CIPHER_CTX_free>>;
using BioHandle = std::unique_ptr<BIO, FreedBy<BIO_free_all>>;

/// What cannot fail but for want of memory or a broken library: nothing is signed or sent on such a doubt.
inline void require_openssl(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("OpenSSL failed to ") + what);
}

/// Errors that are raised while this lives are taken back: what is answered by a value must not be found later by
/// SSL_get_error, which would blame a healthy connection.
class OpensslErrorMark {
 public:
  OpensslErrorMark() { ERR_set_mark(); }
  ~OpensslErrorMark() { ERR_pop_to_mark(); }
  OpensslErrorMark(const OpensslErrorMark&) = delete;
  OpensslErrorMark& operator=(const OpensslErrorMark&) = delete;
};

}  // namespace sotto
