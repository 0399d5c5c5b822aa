// SPDX-License-Identifier: MIT
#include "sotto/federation/store/state_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "sotto/federation/store/damage.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

// The numbers are from linux/magic.h, or from the sources of file systems that are not in it.
constexpr std::pair<unsigned long, std::string_view> network_types[] = {
    {0x6969, "NFS"},          {0x517B, "SMB"},        {0xFF534D42, "CIFS"},  {0xFE534D42, "SMB2"},
    {0x65735546, "FUSE"},     {0x01021997, "9p"},     {0x5346414F, "AFS"},   {0x6B414653, "AFS"},
    {0x00C36400, "Ceph"},     {0x73757245, "Coda"},   {0x564C, "NCP"},       {0x01161970, "GFS2"},
    {0x7461636F, "OCFS2"},    {0x0BD00BD0, "Lustre"}, {0x47504653, "GPFS"},  {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"}, {0x786F4256, "vboxsf"}, {0xAAD7AAEA, "PanFS"}, {0x47504D54, "GlusterFS"}};

std::string last_error() {
  return std::error_code(errno, std::generic_category()).message();
}

}  // namespace

std::optional<std::string_view> network_file_system(long type) {
  // f_type is signed on some machines and 32 bits on others
  for (const auto& [known, name] : network_types)
    if ((static_cast<unsigned long>(type) & 0xFFFFFFFF) == known) return name;
  return std::nullopt;
}

void sync_folder(const std::filesystem::path& folder) {
  settle_folder({.field = "state", .path = folder.string(), .kind = FaultKind::store});
}

std::filesystem::path state_file(const std::filesystem::path& folder) {
  return folder / "state.sqlite";
}

void check_state_folder(const std::filesystem::path& folder) {
  struct statfs disk {};
  if (statfs(folder.c_str(), &disk) != 0)
    refuse_state(folder, "the folder cannot be opened: " + last_error() + where_it_was_sought(folder.string()));
  if (!std::filesystem::is_directory(folder)) refuse_state(folder, "is not a folder");
  if (const auto name = network_file_system(static_cast<long>(disk.f_type)))
    refuse_state(folder, "lies on " + std::string(*name) +
                             ", whose locks and writes this machine cannot vouch for: use a disk of this machine");
}

void check_state_file(const std::filesystem::path& folder) {
  const std::filesystem::path file = state_file(folder);
  struct stat found {};
  if (lstat(file.c_str(), &found) != 0) {
    if (errno == ENOENT)
      refuse_state(file,
                   "there is no state here: `sotto budget init` makes one. If there was one, do not make "
                   "another: restore it (docs/operations.md)" +
                       where_it_was_sought(file.string()));
    refuse_state(file, "cannot be opened: " + last_error());
  }
  if (!S_ISREG(found.st_mode)) refuse_state(file, "is not a plain file");
  if ((found.st_mode & 07777) != 0600) refuse_state(file, "must be open to its owner alone: chmod 600");
}

void make_state_file(const std::filesystem::path& folder) {
  const std::filesystem::path file = state_file(folder);
  const int handle = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (handle < 0 && errno == EEXIST) return;
  if (handle < 0) refuse_state(file, "cannot be made: " + last_error());
  const bool mode_set = fchmod(handle, 0600) == 0;  // whatever the mask of this process
  close(handle);
  if (!mode_set) refuse_state(file, "cannot be closed to others: " + last_error());
  sync_folder(folder);
}

}  // namespace sotto
