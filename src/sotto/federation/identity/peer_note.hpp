// SPDX-License-Identifier: MIT
// What is noted on a TLS connection: whom it should lead to, whom it led to, and why that one was refused.
#pragma once

#include <openssl/types.h>

#include <string>

#include "sotto/federation/identity/certificate_verdict.hpp"

namespace sotto {

/// Called before a dialled handshake: only this site's certificate will do. A client that expects no one is refused
/// everyone; a server may expect no one, and takes any pinned site.
void expect_site(SSL* connection, const std::string& name);

/// Once the handshake is done: the site that the peer proved to be. Empty before, and where the peer was refused.
std::string site_of(const SSL* connection);

/// Once the handshake is done: 32 bytes that both ends of this session have, and nobody else (RFC 8446, 7.5). Empty
/// where there are none, which no hello accepts.
std::string session_binding(SSL* connection);

/// Why the peer's certificate was refused here, for operators; empty if it was not.
std::string refusal_of(const SSL* connection);

/// For the verification in tls_context.cpp: whom the connection expects, and what was found.
std::string expected_site_of(const SSL* connection);
void note_verdict(SSL* connection, const CertificateVerdict& verdict);

}  // namespace sotto
