// SPDX-License-Identifier: MIT
// What a site's certificate says: the name of the site, which certificate it is, and how long it is good.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/federation/identity/openssl_handles.hpp"

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

}  // namespace sotto
