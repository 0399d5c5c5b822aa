// SPDX-License-Identifier: MIT
#include "sotto/federation/host/host_check.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

std::string mode_text(mode_t mode) {
  char text[8];
  std::snprintf(text, sizeof text, "%04o", static_cast<unsigned>(mode & 07777));
  return text;
}

/// One entry of a file system, what it is called in a fault, and how to make it again where that is possible.
struct Entry {
  std::string field;
  fs::path path;
  mode_t forbidden;  ///< bits of the mode that nobody may have
  std::string if_absent;
};

void check_owner(const Entry& entry, const struct stat& status, Faults& faults) {
  if (status.st_uid == ::geteuid() || status.st_uid == 0) return;
  const std::string path = printable_path(entry.path.string());
  faults.add({entry.field, path,
              "belongs to user " + std::to_string(status.st_uid) + ", and this process runs as " +
                  std::to_string(::geteuid()) + ": run it as the owner, or mend it with: chown " +
                  std::to_string(::geteuid()) + " " + path});
}

void check_mode(const Entry& entry, const struct stat& status, Faults& faults) {
  if ((status.st_mode & entry.forbidden) == 0) return;
  const std::string path = printable_path(entry.path.string());
  const bool is_folder = S_ISDIR(status.st_mode);
  faults.add({entry.field, path,
              "has mode " + mode_text(status.st_mode) + ", so that others than its owner can " +
                  (is_folder ? "change what lies in it; mend it with: chmod 700 " + path
                             : "use it; mend it with: chmod 600 " + path +
                                   " (and if they may have read it, make a new one)")});
}

void check(const Entry& entry, bool wants_folder, Faults& faults) {
  struct stat status {};
  const std::string path = printable_path(entry.path.string());
  if (::stat(entry.path.c_str(), &status) != 0) {
    const std::string why = errno == ENOENT ? "is not there" : std::strerror(errno);
    faults.add({entry.field, path, entry.if_absent.empty() ? why : why + "; " + entry.if_absent});
    return;
  }
  if (wants_folder ? !S_ISDIR(status.st_mode) : !S_ISREG(status.st_mode)) {
    faults.add({entry.field, path, wants_folder ? "must be a folder" : "must be a plain file"});
    return;
  }
  check_owner(entry, status, faults);
  check_mode(entry, status, faults);
}

/// Whoever can write in a folder above can put another in the place of this one, unless it is sticky, as /tmp is.
void check_above(const fs::path& folder, Faults& faults) {
  std::error_code ignored;
  for (fs::path above = fs::canonical(folder, ignored).parent_path(); !above.empty(); above = above.parent_path()) {
    struct stat status {};
    if (::stat(above.c_str(), &status) != 0) return;
    const bool others = (status.st_mode & S_IWOTH) != 0;
    const bool group = (status.st_mode & S_IWGRP) != 0 && status.st_gid != 0 && status.st_gid != ::getegid();
    if ((others || group) && (status.st_mode & S_ISVTX) == 0) {
      const std::string path = printable_path(above.string());
      faults.add({"--state", path,
                  "has mode " + mode_text(status.st_mode) +
                      ", so that others can put another folder in the place of the state; mend it with: chmod go-w " +
                      path});
    }
    if (above == above.root_path()) return;
  }
}

}  // namespace

std::string check_folders(const fs::path& state) {
  const std::string new_identity = "a new one: sotto id new --name NAME --state DIR";
  Faults faults;
  check({"--state", state, S_IWGRP | S_IWOTH, new_identity}, true, faults);
  if (faults.empty()) check({"identity", state / "identity", S_IWGRP | S_IWOTH, new_identity}, true, faults);
  if (faults.empty()) check_above(state, faults);
  faults.throw_if_any(FaultKind::store);
  return "belong to this user, and nobody else can write in them or move them";
}

std::string check_files(const fs::path& state) {
  const std::string of_site = "without it this is another site: docs/operations.md, Restore";
  Faults faults;
  for (const char* name : {"name", "site.key"}) check({name, state / "identity" / name, 077, of_site}, false, faults);
  check({"certificate", state / "identity" / "tls.pem", 077, "make a new one with: sotto id renew"}, false, faults);
  for (const auto& [name, forbidden] : {std::pair<const char*, mode_t>("state.sqlite", 0),  // the store judges its mode
                                        std::pair<const char*, mode_t>("state.sqlite-wal", 077)})
    if (fs::exists(state / name)) check({name, state / name, forbidden, ""}, false, faults);
  faults.throw_if_any(FaultKind::store);
  return "name, keys, certificate and store belong to this user, and nobody else can use them";
}

std::string check_descriptors(std::size_t needed) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return "their limit is not known";
  if (limit.rlim_cur < needed && limit.rlim_max >= needed) {
    const rlimit raised{.rlim_cur = needed, .rlim_max = limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  if (limit.rlim_cur < needed)
    throw InvalidInput({"descriptors", std::to_string(limit.rlim_cur),
                        "must be " + std::to_string(needed) +
                            " at least for this many neighbours: ulimit -n, or LimitNOFILE= of the systemd unit"},
                       FaultKind::store);
  return std::to_string(needed) + " are enough, " + std::to_string(limit.rlim_cur) + " are allowed";
}

/// A kernel that hands dumps to a program does not ask for the limit.
void leave_no_core_dump() {
  constexpr rlimit none{.rlim_cur = 0, .rlim_max = 0};
  if (::setrlimit(RLIMIT_CORE, &none) != 0 || ::prctl(PR_SET_DUMPABLE, 0) != 0)
    throw InvalidInput({"core dumps", "", std::string("cannot be switched off: ") + std::strerror(errno)},
                       FaultKind::store);
}

}  // namespace sotto
