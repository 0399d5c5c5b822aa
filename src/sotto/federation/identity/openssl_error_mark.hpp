// SPDX-License-Identifier: MIT
// OpenSSL's list of errors, left as it was found.
#pragma once

#include <openssl/err.h>

namespace sotto {

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
