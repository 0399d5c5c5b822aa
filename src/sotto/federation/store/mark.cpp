// SPDX-License-Identifier: MIT
#include "sotto/federation/store/mark.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>
#include <system_error>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/state_file.hpp"

namespace sotto {
namespace {

constexpr std::string_view first_line = "sotto mark 1\n";
constexpr std::string_view last_word = "\ndigest ";

std::string line(const std::string& name, const ChainHead& head) {
  return name + " " + std::to_string(head.entries) + " " + head.hash.hex() + "\n";
}

std::optional<Digest> take_digest(std::istringstream& words) {
  std::string hex;
  words >> hex;
  return digest_from_hex(hex);
}

bool take_head(std::istringstream& words, ChainHead& head) {
  words >> head.entries;
  const std::optional<Digest> hash = take_digest(words);
  if (hash) head.hash = *hash;
  return hash && head.entries >= 0;
}

bool take_line(std::istringstream& words, Mark& mark) {
  std::string kind, table;
  words >> kind;
  if (kind == "counter") return static_cast<bool>(words >> mark.counter);
  if (kind == "heard") return take_head(words, mark.heard);
  if (kind == "chain") return words >> table && take_head(words, mark.chains[table]);
  const std::optional<Digest> digest = take_digest(words);
  if (!digest) return false;
  if (kind == "state") mark.state = *digest;
  if (kind == "rounds") mark.run = digest;
  if (kind == "rounds") return take_head(words, mark.rounds);
  if (kind == "lost") mark.lost.push_back({.run = *digest});
  return kind == "state" || (kind == "lost" && words >> mark.lost.back().promised);
}

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

Mark after(Mark before, const ChainEnds& ends) {
  Mark mark = std::move(before);
  for (const auto& [key, head] : ends.moved()) {
    if (key.first != &tables::rounds) {
      mark.chains[std::string(key.first->name)] = head;
      continue;
    }
    mark.run = digest_from_bytes(std::get<Blob>(key.second).bytes);
    mark.rounds = head;
    const std::int64_t last = tables::rounds.first + head.entries - 1;
    std::erase_if(mark.lost, [&](const LostRounds& lost) { return lost.run == *mark.run && lost.promised <= last; });
  }
  mark.heard = ends.heard();
  return mark;
}

std::optional<std::int64_t> promised_round(const Mark& mark, const Digest& run) {
  std::optional<std::int64_t> last;
  if (mark.run == run && mark.rounds.entries > 0) last = tables::rounds.first + mark.rounds.entries - 1;
  for (const LostRounds& lost : mark.lost)
    if (lost.run == run) last = std::max(last.value_or(0), lost.promised);
  return last;
}

std::string text_of(const Mark& mark) {
  std::string text(first_line);
  text += "state " + mark.state.hex() + "\ncounter " + std::to_string(mark.counter) + "\n";
  for (const auto& [table, head] : mark.chains) text += line("chain " + table, head);
  if (mark.run) text += line("rounds " + mark.run->hex(), mark.rounds);
  for (const LostRounds& lost : mark.lost)
    text += "lost " + lost.run.hex() + " " + std::to_string(lost.promised) + "\n";
  text += line("heard", mark.heard);
  return text + "digest " + digest_of(text).hex() + "\n";
}

std::optional<Mark> mark_from(std::string_view text) {
  const std::size_t end = text.find(last_word);
  if (!text.starts_with(first_line) || end == std::string_view::npos) return std::nullopt;
  const std::string_view body = text.substr(0, end + 1);
  if (digest_from_hex(text.substr(end + last_word.size(), 64)) != digest_of(body)) return std::nullopt;
  Mark mark;
  std::istringstream lines{std::string(body.substr(first_line.size()))};
  for (std::string one; std::getline(lines, one);)
    if (std::istringstream words(one); !take_line(words, mark)) return std::nullopt;
  return mark;
}

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

MarkFile::MarkFile(const std::filesystem::path& folder, Mark first)
    : file_(mark_file(folder)), handle_(open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (handle_.number() < 0) refuse_mark(file_, "cannot be made");
  mark_.counter = first.counter;
  if (fchmod(handle_.number(), 0600) != 0) refuse_mark(file_, "cannot be closed to others");
  // The older place first: a process that dies here leaves the younger one.
  write(first);
  write(std::move(first));
  force();
  sync_folder(folder);
}

void MarkFile::write(Mark next) {
  next.counter = mark_.counter + 1;
  std::string bytes = text_of(next);
  if (bytes.size() > place_bytes)
    refuse_state(file_, "too many runs have lost rounds: mend the disk, and see docs/operations.md");
  bytes.resize(place_bytes, '\n');
  const off_t place = static_cast<off_t>(next.counter % 2 * place_bytes);
  if (pwrite(handle_.number(), bytes.data(), bytes.size(), place) != static_cast<ssize_t>(bytes.size()))
    refuse_mark(file_, "cannot be written: nothing was sent");
  mark_ = std::move(next);
}

void MarkFile::force() {
  if (fdatasync(handle_.number()) != 0) refuse_mark(file_, "cannot be written to the disk: nothing was sent");
}

}  // namespace sotto
