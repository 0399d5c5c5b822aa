// SPDX-License-Identifier: MIT
// Whether a peer's certificate shows one of the sites that a manifest pins: by that site's key alone, without a chain,
// a certificate authority or a name from the network.
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/federation/identity/public_key.hpp"
#include "sotto/federation/identity/site_certificate.hpp"

namespace sotto {

struct PinnedSite {
  std::string name;
  PublicKey key;
};

struct CertificateVerdict {
  enum class Kind {
    good,
    not_yet_valid,
    expired,
    foreign,       ///< names no pinned site
    another_site,  ///< a pinned site, but not the one that was expected
    wrong_key,     ///< names a pinned site, but that site's key did not issue it
    malformed
  };
  Kind kind;
  std::string site;    ///< proven by the site's key to be meant; empty for foreign, wrong_key and a name beyond reading
  std::string reason;  ///< for operators, with names and dates; empty when good

  bool good() const { return kind == Kind::good; }
};

/// Which site a peer should be, and at which time.
struct PeerExpectation {
  std::string site = {};  ///< empty: any of the pinned ones
  UnixTime now;
};

/// The peer's possession of the certificate's key is TLS's part.
CertificateVerdict judge_certificate(X509& certificate, const std::vector<PinnedSite>& pinned,
                                     const PeerExpectation& expected);

}  // namespace sotto
