// SPDX-License-Identifier: MIT
// The TLS context of a running node, made again when its certificate was renewed.
#pragma once

#include <filesystem>

#include "sotto/federation/tls/tls_context.hpp"

namespace sotto {

/// For one thread.
class TlsContexts {
 public:
  /// `certificate` as SiteIdentity::certificate_path() says.
  TlsContexts(std::filesystem::path certificate, PeerRules rules);

  /// For a new connection: one look at the file's stamp, and a new context only if it is another file. It is ours, and
  /// good until the next call; connections made from it stay good. InvalidInput (store) if the file cannot be used.
  SSL_CTX* current();

 private:
  std::filesystem::path path_;
  PeerRules rules_;
  FileStamp stamp_{};
  TlsContextHandle context_;
};

}  // namespace sotto
