// SPDX-License-Identifier: MIT
// How a node speaks TLS: version 1.3 alone, both sides with a certificate, nothing resumed, and peers judged by the
// keys that the manifest pins and by nothing else.
#pragma once

#include <openssl/ssl.h>

#include <functional>
#include <vector>

#include "sotto/federation/identity/certificate_verdict.hpp"
#include "sotto/federation/identity/tls_credentials.hpp"

namespace sotto {

using TlsContextHandle = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;

/// Whom a node accepts.
struct PeerRules {
  std::vector<PinnedSite> pinned;
  std::function<UnixTime()> now = unix_now;
};

/// For both sides of connections. Connections made from it keep it and its rules alive. To give it to Asio, whose
/// context takes ownership, count it up first: SSL_CTX_up_ref.
TlsContextHandle make_tls_context(const TlsCredentials& credentials, PeerRules rules);

}  // namespace sotto
