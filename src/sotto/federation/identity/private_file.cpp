// SPDX-License-Identifier: MIT
// Files that only their owner may read.
#include "sotto/federation/identity/private_file.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ios>

#include "sotto/files/descriptor.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_private_file = 65536;

[[noreturn]] void refuse_by_errno(const NamedFile& file, const std::string& what) {
  refuse_file(file, what + ": " + std::strerror(errno));
}

FileStamp stamp_from(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = status.st_size,
          .changed_ns = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

void refuse_what_is_not_private(const NamedFile& file, const struct stat& status) {
  if ((status.st_mode & 077) == 0) return;
  char mode[8];
  std::snprintf(mode, sizeof mode, "%04o", static_cast<unsigned>(status.st_mode & 07777));
  refuse_file(file, std::string("has mode ") + mode +
                        ", so that others than its owner can use it; mend it with: chmod 600 " + printable(file.path) +
                        " (and if they may have read it, make a new one)");
}

void write_and_settle(const NamedFile& file, int descriptor, const std::string& bytes) {
  // The mode was right from the start (a umask only takes away); this gives back what a strange umask took.
  if (::fchmod(descriptor, 0600) != 0) refuse_by_errno(file, "cannot be made private");
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) refuse_by_errno(file, "cannot be written");
    done += static_cast<std::size_t>(count);
  }
  if (::fsync(descriptor) != 0) refuse_by_errno(file, "cannot be written");
}

/// Takes a name away again unless the file has become what it was meant to be.
class Unfinished {
 public:
  explicit Unfinished(std::string path) : path_(std::move(path)) {}
  ~Unfinished() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  void finished() { path_.clear(); }

 private:
  std::string path_;
};

NamedFile folder_of(const NamedFile& file) {
  const std::string folder = std::filesystem::path(file.path).parent_path().string();
  return {file.field, folder.empty() ? "." : folder, file.kind};
}

}  // namespace

Secret::~Secret() {
  OPENSSL_cleanse(text_.data(), text_.size());
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return stamp_from(status);
}

PrivateFile read_private_file(const NamedFile& file) {
  const OpenedFile opened = open_to_read(file);
  refuse_what_is_not_private(file, opened.status());
  std::array<char, longest_private_file + 1> buffer;
  std::size_t length = 0;
  try {
    length = opened.read(buffer);
  } catch (const std::ios_base::failure&) {
    refuse_by_errno(file, "cannot be read");
  }
  Secret content(std::string(buffer.data(), length));
  OPENSSL_cleanse(buffer.data(), length);
  if (length > longest_private_file) refuse_file(file, "is longer than 64 KiB: it is something else");
  return {.content = std::move(content), .stamp = stamp_from(opened.status())};
}

void write_private_file(const NamedFile& file, const Secret& content) {
  const Descriptor descriptor(::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (descriptor.number() < 0) refuse_by_errno(file, "cannot be made");
  Unfinished name(file.path);
  write_and_settle(file, descriptor.number(), content.text());
  settle_folder(folder_of(file));
  name.finished();
}

void replace_private_file(const NamedFile& file, const Secret& content) {
  std::string other_name = file.path + ".XXXXXX";
  const Descriptor descriptor(::mkostemp(other_name.data(), O_CLOEXEC));  // mode 0600
  if (descriptor.number() < 0) refuse_by_errno(file, "cannot be replaced");
  Unfinished name(other_name);
  write_and_settle(file, descriptor.number(), content.text());
  if (::rename(other_name.c_str(), file.path.c_str()) != 0) refuse_by_errno(file, "cannot be replaced");
  name.finished();
  settle_folder(folder_of(file));
}

void settle_folder(const NamedFile& folder) {
  const Descriptor descriptor(::open(folder.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.number() < 0 || ::fsync(descriptor.number()) != 0)
    refuse_by_errno(folder, "cannot be settled on the disk");
}

}  // namespace sotto
