// SPDX-License-Identifier: MIT
// What an operator wants to know of a site's certificate: which one it is, and how long it is good.
#pragma once

#include <optional>
#include <string>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/federation/identity/utc_time.hpp"

namespace sotto {

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
