// SPDX-License-Identifier: MIT
// How a node speaks TLS: version 1.3 alone, both sides with a certificate, nothing resumed, and peers judged by the
// keys that the manifest pins and by nothing else.
#pragma once

#include <openssl/ssl.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/tls_credentials.hpp"

namespace sotto {

using TlsContextHandle = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;

struct PeerRules {
  std::vector<PinnedSite> pinned;
  std::function<UnixTime()> now = unix_now;
};

/// For both sides of connections. Connections made from it keep it and its rules alive. To give it to Asio, whose
/// context takes ownership, count it up first: SSL_CTX_up_ref.
TlsContextHandle make_tls_context(const TlsCredentials& credentials, PeerRules rules);

/// The context of a running node, made again when its certificate was renewed. For one thread.
class TlsContexts {
 public:
  /// `certificate` as SiteIdentity::certificate_path() says.
  using Trouble = std::function<void(const std::string& why)>;
  TlsContexts(std::filesystem::path certificate, PeerRules rules, Trouble trouble = {});

  /// For a new connection: one look at the file's stamp, and a new context only if it is another file. It is ours, and
  /// good until the next call; connections made from it stay good. InvalidInput (store) if there never was a file that
  /// can be used; later the context before is used again, and `trouble` is told once.
  SSL_CTX* current();

 private:
  std::filesystem::path path_;
  PeerRules rules_;
  Trouble trouble_;
  bool told_ = false;
  FileStamp stamp_{};
  TlsContextHandle context_;
};

}  // namespace sotto
