// SPDX-License-Identifier: MIT
// The TLS context of a running node.
#include "sotto/federation/tls/tls_contexts.hpp"

namespace sotto {

TlsContexts::TlsContexts(std::filesystem::path certificate, PeerRules rules)
    : path_(std::move(certificate)), rules_(std::move(rules)) {}

SSL_CTX* TlsContexts::current() {
  if (context_ && stamp_of(path_) == stamp_) return context_.get();
  const StoredCredentials stored = read_credentials(path_);
  context_ = make_tls_context(stored.credentials, rules_);
  stamp_ = stored.stamp;  // of the bytes that were read: a file renewed meanwhile is another one
  return context_.get();
}

}  // namespace sotto
