// SPDX-License-Identifier: MIT
// The file of a mark.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/mark.hpp"
#include "sotto/federation/store/state_file.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

constexpr std::size_t place_bytes = 8192;  // room for 64 runs that lost rounds

[[noreturn]] void refuse_mark(const std::filesystem::path& file, const std::string& what) {
  refuse_state(file, what + ": " + std::error_code(errno, std::generic_category()).message());
}

std::optional<Mark> mark_at(int handle, std::size_t place) {
  std::string bytes(place_bytes, '\0');
  const ssize_t got = pread(handle, bytes.data(), bytes.size(), static_cast<off_t>(place * place_bytes));
  return got == static_cast<ssize_t>(place_bytes) ? mark_from(bytes) : std::nullopt;
}

}  // namespace

std::filesystem::path mark_file(const std::filesystem::path& folder) {
  return folder / "state.mark";
}

std::optional<Mark> read_mark(const std::filesystem::path& folder) {
  const std::filesystem::path file = mark_file(folder);
  std::error_code error;
  if (std::filesystem::symlink_status(file, error).type() == std::filesystem::file_type::not_found) return std::nullopt;
  const OpenedFile opened =
      open_to_read({.field = "state", .path = file.string(), .kind = FaultKind::store}, Links::refused);
  if ((opened.status().st_mode & 07777) != 0600) refuse_state(file, "must be open to its owner alone: chmod 600");
  const std::array<std::optional<Mark>, 2> marks{mark_at(opened.descriptor(), 0), mark_at(opened.descriptor(), 1)};
  if (!marks[0] || !marks[1]) return marks[0] ? marks[0] : marks[1];
  return marks[0]->counter > marks[1]->counter ? marks[0] : marks[1];
}

MarkFile::MarkFile(const std::filesystem::path& folder, Mark first) : file_(mark_file(folder)) {
  handle_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (handle_ < 0) refuse_mark(file_, "cannot be made");
  mark_.counter = first.counter;
  try {
    if (fchmod(handle_, 0600) != 0) refuse_mark(file_, "cannot be closed to others");
    // The older place first: a process that dies here leaves the younger one.
    write(first);
    write(std::move(first));
    force();
    sync_folder(folder);
  } catch (...) {
    close(handle_);
    throw;
  }
}

MarkFile::~MarkFile() {
  close(handle_);
}

void MarkFile::write(Mark next) {
  next.counter = mark_.counter + 1;
  std::string bytes = text_of(next);
  if (bytes.size() > place_bytes)
    refuse_state(file_, "too many runs have lost rounds: mend the disk, and see docs/operations.md");
  bytes.resize(place_bytes, '\n');
  const off_t place = static_cast<off_t>(next.counter % 2 * place_bytes);
  if (pwrite(handle_, bytes.data(), bytes.size(), place) != static_cast<ssize_t>(bytes.size()))
    refuse_mark(file_, "cannot be written: nothing was sent");
  mark_ = std::move(next);
}

void MarkFile::force() {
  if (fdatasync(handle_) != 0) refuse_mark(file_, "cannot be written to the disk: nothing was sent");
}

}  // namespace sotto
