// SPDX-License-Identifier: MIT
// The TLS context of a running node.
#include "sotto/federation/identity/tls_contexts.hpp"

#include <utility>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

TlsContexts::TlsContexts(std::filesystem::path certificate, PeerRules rules, Trouble trouble)
    : path_(std::move(certificate)), rules_(std::move(rules)), trouble_(std::move(trouble)) {}

SSL_CTX* TlsContexts::current() {
  try {
    if (context_ && stamp_of(path_) == stamp_) return context_.get();
    const StoredCredentials stored = read_credentials(path_);
    context_ = make_tls_context(stored.credentials, rules_);
    stamp_ = stored.stamp;  // of the bytes that were read: a file renewed meanwhile is another one
    told_ = false;
  } catch (const InvalidInput& refused) {
    if (!context_) throw;
    if (trouble_ && !std::exchange(told_, true)) trouble_(to_text(refused.faults().front()));
  }
  return context_.get();
}

}  // namespace sotto
