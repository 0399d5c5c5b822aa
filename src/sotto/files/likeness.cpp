// SPDX-License-Identifier: MIT
// What a file most likely is.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t beginning = 4096;
constexpr std::size_t most_lines = 8;

constexpr std::array first_bytes{std::pair{"\x93NUMPY"sv, "a NumPy file"sv},
                                 std::pair{"\x1f\x8b"sv, "a gzip file"sv},
                                 std::pair{"SQLite format 3\0"sv, "a database"sv},
                                 std::pair{"PK\x03\x04"sv, "a zip file"sv},
                                 std::pair{"%%MatrixMarket"sv, "a Matrix Market file"sv},
                                 std::pair{"{"sv, "JSON"sv}};

/// What stands after "-----BEGIN "; nothing where no line begins so.
std::string_view armour_in(std::string_view text) {
  constexpr std::string_view mark = "-----BEGIN ";
  const std::size_t at = text.find(mark);
  if (at == text.npos || (at > 0 && text[at - 1] != '\n')) return {};
  const std::string_view label = text.substr(at + mark.size());
  return label.substr(0, label.find('\n'));
}

/// UTF-8 without control characters that no text has; a character that the end cuts in two does not count.
bool is_text(std::string_view text) {
  const auto is_strange = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 && "\t\n\r\v\f"sv.find(c) == std::string_view::npos;
  };
  if (std::any_of(text.begin(), text.end(), is_strange)) return false;
  for (std::size_t cut = 0; cut < 4 && cut <= text.size(); ++cut)
    if (is_utf8(text.substr(0, text.size() - cut))) return true;
  return false;
}

/// The first lines that are not empty. The last one may be cut off, and is left out where others are there.
std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most_lines) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (end == text.npos && !lines.empty()) break;
    if (line.find_first_not_of(" \t\r") != line.npos) lines.push_back(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

/// Cells between separators, the same number on every line; or numbers between blanks.
bool are_rows(const std::vector<std::string_view>& lines) {
  const auto all = [&](const auto& holds) { return !lines.empty() && std::all_of(lines.begin(), lines.end(), holds); };
  if (!all([](std::string_view line) { return line.find('=') == line.npos && line[0] != '[' && line[0] != '#'; }))
    return false;
  for (const char separator : {',', ';', '\t', '|'}) {
    const auto cells = [&](std::string_view line) { return std::count(line.begin(), line.end(), separator); };
    if (all([&](std::string_view line) { return cells(line) > 0 && cells(line) == cells(lines[0]); })) return true;
  }
  return all([](std::string_view line) { return line.find_first_not_of("0123456789+-.eE: \t\r") == line.npos; });
}

}  // namespace

std::string_view likeness_of(std::string_view text) {
  text = text.substr(0, beginning);
  if (const std::string_view label = armour_in(text); !label.empty())
    return label.find("PRIVATE KEY") != label.npos ? "a private key" : "a certificate or a public key";
  for (const auto& [bytes, kind] : first_bytes)
    if (text.starts_with(bytes)) return kind;
  if (!is_text(text)) return "a binary file";
  return are_rows(lines_in(text)) ? "rows of data" : "";
}

std::string looks_like(std::string_view text, std::string_view wanted) {
  const std::string_view kind = likeness_of(text);
  if (kind.empty() || kind == wanted) return "";
  return "; this looks like " + std::string(kind) + (wanted.empty() ? "" : ", not like " + std::string(wanted));
}

}  // namespace sotto
