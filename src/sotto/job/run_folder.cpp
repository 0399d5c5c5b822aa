// SPDX-License-Identifier: MIT
#include "sotto/job/run_folder.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include "sotto/digest/digest.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw InvalidInput({"--out", path.string(), why}, FaultKind::store);
}

/// A rename never replaces a folder that holds something, even one made between the check and the rename.
bool rename_unless_taken(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(to, error))) return false;
  fs::rename(from, to, error);
  if (error == std::errc::file_exists || error == std::errc::directory_not_empty) return false;
  if (error) refuse(to, "cannot be renamed from " + from.string() + ": " + error.message());
  return true;
}

/// The new folder takes the place of the old one, which is taken away: at once where the file system can.
void exchange(const fs::path& made, const fs::path& target) {
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
    const fs::path aside = made.string() + ".old";
    std::error_code error;
    fs::rename(target, aside, error);
    if (!error) fs::rename(made, target, error);
    if (error) refuse(target, "cannot be replaced by " + made.string() + ": " + error.message());
    fs::rename(aside, made, error);
  }
  std::error_code ignored;
  fs::remove_all(made, ignored);
}

constexpr std::string_view partial = ".partial-";

/// Without a number where another program holds it. Some file systems have no locks of folders: nothing is taken away.
Descriptor folder_with_lock(const fs::path& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.number() >= 0 && ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) return folder;
  return Descriptor(-1);
}

/// Temporary folders for the target that killed programs left. One that was not made like ours is somebody's.
void take_away_left(const fs::path& target) {
  const std::string begin = target.filename().string() + std::string(partial);
  std::error_code error;
  for (fs::directory_iterator at(target.has_parent_path() ? target.parent_path() : ".", error), end;
       !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const fs::file_status status = at->symlink_status(error);
    if (!name.starts_with(begin) || name.size() != begin.size() + 6 || status.type() != fs::file_type::directory ||
        status.permissions() != fs::perms::owner_all)
      continue;
    std::error_code ignored;
    if (const Descriptor folder = folder_with_lock(at->path()); folder.number() >= 0)
      fs::remove_all(at->path(), ignored);
  }
}

fs::path named_after(const Job& job, const std::string& identity) {
  return fmt::format("runs/{}-{}", job.name(), sha256(identity).substr(0, 8));
}

fs::path target_of(const Job& job, const FolderWish& wish) {
  if (!wish.out.empty()) return wish.out;
  return job.identity().empty() ? new_run_folder(job.name()) : named_after(job, job.identity());
}

std::string program_of(const RunIdentity& made_by) {
  return "sotto " + made_by.version + " " + made_by.commit;
}

/// An interrupted run left a folder, and beside it all that its folder was made of.
RunFolder::IfTaken if_taken(const FolderWish& wish, const std::optional<RunJournal>& trials) {
  if (wish.out.empty()) return RunFolder::IfTaken::next_number;
  return wish.resume && trials && trials->keeps() ? RunFolder::IfTaken::replace : RunFolder::IfTaken::refuse;
}

/// None where the job has no trials to keep.
std::optional<RunJournal> journal_of_trials(const Job& job, const FolderWish& wish, const RunIdentity& made_by) {
  const std::string identity = wish.keeps_trials ? job.identity_of_trials() : "";
  if (identity.empty() || !job.identity().empty()) return std::nullopt;
  return std::optional<RunJournal>(std::in_place, wish.out.empty() ? named_after(job, identity) : fs::path(wish.out),
                                   program_of(made_by), identity, wish.pace);
}

}  // namespace

fs::path new_run_folder(const std::string& name) {
  return fmt::format("runs/{}-{:%Y%m%d-%H%M%S}", name, fmt::gmtime(std::time(nullptr)));
}

RunFolder::RunFolder(fs::path target, IfTaken if_taken) : target_(std::move(target)), if_taken_(if_taken) {
  if (target_.empty()) throw InvalidInput({"--out", "", "must name a folder"});
  while (!target_.has_filename() && target_.has_relative_path()) target_ = target_.parent_path();  // "out/" names "out"
  std::error_code error;
  if (if_taken_ == IfTaken::refuse && fs::exists(fs::symlink_status(target_, error)))
    throw InvalidInput({"--out", target_.string(), "exists already; nothing is overwritten, choose another name"});
  if (target_.has_parent_path() && !fs::create_directories(target_.parent_path(), error) && error)
    refuse(target_, "its parent folder cannot be made: " + error.message());
  take_away_left(target_);
  do {
    std::string pattern = target_.string() + std::string(partial) + "XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) refuse(target_, std::string("cannot be made: ") + std::strerror(errno));
    temporary_ = pattern;
    held_.emplace(folder_with_lock(temporary_));
  } while (!fs::exists(temporary_, error));  // another one may have thought that it was left
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  if (!finished_) fs::remove_all(temporary_, ignored);
}

void RunFolder::write(const std::string& name, const std::string& bytes) {
  const fs::path path = temporary_ / name;
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) refuse(target_, name + " cannot be made: " + std::strerror(errno));
  if (!append_durably(file.number(), bytes)) refuse(target_, name + " cannot be written: " + std::strerror(errno));
}

void RunFolder::finish() {
  // mkdtemp makes it 0700; a folder is as open as the user's umask lets every other one be.
  std::error_code error;
  const ::mode_t mask = ::umask(0);
  ::umask(mask);
  fs::permissions(temporary_, static_cast<fs::perms>(0777U & ~mask), error);
  const auto settle = [&](const fs::path& folder) {
    settle_folder({.field = "--out", .path = folder.empty() ? "." : folder.string(), .kind = FaultKind::store});
  };
  settle(temporary_);
  const fs::path wanted = target_;
  std::error_code nothing_there;
  if (if_taken_ == IfTaken::replace && fs::exists(fs::symlink_status(target_, nothing_there))) {
    exchange(temporary_, target_);
    finished_ = true;
    return settle(target_.parent_path());
  }
  for (int number = 2; !rename_unless_taken(temporary_, target_); ++number) {
    if (if_taken_ != IfTaken::next_number) refuse(target_, "was made by someone else meanwhile");
    target_ = wanted.string() + "-" + std::to_string(number);
  }
  finished_ = true;
  settle(target_.parent_path());
}

JobFolder::JobFolder(const Job& job, const FolderWish& wish, const RunIdentity& made_by)
    : trials_(journal_of_trials(job, wish, made_by)), folder_(target_of(job, wish), if_taken(wish, trials_)) {
  if (!job.identity().empty()) journal_.emplace(folder_.target(), program_of(made_by));
}

JobFolder::~JobFolder() {
  if (journal_ && journal_->is_empty()) journal_->remove();
}

void JobFolder::write(const Files& files) {
  for (const auto& [name, bytes] : files) folder_.write(name, bytes);
  folder_.finish();
}

}  // namespace sotto
