// SPDX-License-Identifier: MIT
// Two ends of one TLS connection through memory, moved on by hand, and what an operator at each end would read.
#pragma once

#include <openssl/ssl.h>

#include <string>

#include "sotto/federation/identity/tls_context.hpp"

namespace sotto::test {

constexpr UnixTime noon = 1'770'000'000;  // 2026-02-02 02:40:00 UTC

using ConnectionHandle = std::unique_ptr<SSL, FreedBy<SSL_free>>;

class TlsEnd {
 public:
  enum class Role { dials, listens };
  TlsEnd(SSL_CTX* context, Role role, BIO* wire);

  SSL* connection() const { return connection_.get(); }
  bool shook_hands() const { return SSL_is_init_finished(connection()) == 1; }
  bool failed() const { return !reason_.empty(); }
  const std::string& reason() const { return reason_; }  ///< empty while nothing failed
  bool refused_by_peer() const { return alert_; }

  void shake_hands();
  void say(const std::string& text);
  std::string hear();  ///< what has arrived; empty if nothing has

 private:
  void note(int result);

  ConnectionHandle connection_;
  std::string reason_;
  bool alert_ = false;
};

/// Whoever dials expects `expected`; nothing moves before it is told to.
class TlsPair {
 public:
  struct Ends {
    SSL_CTX* client;
    SSL_CTX* server;
    std::string expected = {};
    std::size_t wire_bytes = 0;  ///< how much fits on the wire at once; 0: enough
  };
  explicit TlsPair(const Ends& ends) : TlsPair(ends, new_wire(ends.wire_bytes)) {}

  void step();         ///< each end does what it can
  void shake_hands();  ///< until nothing moves; then each end reads once, where late refusals arrive

 private:
  struct Wire {
    BIO* client = nullptr;
    BIO* server = nullptr;
  };
  static Wire new_wire(std::size_t bytes);
  TlsPair(const Ends& ends, const Wire& wire);

 public:
  TlsEnd client;
  TlsEnd server;
};

/// Three sites, of which a and b are pinned; certificates are good at noon.
struct Federation {
  SiteKey a = SiteKey::generate();
  SiteKey b = SiteKey::generate();
  SiteKey c = SiteKey::generate();

  PeerRules rules() const {
    return {.pinned = {{"hosp-a", a.public_key()}, {"hosp-b", b.public_key()}}, .now = [] { return noon; }};
  }
  TlsContextHandle context(const SiteKey& key, const std::string& name, UnixTime made = noon) const {
    return make_tls_context(issue_credentials(key, name, 7, made), rules());
  }
};

/// A stranger's: any version, nothing verified, no certificate.
TlsContextHandle careless_context();

}  // namespace sotto::test
