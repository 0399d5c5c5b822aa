// SPDX-License-Identifier: MIT
#include "sotto/job/sweep_journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sotto/digest/digest.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/report/document/observation_json.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

std::string header_of(const std::string& program) {
  return Json{{"schema", "sotto.journal/1"}, {"program", program}}.dump();
}

/// "out/" names "out".
std::string without_slash(fs::path target) {
  while (!target.has_filename() && target.has_relative_path()) target = target.parent_path();
  return target.string();
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

SweepJournal::SweepJournal(const fs::path& target, const std::string& program)
    : folder_(without_slash(target) + ".unfinished"), program_(program) {
  const auto refuse = [&](const std::string& why) {
    if (file_ >= 0) ::close(file_);
    throw InvalidInput({"--out", folder_.string(), why}, FaultKind::store);
  };
  std::error_code error;
  const fs::file_status there = fs::symlink_status(folder_, error);
  const bool ours =
      fs::is_directory(there) && (fs::is_empty(folder_, error) || fs::exists(folder_ / "journal.jsonl", error));
  if (fs::exists(there) && !ours)
    refuse("is not what an unfinished sweep leaves; move it away, or choose another name");
  fs::create_directories(folder_, error);
  if (error) refuse("cannot be made: " + error.message());
  file_ = ::open((folder_ / "journal.jsonl").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) refuse(std::string("its journal cannot be opened: ") + std::strerror(errno));
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) refuse("another program is running this sweep");
  try {
    read();
  } catch (const InvalidInput& refused) {
    ::close(file_);
    throw;
  }
}

SweepJournal::~SweepJournal() {
  if (file_ >= 0) ::close(file_);
}

void SweepJournal::read() {
  const std::optional<std::string> found = whole_text(file_);
  if (!found)
    throw InvalidInput({"--out", folder_.string(), std::string("its journal cannot be read: ") + std::strerror(errno)},
                       FaultKind::store);
  std::string text = *found;
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (::ftruncate(file_, static_cast<::off_t>(whole)) != 0 || ::lseek(file_, 0, SEEK_END) < 0)
    throw InvalidInput({"--out", folder_.string(), "its journal cannot be mended"}, FaultKind::store);
  text.resize(whole);
  if (text.empty()) return append(header_of(program_));
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size(); from = text.find('\n', from) + 1) {
    const std::string line = text.substr(from, text.find('\n', from) - from);
    if (++number == 1) {
      if (line != header_of(program_))
        throw InvalidInput({"--out", folder_.string(),
                            "was left by another version of this program; remove it, or choose another name"},
                           FaultKind::store);
      continue;
    }
    try {
      const Json json = parsed(line);
      std::vector<Observation> observations;
      for (const Json& seen : json.at("observations")) observations.push_back(observation_in(seen));
      done_[json.at("group")] = std::move(observations);
    } catch (const std::exception&) {
      throw InvalidInput({"--out", (folder_ / "journal.jsonl").string() + ":" + std::to_string(number),
                          "is damaged; remove the folder to begin anew"},
                         FaultKind::store);
    }
  }
  found_ = done_.size();
}

std::optional<std::vector<Observation>> SweepJournal::find(const std::string& identity) const {
  const auto found = done_.find(sha256(identity));
  return found == done_.end() ? std::nullopt : std::optional(found->second);
}

void SweepJournal::add(const std::string& identity, const std::vector<Observation>& observations) {
  const std::string group = sha256(identity);
  append(dump_line({{"group", group}, {"observations", array_of(observations, json_of)}}));
  done_[group] = observations;
}

void SweepJournal::append(const std::string& line) {
  const std::string bytes = line + "\n";
  if (!append_durably(file_, bytes))
    throw InvalidInput(
        {"--out", folder_.string(), std::string("its journal cannot be written: ") + std::strerror(errno)},
        FaultKind::store);
}

void SweepJournal::remove() {
  if (file_ < 0) return;
  std::error_code ignored;
  fs::remove(folder_ / "journal.jsonl", ignored);
  fs::remove(folder_, ignored);  // what somebody else put there keeps it
  ::close(file_);                // and gives the lock back, last
  file_ = -1;
}

}  // namespace sotto
