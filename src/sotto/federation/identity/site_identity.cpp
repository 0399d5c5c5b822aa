// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/site_identity.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "sotto/files/durable_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr const char* identity_folder = "identity";
constexpr const char* name_entry = "name";
constexpr const char* key_entry = "site.key";
constexpr const char* tls_entry = "tls.pem";

[[noreturn]] void refuse_identity(const fs::path& folder, const std::string& rule, FaultKind kind) {
  throw InvalidInput({"identity", printable_path(folder.string()), rule}, kind);
}

[[noreturn]] void refuse_existing(const fs::path& folder) {
  refuse_identity(folder,
                  "exists already, and a new key would be another site to all manifests; for a new certificate under "
                  "the same key: sotto id renew; for another site: another --state",
                  FaultKind::configuration);
}

void make_state_folder(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return;
  throw InvalidInput(
      {"state folder", printable_path(path.string()), std::string("cannot be made: ") + std::strerror(errno)},
      FaultKind::store);
}

/// A folder under another name, which goes away unless it was moved to its place.
class DraftFolder {
 public:
  explicit DraftFolder(const fs::path& within) {
    std::string name = (within / ".identity-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)  // mode 0700
      refuse_identity(within, std::string("cannot be made: ") + std::strerror(errno), FaultKind::store);
    path_ = name;
  }
  ~DraftFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;

  const fs::path& path() const { return path_; }
  void move_to(const fs::path& place) {
    if (std::rename(path_.c_str(), place.c_str()) != 0) {
      if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) refuse_existing(place);
      refuse_identity(place, std::string("cannot be made: ") + std::strerror(errno), FaultKind::store);
    }
    path_.clear();
  }

 private:
  fs::path path_;
};

std::string read_name(const fs::path& folder) {
  const PrivateFile file = read_private_file(file_of_state("site name", folder / name_entry));
  std::string name = file.content.text();
  if (!name.empty() && name.back() == '\n') name.pop_back();
  if (!is_site_name(name))
    throw InvalidInput({"site name", "", site_name_rule, printable_path((folder / name_entry).string())},
                       FaultKind::store);
  return name;
}

}  // namespace

SiteIdentity::SiteIdentity(fs::path folder, std::string name, SiteKey key)
    : folder_(std::move(folder)), name_(std::move(name)), key_(std::move(key)) {}

SiteIdentity SiteIdentity::create(const fs::path& state_folder, const std::string& name, int days, UnixTime now) {
  SiteKey key = SiteKey::generate();
  const TlsCredentials credentials = issue_credentials(key, name, days, now);
  const fs::path folder = state_folder / identity_folder;
  std::error_code ignored;
  if (fs::symlink_status(folder, ignored).type() != fs::file_type::not_found) refuse_existing(folder);
  make_state_folder(state_folder);
  DraftFolder draft(state_folder);
  write_private_file(file_of_state("site name", draft.path() / name_entry), Secret(name + "\n"));
  key.write_new(draft.path() / key_entry);
  write_private_file(file_of_state("certificate", draft.path() / tls_entry), pem_of(credentials));
  draft.move_to(folder);
  settle_folder(file_of_state("state folder", state_folder));
  return {folder, name, std::move(key)};
}

SiteIdentity SiteIdentity::open(const fs::path& state_folder) {
  const fs::path folder = state_folder / identity_folder;
  std::error_code ignored;
  if (fs::status(folder, ignored).type() == fs::file_type::not_found)
    refuse_identity(folder, "is not there; a new one: sotto id new --name NAME --state DIR", FaultKind::store);
  std::string name = read_name(folder);
  return {folder, std::move(name), SiteKey::read(folder / key_entry)};
}

SiteCertificate SiteIdentity::renew(int days, UnixTime now) const {
  const TlsCredentials credentials = issue_credentials(key_, name_, days, now);
  replace_private_file(file_of_state("certificate", certificate_path()), pem_of(credentials));
  return describe_certificate(*credentials.certificate).value();
}

SiteCertificate SiteIdentity::certificate() const {
  const StoredCredentials stored = read_credentials(certificate_path());
  X509& certificate = *stored.credentials.certificate;
  const std::optional<SiteCertificate> described = describe_certificate(certificate);
  const UnixTime valid_time = described ? described->not_after : 0;  // dates are for the caller to judge
  const CertificateVerdict verdict =
      judge_certificate(certificate, {{.name = name_, .key = public_key()}}, {.site = name_, .now = valid_time});
  // A foreign certificate is named by its reason, and that name is what the file holds.
  const std::string why = verdict.kind == CertificateVerdict::Kind::foreign ? "" : " (" + verdict.reason + ")";
  if (!described || !verdict.good())
    throw InvalidInput({"certificate", printable_path(certificate_path().string()),
                        "is not of this site and its key; make a new one with: sotto id renew" + why},
                       FaultKind::store);
  return *described;
}

fs::path SiteIdentity::certificate_path() const {
  return folder_ / tls_entry;
}

}  // namespace sotto
