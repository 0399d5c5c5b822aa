// SPDX-License-Identifier: MIT
// What a site shows and proves to its peers for some days: a certificate that the site key issued, and its own key.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/federation/identity/private_file.hpp"
#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {

struct TlsCredentials {
  CertificateHandle certificate;
  KeyHandle key;
};

inline constexpr int default_certificate_days = 7;
inline constexpr int most_certificate_days = 90;
inline constexpr UnixTime certificate_backdating = 300;  ///< seconds: a peer's clock may be a little behind

/// A fresh Ed25519 key and its certificate, good from five minutes before `now` until `days` after it. Refuses
/// (InvalidInput) a name that is none, and days outside 1 to 90.
TlsCredentials issue_credentials(const SiteKey& site, const std::string& name, int days, UnixTime now);

/// Certificate and key as one text, so that one rename replaces both.
Secret pem_of(const TlsCredentials& credentials);

struct StoredCredentials {
  TlsCredentials credentials;
  FileStamp stamp;  ///< of the file they were read from
};

/// Refuses (InvalidInput, store) a file that others can read, or in which there is no certificate with its key.
StoredCredentials read_credentials(const std::filesystem::path& path);

}  // namespace sotto
