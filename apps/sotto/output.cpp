// SPDX-License-Identifier: MIT
// Where results go.
#include "output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "sotto/input/printable.hpp"
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
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw InvalidInput({"stdout", "", std::string("the result could not be written: ") + std::strerror(errno)},
                       FaultKind::store);
}

void write_new(const NewFile& file, const std::string& text) {
  const auto refuse = [&](const std::string& why, FaultKind kind) {
    throw InvalidInput({file.key, printable(file.path), why}, kind);
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

std::unique_ptr<RunFolder> open_run_folder(const std::string& out, const std::string& default_name) {
  if (!out.empty()) return std::make_unique<RunFolder>(out);
  try {
    return std::make_unique<RunFolder>(
        fmt::format("runs/{}-{:%Y%m%d-%H%M%S}", default_name, fmt::gmtime(std::time(nullptr))),
        RunFolder::IfTaken::next_number);
  } catch (const InvalidInput& refused) {
    remark("warning", std::string("no run folder is written: ") + refused.what());
    return nullptr;
  }
}

void write_folder(RunFolder& folder, const Files& files, const ManifestOfFolder& manifest) {
  for (const auto& [name, bytes] : files) folder.write(name, bytes);
  folder.write("manifest.json", manifest(folder.digests()));
  folder.finish();
}

RunIdentity identity(const std::string& kind) {
  return {.kind = kind, .version = SOTTO_VERSION, .commit = SOTTO_COMMIT, .command_line = command_line};
}

void remember_command_line(int count, char** words) {
  for (int k = 0; k < count; ++k) command_line.append(k == 0 ? "" : " ").append(quoted(words[k]));
}

}  // namespace sotto::app
