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
#include "sotto/report/document/json_values.hpp"

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

void SweepJournal::refuse(const std::string& why) const {
  throw InvalidInput({"--out", folder_.string(), why}, FaultKind::store);
}

SweepJournal::SweepJournal(const fs::path& target, const std::string& program)
    : folder_(without_slash(target) + ".unfinished"), program_(program) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(folder_, error);
  const bool ours =
      fs::is_directory(there) && (fs::is_empty(folder_, error) || fs::exists(folder_ / "journal.jsonl", error));
  if (fs::exists(there) && !ours)
    refuse("is not what an unfinished sweep leaves; move it away, or choose another name");
  fs::create_directories(folder_, error);
  if (error) refuse("cannot be made: " + error.message());
  file_.emplace(::open((folder_ / "journal.jsonl").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_->number() < 0) refuse(std::string("its journal cannot be opened: ") + std::strerror(errno));
  if (::flock(file_->number(), LOCK_EX | LOCK_NB) != 0) refuse("another program is running this sweep");
  read();
}

void SweepJournal::read() {
  const std::optional<std::string> found = whole_text(file_->number());
  if (!found) refuse(std::string("its journal cannot be read: ") + std::strerror(errno));
  std::string text = *found;
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (::ftruncate(file_->number(), static_cast<::off_t>(whole)) != 0 || ::lseek(file_->number(), 0, SEEK_END) < 0)
    refuse("its journal cannot be mended");
  text.resize(whole);
  if (text.empty()) return append(header_of(program_));
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size(); from = text.find('\n', from) + 1) {
    const std::string line = text.substr(from, text.find('\n', from) - from);
    if (++number == 1) {
      if (line == header_of(program_)) continue;
      refuse("was left by another version of this program; remove it, or choose another name");
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
  if (!append_durably(file_->number(), line + "\n"))
    refuse(std::string("its journal cannot be written: ") + std::strerror(errno));
}

void SweepJournal::remove() {
  if (!file_) return;
  std::error_code ignored;
  fs::remove(folder_ / "journal.jsonl", ignored);
  fs::remove(folder_, ignored);  // what somebody else put there keeps it
  file_.reset();                 // and gives the lock back, last
}

}  // namespace sotto
