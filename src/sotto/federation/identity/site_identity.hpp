// SPDX-License-Identifier: MIT
// Who this site is: a folder STATE/identity with its name, its key, and its certificate with that one's own key.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/site_key.hpp"
#include "sotto/federation/identity/tls_credentials.hpp"

namespace sotto {

class SiteIdentity {
 public:
  /// All of the folder appears at once or not at all. Refuses (InvalidInput) a bad name or number of days, and a state
  /// folder that has an identity; makes the state folder (mode 0700) where it is not there.
  static SiteIdentity create(const std::filesystem::path& state_folder, const std::string& name,
                             int days = default_certificate_days, UnixTime now = unix_now());
  /// Refuses (InvalidInput, store) what is absent, damaged or open to others. The certificate is not looked at.
  static SiteIdentity open(const std::filesystem::path& state_folder);

  /// A new certificate with a new key of its own, under the same site key. Certificate and key lie in one file that is
  /// replaced by a rename, so that a running node reads the old ones or the new ones.
  SiteCertificate renew(int days = default_certificate_days, UnixTime now = unix_now()) const;

  const std::string& name() const { return name_; }
  const PublicKey& public_key() const { return key_.public_key(); }
  const SiteKey& key() const { return key_; }
  /// Read anew each time: it may have been renewed. Refuses (store) one that is not this site's; it may have expired.
  SiteCertificate certificate() const;
  /// The file with certificate and key, as TLS wants it.
  std::filesystem::path certificate_path() const;

 private:
  SiteIdentity(std::filesystem::path folder, std::string name, SiteKey key);

  std::filesystem::path folder_;
  std::string name_;
  SiteKey key_;
};

}  // namespace sotto
