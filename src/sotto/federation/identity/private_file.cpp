// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/private_file.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ios>

#include "sotto/files/durable_file.hpp"
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
                        ", so that others than its owner can use it; mend it with: chmod 600 " +
                        printable_path(file.path) + " (and if they may have read it, make a new one)");
}

void refuse_what_is_too_long(const NamedFile& file, std::size_t length) {
  if (length > longest_private_file) refuse_file(file, "is longer than 64 KiB: it is something else");
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
  refuse_what_is_too_long(file, length);
  return {.content = std::move(content), .stamp = stamp_from(opened.status())};
}

void write_private_file(const NamedFile& file, const Secret& content) {
  write_durably(file, content.text(), {.mode = 0600, .if_there = IfThere::refuse});
}

void replace_private_file(const NamedFile& file, const Secret& content) {
  write_durably(file, content.text(), {.mode = 0600});
}

void wipe_private_file(const NamedFile& file) {
  const Descriptor opened(::open(file.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (opened.number() < 0 && errno == ENOENT) return;
  struct stat status {};
  if (opened.number() < 0 || ::fstat(opened.number(), &status) != 0) refuse_by_errno(file, "cannot be wiped");
  if (!S_ISREG(status.st_mode)) refuse_file(file, "must be a plain file");
  const auto length = static_cast<std::size_t>(status.st_size);
  refuse_what_is_too_long(file, length);
  if (!append_durably(opened.number(), std::string(length, '\0')) || ::unlink(file.path.c_str()) != 0)
    refuse_by_errno(file, "cannot be wiped");
  settle_folder_of(file);
}

}  // namespace sotto
