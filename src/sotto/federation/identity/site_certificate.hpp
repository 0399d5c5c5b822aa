// SPDX-License-Identifier: MIT
// What a site's certificate says, and whether a peer's shows one of the sites that a manifest pins: by that site's key
// alone, without a chain, a certificate authority or a name from the network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/federation/identity/public_key.hpp"

namespace sotto {

/// A site has this name in manifests, certificates and messages to operators.
inline constexpr std::size_t longest_site_name = 40;
inline constexpr const char* site_name_rule =
    "must be 1 to 40 of the characters a-z, 0-9 and -, and begin with a letter";

bool is_site_name(std::string_view text);

/// Certificates are the one part of the protocol that looks at a clock.
using UnixTime = std::int64_t;  ///< seconds since 1970 in UTC
inline constexpr UnixTime seconds_per_day = 86400;

UnixTime unix_now();

/// "2026-02-01 13:05:00 UTC".
std::string utc_text(UnixTime time);

struct SiteCertificate {
  std::string serial;  ///< hexadecimal
  UnixTime not_before;
  UnixTime not_after;

  /// Below zero once it has expired.
  double days_left(UnixTime now) const;
};

/// Nothing where the dates cannot be read.
std::optional<SiteCertificate> describe_certificate(const X509& certificate);

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
