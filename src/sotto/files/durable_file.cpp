// SPDX-License-Identifier: MIT
#include "sotto/files/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace sotto {
namespace {

[[noreturn]] void refuse_by_errno(const NamedFile& file, const std::string& what) {
  refuse_file(file, what + ": " + std::strerror(errno));
}

/// A file under a name of its own, which is taken away again unless the file has become what it was meant to be.
class Draft {
 public:
  Draft(const NamedFile& file, mode_t mode) {
    for (int number = 1; descriptor_ < 0; ++number) {
      path_ = file.path + ".partial-" + std::to_string(::getpid()) + "-" + std::to_string(number);
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
      if (descriptor_ < 0 && errno != EEXIST) refuse_by_errno(file, "cannot be written");
    }
  }
  ~Draft() {
    ::close(descriptor_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  int descriptor() const { return descriptor_; }
  bool become(const std::string& path, IfThere if_there) {
    if (if_there == IfThere::refuse) return ::link(path_.c_str(), path.c_str()) == 0;
    if (std::rename(path_.c_str(), path.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

void write_durably(const NamedFile& file, std::string_view bytes, const DurableRules& rules) {
  write_durably(
      file, [&](const TakeBytes& take) { take(bytes); }, rules);
}

void write_durably(const NamedFile& file, const std::function<void(const TakeBytes& take)>& say,
                   const DurableRules& rules) {
  {
    Draft draft(file, rules.mode);
    // A strange umask takes rights from the owner, too.
    if ((rules.mode & 077) == 0 && ::fchmod(draft.descriptor(), rules.mode) != 0)
      refuse_by_errno(file, "cannot be made private");
    say([&](std::string_view part) {
      if (!write_all(draft.descriptor(), part)) refuse_by_errno(file, "cannot be written");
    });
    if (::fsync(draft.descriptor()) != 0) refuse_by_errno(file, "cannot be written");
    if (!draft.become(file.path, rules.if_there))
      refuse_by_errno(file, rules.if_there == IfThere::refuse ? "cannot be made" : "cannot be replaced");
  }
  settle_folder_of(file);
}

void settle_folder_of(const NamedFile& file) {
  const std::string folder = std::filesystem::path(file.path).parent_path().string();
  settle_folder({file.field, folder.empty() ? "." : folder, file.kind});
}

void settle_folder(const NamedFile& folder) {
  const Descriptor descriptor(::open(folder.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.number() < 0 || ::fsync(descriptor.number()) != 0)
    refuse_by_errno(folder, "cannot be settled on the disk");
}

bool append_durably(int descriptor, std::string_view bytes) {
  return write_all(descriptor, bytes) && ::fsync(descriptor) == 0;
}

}  // namespace sotto
