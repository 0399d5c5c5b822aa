// SPDX-License-Identifier: MIT
#include "sotto/settings/source_text.hpp"

#include <algorithm>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_bytes = 256 * 1024;
constexpr std::ptrdiff_t most_dots = 4000;  // bounds the depth of tables: one dotted key nests once per dot

/// Byte offset of a column in a line, counted in characters; a byte that is not UTF-8 counts as one.
std::size_t offset_of(std::string_view line, std::size_t column) {
  std::size_t offset = 0;
  for (std::size_t k = 1; k < column && offset < line.size(); ++k)
    offset += std::max<std::size_t>(1, utf8_length(line.substr(offset)));
  return offset;
}

/// Line `line` of the text, without its end; empty beyond the last.
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

}  // namespace

std::optional<std::string> broken_limit(std::string_view text) {
  if (text.size() > most_bytes) return "must hold at most 256 KiB";
  if (std::count(text.begin(), text.end(), '.') > most_dots) return "must hold at most 4000 dots";
  return std::nullopt;
}

std::string read_source_text(const std::string& path) {
  const NamedFile file{.field = "configuration file", .path = path, .kind = FaultKind::configuration};
  std::string text = read_whole_file(file, most_bytes);
  if (const std::optional<std::string> rule = broken_limit(text)) refuse_file(file, *rule + looks_like(text, "TOML"));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

std::string passage(std::string_view text, TextPosition begin, TextPosition end) {
  const std::string_view line = line_of(text, begin.line);
  const std::size_t from = offset_of(line, begin.column);
  if (end.line > begin.line) return std::string(line.substr(from)) + "...";
  const std::size_t to = std::max(from, offset_of(line, end.column));
  return std::string(line.substr(from, to - from));
}

std::string place_of(const std::string& path, TextPosition at) {
  return place_of(path, at.line) + ":" + std::to_string(at.column);
}

}  // namespace sotto
