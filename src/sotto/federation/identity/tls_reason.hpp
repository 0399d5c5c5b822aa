// SPDX-License-Identifier: MIT
// Why a TLS connection failed, in a sentence for operators.
#pragma once

#include <openssl/types.h>

#include <string>

namespace sotto {

/// `error` is a code of OpenSSL (ERR_get_error, or the value of an Asio error of the category `ssl`). Our own refusal
/// comes first, then the peer's alert, then whatever else the library says. With TLS 1.3 the side that dialled has a
/// finished handshake before the other side has looked at its certificate: that refusal arrives with the first read.
std::string tls_reason(const SSL* connection, unsigned long error);

/// Whether the error is an alert: the peer refused us, not we the peer.
bool is_alert_of_peer(unsigned long error);

}  // namespace sotto
