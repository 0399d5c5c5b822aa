// SPDX-License-Identifier: MIT
#include "sotto/job/journal_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sotto/files/durable_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr const char* journal_file = "journal.jsonl";
constexpr std::size_t largest_file = std::size_t{1} << 36;

std::string header_of(const std::string& program) {
  return Json{{"schema", "sotto.journal/1"}, {"program", program}}.dump();
}

/// Nothing where it cannot be read: half of it must not be taken for all.
std::optional<std::string> whole_text(int file) {
  std::string text;
  char part[65536];
  for (::ssize_t got = 0; (got = ::read(file, part, sizeof part)) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    text.append(part, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

fs::path JournalFolder::of(const fs::path& target) {
  fs::path named = target;
  while (!named.has_filename() && named.has_relative_path()) named = named.parent_path();  // "out/" names "out"
  return named.string() + ".unfinished";
}

void JournalFolder::refuse(const std::string& why) const {
  throw InvalidInput({"--out", folder_.string(), why}, FaultKind::store);
}

void JournalFolder::refuse_line(std::size_t k) const {
  throw InvalidInput({"--out", (folder_ / journal_file).string() + ":" + std::to_string(k + 2),
                      "is damaged; remove the folder to begin anew"},
                     FaultKind::store);
}

JournalFolder::JournalFolder(const fs::path& target, const std::string& program)
    : folder_(of(target)), program_(program) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(folder_, error);
  const bool ours =
      fs::is_directory(there) && (fs::is_empty(folder_, error) || fs::exists(folder_ / journal_file, error));
  if (fs::exists(there) && !ours) refuse("is not what an unfinished job leaves; move it away, or choose another name");
  fs::create_directories(folder_, error);
  if (error) refuse("cannot be made: " + error.message());
  file_.emplace(::open((folder_ / journal_file).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_->number() < 0) refuse(std::string("its journal cannot be opened: ") + std::strerror(errno));
  if (::flock(file_->number(), LOCK_EX | LOCK_NB) != 0) refuse("another program is running this job");
  read_lines();
}

void JournalFolder::read_lines() {
  const std::optional<std::string> found = whole_text(file_->number());
  if (!found) refuse(std::string("its journal cannot be read: ") + std::strerror(errno));
  const std::size_t whole = found->rfind('\n') == std::string::npos ? 0 : found->rfind('\n') + 1;
  if (::ftruncate(file_->number(), static_cast<::off_t>(whole)) != 0 || ::lseek(file_->number(), 0, SEEK_END) < 0)
    refuse("its journal cannot be mended");
  for (std::size_t from = 0, end = 0; from < whole; from = end + 1) {
    end = found->find('\n', from);
    lines_.push_back(found->substr(from, end - from));
  }
  if (lines_.empty()) return append(header_of(program_));
  if (lines_.front() != header_of(program_))
    refuse("was left by another version of this program; remove it, or choose another name");
  lines_.erase(lines_.begin());
}

void JournalFolder::append(const std::string& line) {
  if (!file_ || !append_durably(file_->number(), line + "\n"))
    refuse(std::string("its journal cannot be written: ") + std::strerror(file_ ? errno : EBADF));
}

std::optional<std::string> JournalFolder::read(const std::string& name) const {
  std::error_code error;
  if (!fs::exists(folder_ / name, error)) return std::nullopt;
  return read_whole_file({.field = "--out", .path = (folder_ / name).string(), .kind = FaultKind::store}, largest_file,
                         Links::refused);
}

void JournalFolder::replace(const std::string& name, std::string_view bytes) const {
  write_durably({.field = "--out", .path = (folder_ / name).string(), .kind = FaultKind::store}, bytes);
}

void JournalFolder::remove(const std::vector<std::string>& names) {
  if (!file_) return;
  std::error_code ignored;
  for (const std::string& name : names) fs::remove(folder_ / name, ignored);
  fs::remove(folder_ / journal_file, ignored);
  fs::remove(folder_, ignored);  // what somebody else put there keeps it
  file_.reset();                 // and gives the lock back, last
}

}  // namespace sotto
