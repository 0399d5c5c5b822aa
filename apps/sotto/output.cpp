// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sotto/input/printable.hpp"
#include "sotto/report/document/fold.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

std::string command_line;

/// As a shell reads it back: words with anything but plain characters stand in quotes.
std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

void print(const std::string& text) {
  if (is_silent()) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw InvalidInput({"stdout", "", std::string("the result could not be written: ") + std::strerror(errno)},
                       FaultKind::store);
}

std::string fitted(const std::string& text) {
  winsize size{};
  const bool known = ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known && size.ws_col > 0 ? folded(text, size.ws_col) : text;
}

void write_new(const NewFile& file, const std::string& text) {
  const auto refuse = [&](const std::string& why, FaultKind kind) {
    throw InvalidInput({file.key, printable_path(file.path), why}, kind);
  };
  std::FILE* stream = std::fopen(file.path.c_str(), "wx");
  if (stream == nullptr && errno == EEXIST)
    refuse("exists already; nothing is overwritten, choose another name", FaultKind::configuration);
  if (stream == nullptr) refuse(std::string("cannot be made: ") + std::strerror(errno), FaultKind::store);
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fclose(stream) == 0 && written) return;
  const std::string why = std::strerror(errno);
  std::remove(file.path.c_str());
  refuse("cannot be written: " + why, FaultKind::store);
}

RunIdentity identity() {
  return {.kind = "", .version = SOTTO_VERSION, .commit = SOTTO_COMMIT, .command_line = command_line};
}

void remember_command_line(int count, char** words) {
  for (int k = 0; k < count; ++k) command_line.append(k == 0 ? "" : " ").append(quoted(words[k]));
}

}  // namespace sotto::app
