// SPDX-License-Identifier: MIT
// The text of a configuration file.
#include "sotto/settings/source_text.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/key_name.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_bytes = 256 * 1024;
constexpr std::ptrdiff_t most_dots = 4000;  // bounds the depth of tables: one dotted key nests once per dot

[[noreturn]] void refuse(const std::string& path, const std::string& rule) {
  throw InvalidInput(Fault{"configuration file", shown(path), rule, printable(path)});
}

/// Reads no more than the limit and one byte: an endless device ends too.
std::string read_bounded(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "must be a file, not a directory");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, "cannot be read: " + std::generic_category().message(errno));
  std::string text(most_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) refuse(path, "cannot be read: " + std::generic_category().message(errno));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

/// Byte offset of a column in a line, counted in characters; a byte that is not UTF-8 counts as one.
std::size_t offset_of(std::string_view line, std::size_t column) {
  std::size_t offset = 0;
  for (std::size_t k = 1; k < column && offset < line.size(); ++k)
    offset += std::max<std::size_t>(1, utf8_length(line.substr(offset)));
  return offset;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

}  // namespace

std::optional<std::string> broken_limit(std::string_view text) {
  if (text.size() > most_bytes) return "must hold at most 256 KiB";
  if (std::count(text.begin(), text.end(), '.') > most_dots) return "must hold at most 4000 dots";
  return std::nullopt;
}

std::string read_source_text(const std::string& path) {
  std::string text = read_bounded(path);
  if (const std::optional<std::string> rule = broken_limit(text)) refuse(path, *rule);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

std::string_view line_of(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string passage(std::string_view text, Position begin, Position end) {
  const std::string_view line = line_of(text, begin.line);
  const std::size_t from = offset_of(line, begin.column);
  if (end.line > begin.line) return std::string(line.substr(from)) + "...";
  const std::size_t to = std::max(from, offset_of(line, end.column));
  return std::string(line.substr(from, to - from));
}

QuotedLine quote_line(std::string_view text, std::size_t line) {
  const std::string_view whole = without_blanks(line_of(text, line));
  const std::size_t equals = whole.find('=');
  const std::string_view key = without_blanks(whole.substr(0, equals));
  if (equals == std::string_view::npos || !is_dotted_key(key)) return {"configuration file", shown(whole)};
  return {std::string(key), shown(without_blanks(whole.substr(equals + 1)))};
}

std::string place_of(const std::string& path, Position at) {
  return place_of(path, at.line) + ":" + std::to_string(at.column);
}

}  // namespace sotto
