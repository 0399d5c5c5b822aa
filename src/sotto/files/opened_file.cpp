// SPDX-License-Identifier: MIT
#include "sotto/files/opened_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ios>

#include "sotto/input/long_wait.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

[[noreturn]] void refuse_by_errno(const NamedFile& file) {
  struct stat link {};
  const int error = errno;
  if (error == ENOENT && ::lstat(file.path.c_str(), &link) == 0) refuse_file(file, "is a link that leads nowhere");
  if (error == ELOOP) refuse_file(file, "must be a plain file, not a link");
  refuse_file(file, std::string("cannot be opened: ") + std::strerror(error) + where_it_was_sought(file.path));
}

void refuse_unless_plain(const NamedFile& file, const struct stat& status) {
  const mode_t mode = status.st_mode;
  if (S_ISREG(mode)) return;
  const char* what = S_ISDIR(mode)    ? "a directory"
                     : S_ISFIFO(mode) ? "a pipe"
                     : S_ISSOCK(mode) ? "a socket"
                     : S_ISLNK(mode)  ? "a link"
                                      : "a device";
  refuse_file(file, std::string("must be a plain file, not ") + what);
}

}  // namespace

std::string where_it_was_sought(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored).lexically_normal();
  return path.empty() || whole == path || ignored ? "" : " (" + printable_path(whole.string()) + ")";
}

void refuse_file(const NamedFile& file, const std::string& rule) {
  throw InvalidInput({file.field, printable_path(file.path), rule}, file.kind);
}

OpenedFile open_to_read(const NamedFile& file, Links links) {
  const bool follow = links == Links::followed;
  struct stat status {};
  if ((follow ? ::stat : ::lstat)(file.path.c_str(), &status) != 0) refuse_by_errno(file);
  refuse_unless_plain(file, status);
  // Another file may have taken its place since: that one must not make this wait either.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW);
  Descriptor descriptor(::open(file.path.c_str(), flags));
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) refuse_by_errno(file);
  refuse_unless_plain(file, status);
  return {std::move(descriptor), status};
}

std::size_t OpenedFile::read(std::span<char> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ::ssize_t count = ::read(descriptor(), out.data() + done, out.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw std::ios_base::failure("the file cannot be read", std::error_code(errno, std::generic_category()));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::string read_whole_file(const NamedFile& file, std::size_t most, Links links) {
  const OpenedFile opened = open_to_read(file, links);
  std::string text, part(std::size_t{1} << 16, '\0');
  try {
    for (std::size_t count = 0; (count = opened.read(part)) > 0;) {
      text.append(part, 0, count);
      if (text.size() > most) refuse_file(file, "is longer than " + std::to_string(most) + " bytes" + looks_like(text));
    }
  } catch (const std::ios_base::failure& failed) {
    refuse_file(file, "cannot be read: " + failed.code().message());
  }
  return text;
}

FileBuffer::int_type FileBuffer::underflow() {
  const std::size_t count = file_.read(bytes_);
  setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
  read_ += static_cast<double>(count);
  tell_wait("reading records", std::min(1.0, read_ / std::max(1.0, static_cast<double>(file_.status().st_size))),
            WaitOn::records);
  return count == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
}

FileBuffer::pos_type FileBuffer::seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) {
  const off_type ahead = egptr() - gptr();  // read already, and not given yet
  const off_type place = from == std::ios_base::beg   ? ::lseek(file_.descriptor(), offset, SEEK_SET)
                         : from == std::ios_base::end ? ::lseek(file_.descriptor(), offset, SEEK_END)
                                                      : ::lseek(file_.descriptor(), offset - ahead, SEEK_CUR);
  setg(bytes_.data(), bytes_.data(), bytes_.data());
  return place;
}

FileBuffer::pos_type FileBuffer::seekpos(pos_type place, std::ios_base::openmode mode) {
  return seekoff(off_type(place), std::ios_base::beg, mode);
}

}  // namespace sotto
