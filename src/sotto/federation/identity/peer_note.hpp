// SPDX-License-Identifier: MIT
// What is noted on a TLS connection: the site that it should lead to, the one that it led to, and why it failed.
#pragma once

#include <openssl/types.h>

#include <string>

#include "sotto/federation/identity/site_certificate.hpp"

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

/// Why a connection failed, in a sentence for operators.
/// `error` is a code of OpenSSL (ERR_get_error, or the value of an Asio error of the category `ssl`). Our own refusal
/// comes first, then the peer's alert, then whatever else the library says. With TLS 1.3 the side that dialled has a
/// finished handshake before the other side has looked at its certificate: that refusal arrives with the first read.
std::string tls_reason(const SSL* connection, unsigned long error);

/// Whether the error is an alert: the peer refused us, not we the peer.
bool is_alert_of_peer(unsigned long error);

}  // namespace sotto
