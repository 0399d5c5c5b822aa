// SPDX-License-Identifier: MIT
// The TLS context of a running node, made again when its certificate was renewed.
#pragma once

#include <filesystem>
#include <functional>

#include "sotto/federation/identity/tls_context.hpp"

namespace sotto {

/// For one thread.
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
