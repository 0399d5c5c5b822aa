// SPDX-License-Identifier: MIT
// Secret Ed25519 keys as text (PEM, PKCS#8, without a passphrase).
#pragma once

#include <string>

#include "sotto/federation/identity/openssl_handles.hpp"

namespace sotto {

/// The first key in the text; null where there is none, or where it is not Ed25519. Never asks for a passphrase.
KeyHandle key_from_pem(const std::string& text);

/// Secret: wipe it after use.
std::string pem_of_key(const EVP_PKEY& key);

/// Whatever a BIO in memory holds by now.
std::string content_of(BIO& memory);

}  // namespace sotto
